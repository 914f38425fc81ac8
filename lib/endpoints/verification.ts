import { z } from 'zod';
import { defineEndpoint, messageCode } from './endpoint';
import { addressHash } from './formats';

/** Bytes of a request with sources. */
export const VERIFICATION_LIMITS = { body: 5 * 1024 * 1024 } as const;
/** Credits of a request to verify. */
export const VERIFICATION_CREDITS = 100;

/** Ways to send sources: the last segment of a path. */
export const VERIFICATION_METHODS = ['standard-input', 'multi-part', 'flattened-code', 'sourcify'] as const;
/** A way to send sources. */
export type VerificationMethod = (typeof VERIFICATION_METHODS)[number];

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

/** How contracts can be verified. */
export const verificationConfig = z
  .object({
    verification_options: z
      .array(z.enum(VERIFICATION_METHODS))
      .meta({ description: 'Empty if verification is disabled.' }),
    solidity_compiler_versions: z.array(z.string()).meta({ description: 'Newest first.' }),
    solidity_evm_versions: z.array(z.string()),
    vyper_compiler_versions: z.array(z.string()).meta({ description: 'Empty: Vyper is not supported.' }),
    vyper_evm_versions: z.array(z.string()),
    license_types: z.record(z.string(), z.int()),
    is_rust_verifier_microservice_enabled: z.boolean(),
  })
  .meta({ id: 'VerificationConfig' });

/** The configuration with these compilers; undefined where contracts are not verified. */
export function describeVerification(
  compilers: readonly string[] | undefined,
): z.output<typeof verificationConfig> {
  const isOn = compilers !== undefined;
  return {
    verification_options: isOn ? [...VERIFICATION_METHODS] : [],
    solidity_compiler_versions: (compilers ?? []).map((version) => `v${version}`),
    solidity_evm_versions: isOn ? EVM_VERSIONS : [],
    vyper_compiler_versions: [],
    vyper_evm_versions: [],
    license_types: { ...LICENSES },
    is_rust_verifier_microservice_enabled: false,
  };
}

/** How contracts can be verified here. */
export const getVerificationConfig = defineEndpoint({
  id: 'getVerificationConfig',
  path: '/smart-contracts/verification/config',
  response: verificationConfig,
  tag: 'addresses',
  summary: 'Contract verification settings',
  description: 'Verification methods and compilers. All arrays are empty if verification is disabled.',
});

/** The answer to a request to verify. */
export const verificationStarted = z
  .object({
    message: z.string().meta({ example: 'Smart-contract verification started' }),
    id: z.uuid().nullable().meta({ description: 'ID of the verification; null if already verified.' }),
  })
  .meta({ id: 'VerificationStarted' });

/** Where a verification stands. */
export const verificationState = z
  .object({
    address_hash: addressHash,
    status: z.enum(['queued', 'running', 'verified', 'failed']),
    is_fully_verified: z
      .boolean()
      .nullable()
      .meta({ description: 'True if the metadata matches too; null unless verified.' }),
    message: z.string().nullable().meta({ description: 'Why it failed.' }),
    ...messageCode,
    compiler_errors: z.array(z.string()).meta({ description: 'Compiler errors, in full.' }),
  })
  .meta({ id: 'VerificationState' });

/** One verification. */
export const getVerification = defineEndpoint({
  id: 'getVerification',
  path: '/smart-contracts/verification/{verification_id_param}',
  response: verificationState,
  tag: 'addresses',
  summary: 'Contract verification status',
  description: 'Status of a verification, for a day after it ended.',
});
