import { type PresentedAddress, presentCreationStatus } from '@/lib/api/address/present';
import { parseStored, presentQuantity, presentText, presentTimestamp } from '@/lib/api/values';
import type { BareContract, Contract, ListedContract } from '@/lib/endpoints/contract';
import { bufferToAddress, bufferToHex } from '@/lib/evm/hex';
import { isRecord } from '@/lib/evm/is-record';
import { presentLinks } from './links-present';
import type { LoadedContract } from './loader';
import type { ContractRow, FormerRow } from './query';
import type { VerifiedContractRow } from './verified-query';

type SourceFile = Contract['additional_sources'][number];
type Sources = Pick<Contract, 'file_path' | 'source_code' | 'additional_sources'>;
type Settings = Pick<
  Contract,
  'compiler_settings' | 'evm_version' | 'optimization_enabled' | 'optimization_runs'
>;

/** Fields without a source. */
const UNSUPPORTED = {
  is_verified_via_eth_bytecode_db: false,
  is_verified_via_verifier_alliance: false,
  certified: false,
  license_type: null,
  sourcify_repo_url: null,
  can_be_visualized_via_sol2uml: false,
  reputation: 'ok',
} as const;

/** EIP-5202. */
const BLUEPRINT = Buffer.from('fe71', 'hex');

type ContractContext = { mention: PresentedAddress; code: Buffer | undefined };

/** Presents a contract; `code` is undefined when no node answered. Without source or ABI, only on-chain data. */
export function presentContract(contract: LoadedContract, known: ContractContext): Contract | BareContract {
  return contract.row.source === null ? presentCode(contract, known) : presentWholeContract(contract, known);
}

/** Presents a contract with every field, known or not. */
export function presentWholeContract(contract: LoadedContract, known: ContractContext): Contract {
  return { ...presentVerification(contract), ...presentCode(contract, known) };
}

function presentCode({ row, former }: LoadedContract, { mention, code }: ContractContext): BareContract {
  return {
    is_blueprint: code === undefined ? null : code.subarray(0, 2).equals(BLUEPRINT),
    proxy_type: mention.proxy_type,
    implementations: mention.implementations.map(({ address_hash, name }) => ({ address_hash, name })),
    conflicting_implementations: null,
    creation_bytecode: row.creation_input === null ? null : bufferToHex(row.creation_input),
    deployed_bytecode: code === undefined ? null : bufferToHex(code),
    creation_status: presentCreationStatus({ ...row, is_created: row.creation_status !== null }),
    ...(former.length > 0 && { former_sources: former.map(presentFormer) }),
  };
}

function presentFormer(row: FormerRow): NonNullable<Contract['former_sources']>[number] {
  return {
    name: presentText(row.name),
    is_fully_verified: row.is_exact === true,
    language: presentText(row.language)?.toLowerCase() ?? null,
    compiler_version: presentText(row.compiler_version),
    verified_at: row.verified_at === null ? null : presentTimestamp(row.verified_at),
    ended_at_block: row.ended_block,
    files: listFiles(row),
  };
}

function presentVerification({ row, twin, isChanged }: LoadedContract): Omit<Contract, keyof BareContract> {
  const isVerified = row.source === 'verified' && twin === undefined;
  const name = presentText(row.name);
  const abi = presentAbi(row.abi);
  const layout = parseStored(row.storage_layout);
  return {
    ...UNSUPPORTED,
    ...presentLinks({
      constructorArguments: row.constructor_arguments,
      abi,
      libraries: parseStored(row.libraries),
    }),
    verified_twin_address_hash: twin === undefined ? null : bufferToAddress(twin),
    ...(name !== null && { name }),
    is_verified: isVerified,
    is_fully_verified: isVerified && row.is_exact === true,
    is_partially_verified: isVerified && row.is_exact !== true,
    is_changed_bytecode: isChanged,
    is_verified_via_sourcify: isVerified && row.verified_via === 'sourcify',
    interface_source: row.artifact === null ? row.source : 'artifacts',
    abi,
    storage_layout: isRecord(layout) ? layout : null,
    language: presentText(row.language)?.toLowerCase() ?? null,
    compiler_version: presentText(row.compiler_version),
    ...presentSettings(row.compiler_settings),
    ...presentSources(row),
    verified_at: row.verified_at === null ? null : presentTimestamp(row.verified_at),
  };
}

/** Presents a contract in the list of verified ones; `balance` is undefined when no node answered. */
export function presentListedContract(
  row: VerifiedContractRow,
  { address, balance }: { address: PresentedAddress; balance: bigint | undefined },
): ListedContract {
  const { license_type, certified, reputation } = UNSUPPORTED;
  return {
    address,
    compiler_version: presentText(row.compiler_version),
    optimization_enabled: presentSettings(row.compiler_settings).optimization_enabled,
    language: presentText(row.language)?.toLowerCase() ?? null,
    is_fully_verified: row.is_exact === true,
    verified_at: row.verified_at === null ? null : presentTimestamp(row.verified_at),
    market_cap: null,
    has_constructor_args: row.constructor_arguments === null ? null : row.constructor_arguments.length > 0,
    ...{ license_type, certified, reputation },
    coin_balance: presentQuantity(balance ?? null),
    transactions_count: row.transactions,
  };
}

function presentAbi(bytes: Buffer | null): Contract['abi'] {
  const abi = parseStored(bytes);
  return Array.isArray(abi) && abi.length > 0 ? abi.filter(isRecord) : null;
}

function presentSettings(bytes: Buffer | null): Settings {
  const settings = parseStored(bytes);
  const compiler = isRecord(settings) ? settings : undefined;
  const { evmVersion, optimizer } = compiler ?? {};
  const { enabled, runs } = isRecord(optimizer) ? optimizer : {};
  return {
    compiler_settings: compiler ?? null,
    evm_version: typeof evmVersion === 'string' ? evmVersion : null,
    optimization_enabled: typeof enabled === 'boolean' ? enabled : null,
    optimization_runs: Number.isSafeInteger(runs) ? Number(runs) : null,
  };
}

/** The contract's own file first, as upstream, then the others by path. */
function presentSources(row: ContractRow): Sources {
  const [first, ...others] = listFiles(row);
  return {
    file_path: first?.file_path ?? presentText(row.file_path),
    source_code: first?.source_code ?? null,
    additional_sources: others,
  };
}

function listFiles({ sources, file_path }: Pick<ContractRow, 'sources' | 'file_path'>): SourceFile[] {
  const main = presentText(file_path);
  const parsed = parseStored(sources);
  const files = Object.entries(isRecord(parsed) ? parsed : {})
    .flatMap(([path, text]): SourceFile[] =>
      typeof text === 'string' ? [{ file_path: path, source_code: text }] : [],
    )
    .sort((one, other) => (one.file_path < other.file_path ? -1 : 1));
  const first = files.find((file) => file.file_path === main) ?? files[0];
  return first === undefined ? [] : [first, ...files.filter((file) => file !== first)];
}
