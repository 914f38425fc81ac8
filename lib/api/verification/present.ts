import type { z } from 'zod';
import {
  VERIFICATION_METHODS,
  type verificationConfig,
  type verificationState,
} from '@/lib/endpoints/verification';
import { bufferToAddress, hexToBuffer } from '@/lib/evm/hex';
import { asReason, message } from '@/lib/messages/message';
import type { CompilerChoice } from '@/lib/verification/compilers';
import type { VerificationProgress } from '@/lib/verification/verification-queue';

/** License numbers, as upstream; not requested here. */
const LICENSES = {
  none: 1,
  unlicense: 2,
  mit: 3,
  gnu_gpl_v2: 4,
  gnu_gpl_v3: 5,
  gnu_lgpl_v2_1: 6,
  gnu_lgpl_v3: 7,
  bsd_2_clause: 8,
  bsd_3_clause: 9,
  mpl_2_0: 10,
  osl_3_0: 11,
  apache_2_0: 12,
  gnu_agpl_v3: 13,
  bsl_1_1: 14,
} as const;
/** Versions of the EVM that the compilers know, newest first. */
const EVM_VERSIONS = [
  ...['default', 'osaka', 'prague', 'cancun', 'shanghai', 'paris', 'london', 'berlin', 'istanbul'],
  ...['petersburg', 'constantinople', 'byzantium', 'spuriousDragon', 'tangerineWhistle', 'homestead'],
];

const toTag = (version: string) => `v${version}`;

/** The configuration with these compilers; undefined where contracts are not verified. */
export function describeVerification(
  compilers: CompilerChoice | undefined,
): z.output<typeof verificationConfig> {
  const isOn = compilers !== undefined;
  return {
    verification_options: isOn ? [...VERIFICATION_METHODS] : [],
    solidity_compiler_versions: compilers?.versions.map(toTag) ?? [],
    solidity_compilers: isOn
      ? {
          installed_versions: compilers.installed.map(toTag),
          host: compilers.host,
          ...asReason(compilers.reason),
        }
      : null,
    solidity_evm_versions: isOn ? EVM_VERSIONS : [],
    vyper_compiler_versions: [],
    vyper_evm_versions: [],
    license_types: { ...LICENSES },
    is_rust_verifier_microservice_enabled: false,
  };
}

/** Presents the progress of a verification. */
export function presentVerificationState(progress: VerificationProgress): z.input<typeof verificationState> {
  const address_hash = bufferToAddress(hexToBuffer(progress.address));
  const open = {
    ...{ address_hash, is_fully_verified: null, message: null, compiler_errors: [] },
    ...{ ahead: null, contract_name: null, findings: [] },
  };
  if (progress.state === 'waiting') return { ...open, status: 'queued', ahead: progress.ahead };
  if (progress.state === 'running') return { ...open, status: 'running' };
  const { result } = progress;
  if (result.outcome === 'compiler errors')
    return { ...open, status: 'failed', ...message('compiler_errors'), compiler_errors: result.errors };
  const { name = null, findings = [] } = result;
  const compared = { ...open, contract_name: name, findings };
  return result.outcome === 'matched'
    ? { ...compared, status: 'verified', is_fully_verified: result.isExact }
    : { ...compared, status: 'failed', ...result.reason };
}
