import type { ContractCreationRow } from '@/lib/api/contract/creation-query';
import type { Contract } from '@/lib/endpoints/contract';
import { bufferToHex } from '@/lib/evm/hex';

/** Etherscan's message for a contract without verified sources. */
export const UNVERIFIED = 'Contract source code not verified';

/** Presents the sources of a contract as Etherscan does; undefined is an address without code. */
export function presentModuleSource(contract: Contract | undefined) {
  const isVerified = contract?.is_verified === true;
  const implementation = contract?.implementations[0]?.address_hash.toLowerCase() ?? '';
  return {
    SourceCode: contract?.source_code ? presentFiles(contract, contract.source_code) : '',
    ABI: contract?.abi ? JSON.stringify(contract.abi) : UNVERIFIED,
    ContractName: contract?.name ?? '',
    ContractFileName: contract?.file_path ?? '',
    CompilerVersion: presentCompiler(contract),
    CompilerType: isVerified ? (contract.language ?? '') : '',
    OptimizationUsed: contract?.optimization_enabled == null ? '' : contract.optimization_enabled ? '1' : '0',
    Runs: String(contract?.optimization_runs ?? ''),
    ConstructorArguments: contract?.constructor_args?.slice(2) ?? '',
    // The settings of verified sources are whole: without a version the compiler's own was used.
    EVMVersion: contract?.evm_version ?? (contract?.compiler_settings ? 'Default' : ''),
    Library: presentLibraries(contract),
    ...presentExternal(contract),
    LicenseType: '',
    Proxy: implementation === '' ? '0' : '1',
    Implementation: implementation,
    SwarmSource: '',
  };
}

/** One file is plain text; several are the compiler's standard JSON input in another pair of braces. */
function presentFiles(
  { file_path, language, compiler_settings, additional_sources }: Contract,
  main: string,
) {
  if (additional_sources.length === 0) return main;
  const files = [{ file_path: file_path ?? '', source_code: main }, ...additional_sources];
  const sources = Object.fromEntries(files.map((file) => [file.file_path, { content: file.source_code }]));
  const name = language === 'vyper' ? 'Vyper' : language === 'yul' ? 'Yul' : 'Solidity';
  return `{${JSON.stringify({ language: name, sources, settings: compiler_settings ?? {} })}}`;
}

/** The libraries as upstream lists them, if any. */
function presentExternal(contract: Contract | undefined) {
  const libraries = contract?.external_libraries ?? [];
  if (libraries.length === 0) return {};
  return {
    ExternalLibraries: libraries.map(({ name, address_hash }) => ({ name: name ?? '', address_hash })),
  };
}

function presentLibraries(contract: Contract | undefined): string {
  const libraries = contract?.external_libraries ?? [];
  return libraries.map(({ name, address_hash }) => `${name}:${address_hash.slice(2)}`).join(';');
}

function presentCompiler(contract: Contract | undefined): string {
  const version = contract?.compiler_version ?? '';
  if (!/^\d/.test(version)) return version;
  return contract?.language === 'vyper' ? `vyper:${version}` : `v${version}`;
}

/** Presents the creation of a contract. */
export function presentModuleCreation(row: ContractCreationRow) {
  return {
    contractAddress: bufferToHex(row.address),
    contractCreator: bufferToHex(row.sender),
    txHash: bufferToHex(row.transaction_hash),
    blockNumber: String(row.block_number),
    timestamp: String(row.timestamp),
    contractFactory: row.factory === null ? '' : bufferToHex(row.factory),
  };
}
