import { toEventSignature, toFunctionHash, toFunctionSignature } from 'viem/utils';
import type { Contract } from '@/lib/endpoints/contract';
import { type AbiItem, readAbiItems } from '@/lib/evm/abi-json';
import { bufferToAddress, bufferToHex, hexToBuffer } from '@/lib/evm/hex';
import type { VerificationProgress } from '@/lib/verification/verification-queue';
import { presentVerificationState } from './present';

/** How a contract matches. That of the creation code is not kept: null. */
export type SourcifyMatch = Readonly<{
  match: 'match' | 'exact_match' | null;
  creationMatch: null;
  runtimeMatch: 'match' | 'exact_match' | null;
  chainId: string;
  address: string;
  verifiedAt?: string;
  matchId?: string;
}>;

type Match = Readonly<{
  chainId: number;
  address: Buffer;
  /** Undefined unless it is verified. */
  verified?: Readonly<{ isExact: boolean; at: number | null }>;
}>;

/** Presents a match in Sourcify's form; `at` in Unix seconds. `matchId` is the address as a number. */
export function presentMatch({ chainId, address, verified }: Match): SourcifyMatch {
  const match = verified === undefined ? null : verified.isExact ? 'exact_match' : 'match';
  return {
    ...{ match, creationMatch: null, runtimeMatch: match },
    ...{ chainId: String(chainId), address: bufferToAddress(address) },
    ...(verified?.at != null && { verifiedAt: toTime(new Date(verified.at * 1000)) }),
    ...(verified && { matchId: BigInt(bufferToHex(address)).toString() }),
  };
}

/** The address that a `matchId` stands for; undefined for another text. */
export function readMatchId(text: string): Buffer | undefined {
  if (!/^\d{1,49}$/.test(text)) return undefined;
  const digits = BigInt(text).toString(16);
  return digits.length > 40 ? undefined : Buffer.from(digits.padStart(40, '0'), 'hex');
}

const toTime = (date: Date) => date.toISOString().replace(/\.\d+Z$/, 'Z');

/** Presents a verification job in Sourcify's form; `errorId` is its ID. */
export function presentJob(verificationId: string, progress: VerificationProgress) {
  const address = hexToBuffer(progress.address);
  const { status, message, compiler_errors, is_fully_verified } = presentVerificationState(progress);
  const { chainId, startedAt, endedAt } = progress;
  const ended = endedAt === null ? undefined : Math.floor(endedAt.getTime() / 1000);
  const verified =
    status === 'verified' ? { isExact: is_fully_verified === true, at: ended ?? null } : undefined;
  const isFailed = status === 'failed';
  const isCompilers = compiler_errors.length > 0;
  return {
    isJobCompleted: isFailed || status === 'verified',
    verificationId,
    jobStartTime: toTime(startedAt),
    ...(endedAt && { jobFinishTime: toTime(endedAt) }),
    contract: presentMatch({ chainId, address, ...(verified && { verified }) }),
    ...(isFailed && {
      error: {
        customCode: isCompilers ? 'compiler_error' : 'no_match',
        message: isCompilers ? `Compile error. ${compiler_errors.join('\n')}` : (message ?? ''),
        errorId: verificationId,
        ...(isCompilers && {
          errorData: { compilerErrors: compiler_errors.map((formattedMessage) => ({ formattedMessage })) },
        }),
      },
    }),
  };
}

/** What is known of a verified contract; null stands for what is not kept. */
export type SourcifyContract = Readonly<{
  contract: Contract;
  match: SourcifyMatch;
  creationCode: Buffer | null;
  /** As the compiler names it. */
  language: string | null;
  deployment: Readonly<{ hash: Buffer; block: number; index: number; creator: Buffer | null }> | undefined;
}>;

/** Names of proxies, by ours. */
const PROXIES: Readonly<Record<string, string>> = {
  eip1167: 'EIP1167Proxy',
  eip1967: 'EIP1967Proxy',
  eip1967_beacon: 'EIP1967Proxy',
  eip1967_oz: 'ZeppelinOSProxy',
  eip1822: 'PROXIABLEProxy',
  eip2535: 'DiamondProxy',
  master_copy: 'GnosisSafeProxy',
};
const NO_CODE = {
  ...{ recompiledBytecode: null, sourceMap: null, linkReferences: null, cborAuxdata: null },
  ...{ transformations: null, transformationValues: null },
} as const;

