import type { CodeRange } from '@/lib/evm/code-metadata';
import { isRecord } from '@/lib/evm/is-record';
import { parseMetadata, readImmutables } from './parse-artifact';

/** What is read of the files in `build-info`: the compiler's input, its output, or both. */
export type BuildInfo = Readonly<{
  /** The file's name up to its first dot, which an artifact names. */
  id: string;
  compilerVersion: string | null;
  language: string | null;
  settings: Readonly<Record<string, unknown>> | null;
  /** Text by path. */
  sources: ReadonlyMap<string, string>;
  /** By path and name: `contracts/Box.sol:Box`. */
  contracts: ReadonlyMap<string, BuiltContract>;
}>;

/** A contract in the compiler's output. */
type BuiltContract = Readonly<{
  immutables: readonly CodeRange[];
  metadata: Readonly<Record<string, unknown>> | undefined;
  storageLayout: Readonly<Record<string, unknown>> | undefined;
}>;

/** Reads a file of `build-info`; undefined when it has neither input nor output, as Foundry writes them by default. */
export function parseBuildInfo(id: string, json: unknown): BuildInfo | undefined {
  if (!isRecord(json) || (!isRecord(json.input) && !isRecord(json.output))) return undefined;
  const input = isRecord(json.input) ? json.input : {};
  const { language, settings } = input;
  const version = json.solcLongVersion ?? json.solcVersion;
  return {
    id,
    compilerVersion: typeof version === 'string' ? version.slice(0, 100) : null,
    language: typeof language === 'string' ? language.slice(0, 100) : null,
    settings: isRecord(settings) ? settings : null,
    sources: new Map(readSources(input.sources)),
    contracts: new Map(readContracts(isRecord(json.output) ? json.output.contracts : undefined)),
  };
}

function readSources(value: unknown): [string, string][] {
  return Object.entries(isRecord(value) ? value : {}).flatMap(([path, source]): [string, string][] =>
    isRecord(source) && typeof source.content === 'string' ? [[path, source.content]] : [],
  );
}

function readContracts(value: unknown): [string, BuiltContract][] {
  return Object.entries(isRecord(value) ? value : {}).flatMap(([path, byName]) =>
    Object.entries(isRecord(byName) ? byName : {}).map(([name, contract]): [string, BuiltContract] => {
      const { evm, metadata, storageLayout } = isRecord(contract) ? contract : {};
      const code = isRecord(evm) && isRecord(evm.deployedBytecode) ? evm.deployedBytecode : {};
      return [
        `${path}:${name}`,
        {
          immutables: readImmutables(code.immutableReferences),
          metadata: parseMetadata(metadata),
          storageLayout: isRecord(storageLayout) ? storageLayout : undefined,
        },
      ];
    }),
  );
}
