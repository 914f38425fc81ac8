import type { CodeRange } from '@/lib/evm/code-metadata';
import { isRecord } from '@/lib/evm/is-record';
import type { CompiledCode } from './code-pattern';

/** The artifact of one contract, by Foundry or Hardhat. */
export type ParsedArtifact = Readonly<{
  name: string | undefined;
  path: string | undefined;
  abi: readonly unknown[];
  code: CompiledCode;
  /** JSON, parsed. */
  metadata: Readonly<Record<string, unknown>> | undefined;
  storageLayout: Readonly<Record<string, unknown>> | undefined;
}>;

const MAX_RANGES = 4_096;
const IDENTIFIER = /^[\w$]{1,255}$/;

/** Reads an artifact: of `forge build` by its `deployedBytecode.object`, else of Hardhat 2 or 3; undefined for neither. */
export function parseArtifact(json: unknown): ParsedArtifact | undefined {
  if (!isRecord(json) || !Array.isArray(json.abi)) return undefined;
  const { abi, deployedBytecode, storageLayout } = json;
  const metadata = parseMetadata(json.rawMetadata) ?? parseMetadata(json.metadata);
  const common = { abi, metadata, storageLayout: isRecord(storageLayout) ? storageLayout : undefined };
  if (isRecord(deployedBytecode) && typeof deployedBytecode.object === 'string') {
    const { object, linkReferences, immutableReferences } = deployedBytecode;
    const ranges = [...readLinks(linkReferences), ...readImmutables(immutableReferences)];
    const [path, name] = readTarget(metadata);
    const ast = isRecord(json.ast) ? json.ast.absolutePath : undefined;
    return { ...common, name, path: path ?? readText(ast), code: { object, ranges } };
  }
  if (typeof deployedBytecode !== 'string') return undefined;
  const { contractName, sourceName, inputSourceName, deployedLinkReferences, immutableReferences } = json;
  const ranges = [...readLinks(deployedLinkReferences), ...readImmutables(immutableReferences)];
  return {
    ...common,
    name: typeof contractName === 'string' && IDENTIFIER.test(contractName) ? contractName : undefined,
    path: readText(inputSourceName) ?? readText(sourceName),
    code: { object: deployedBytecode, ranges },
  };
}

/** Metadata as an object or as JSON. */
export function parseMetadata(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (isRecord(value)) return value;
  if (typeof value !== 'string') return undefined;
  try {
    const parsed: unknown = JSON.parse(value);
    return isRecord(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** By identifier of the variable: `{"3": [{"start": 1, "length": 32}]}`. */
export function readImmutables(value: unknown): CodeRange[] {
  return isRecord(value) ? Object.values(value).flatMap(readRanges).slice(0, MAX_RANGES) : [];
}

/** By file and library. */
function readLinks(value: unknown): CodeRange[] {
  return isRecord(value) ? Object.values(value).flatMap(readImmutables).slice(0, MAX_RANGES) : [];
}

function readRanges(value: unknown): CodeRange[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((range: unknown) => {
    if (!isRecord(range)) return [];
    const { start, length } = range;
    const isWhole = Number.isSafeInteger(start) && Number.isSafeInteger(length);
    return isWhole ? [{ start: Number(start), length: Number(length) }] : [];
  });
}

/** The contract that the metadata are of. */
function readTarget(
  metadata: ParsedArtifact['metadata'],
): [path: string | undefined, name: string | undefined] {
  const settings = metadata?.settings;
  const target = isRecord(settings) ? settings.compilationTarget : undefined;
  const [path, name] = Object.entries(isRecord(target) ? target : {})[0] ?? [];
  return [readText(path), typeof name === 'string' && IDENTIFIER.test(name) ? name : undefined];
}

function readText(value: unknown): string | undefined {
  return typeof value === 'string' && value.length > 0 && value.length <= 1_000 ? value : undefined;
}