/** Every field of a contract that Sourcify names, in its form. */
export function presentSourcifyContract(known: SourcifyContract) {
  const { contract, match, creationCode, language, deployment } = known;
  const { name = null, file_path, compiler_settings, abi } = contract;
  const sources = Object.fromEntries(
    [{ file_path, source_code: contract.source_code }, ...contract.additional_sources].flatMap((file) =>
      file.file_path === null || file.source_code === null
        ? []
        : [[file.file_path, { content: file.source_code }]],
    ),
  );
  const fullyQualifiedName = file_path === null || name === null ? null : `${file_path}:${name}`;
  return {
    ...{ verifiedAt: null, matchId: null },
    ...match,
    ...{ abi, metadata: null, sources, sourceIds: null, userdoc: null, devdoc: null },
    ...{ storageLayout: contract.storage_layout, transientStorageLayout: null, additionalInput: null },
    stdJsonInput: { language, sources, settings: compiler_settings ?? {} },
    stdJsonOutput: null,
    creationBytecode: { onchainBytecode: creationCode && bufferToHex(creationCode), ...NO_CODE },
    runtimeBytecode: { onchainBytecode: contract.deployed_bytecode, ...NO_CODE, immutableReferences: null },
    deployment: {
      transactionHash: deployment ? bufferToHex(deployment.hash) : null,
      blockNumber: deployment ? String(deployment.block) : null,
      transactionIndex: deployment ? String(deployment.index) : null,
      deployer: deployment?.creator ? bufferToAddress(deployment.creator) : null,
    },
    compilation: {
      ...{ language, compiler: language === 'Vyper' ? 'vyper' : 'solc' },
      compilerVersion: contract.compiler_version?.replace(/^v/, '') ?? null,
      ...{ compilerSettings: compiler_settings, name, fullyQualifiedName },
    },
    signatures: presentSignatures(abi),
    proxyResolution: {
      isProxy: contract.implementations.length > 0,
      proxyType: PROXIES[contract.proxy_type ?? ''] ?? null,
      implementations: contract.implementations.map(({ address_hash, name: title }) => ({
        address: address_hash,
        ...(title !== null && { name: title }),
      })),
    },
  };
}

function presentSignatures(abi: unknown) {
  const items = readAbiItems(abi) ?? [];
  const listOf = (kind: AbiItem['type']) =>
    items.flatMap((item) => {
      const signature = item.type === kind ? signatureOf(item) : undefined;
      if (signature === undefined) return [];
      const signatureHash32 = toFunctionHash(signature);
      return [{ signature, signatureHash32, signatureHash4: signatureHash32.slice(0, 10) }];
    });
  return { function: listOf('function'), event: listOf('event'), error: listOf('error') };
}

function signatureOf(item: AbiItem): string | undefined {
  if (item.type === 'function') return toFunctionSignature(item);
  if (item.type === 'event') return toEventSignature(item);
  if (item.type !== 'error') return undefined;
  const { name, inputs } = item;
  return toFunctionSignature({ type: 'function', name, inputs, outputs: [], stateMutability: 'view' });
}

type Fields = Readonly<Record<string, unknown>>;
const MINIMAL = ['match', 'creationMatch', 'runtimeMatch', 'chainId', 'address', 'verifiedAt', 'matchId'];

/** The fields that `fields` or `omit` select, each with at most one level below; a text says what is wrong with them. */
export function selectFields(
  whole: Fields,
  { fields, omit }: { fields?: string | undefined; omit?: string | undefined },
): Fields | string {
  if (fields && omit) return 'Cannot specify both fields and omit';
  const names = (fields || omit || '').split(',').filter((name) => name !== '');
  if (fields && names.includes('all'))
    return names.length > 1 ? "Cannot specify 'all' with other fields" : whole;
  const wrong = names.find((name) => !isField(whole, name));
  if (wrong !== undefined) return `Field selector ${wrong.slice(0, 100)} is not a valid field`;
  const isNamed = (path: string) => names.includes(path);
  const entries = Object.entries(whole).flatMap(([name, value]): [string, unknown][] => {
    if (MINIMAL.includes(name)) return [[name, value]];
    if (isNamed(name)) return omit ? [] : [[name, value]];
    const hasParts = names.some((path) => path.startsWith(`${name}.`));
    if (!hasParts || !isObject(value)) return omit ? [[name, value]] : [];
    const parts = Object.entries(value).filter(([part]) => isNamed(`${name}.${part}`) !== Boolean(omit));
    return [[name, Object.fromEntries(parts)]];
  });
  return Object.fromEntries(entries);
}

const PARTED = ['creationBytecode', 'runtimeBytecode', 'deployment', 'compilation', 'signatures'];

function isField(whole: Fields, path: string): boolean {
  const [name = '', part, more] = path.split('.');
  if (more !== undefined || !Object.hasOwn(whole, name)) return false;
  return part === undefined || (PARTED.includes(name) && Object.hasOwn(Object(whole[name]), part));
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}
