import { createHash } from 'node:crypto';
import { type CodeRange, findMetadataHashes } from '@/lib/evm/code-metadata';

/** A contract's runtime code as the compiler wrote it, prepared for comparison with deployed code. */
export type CodePattern = Readonly<{
  /** Bytes of the whole code, and without the metadata at its end. */
  size: number;
  bodySize: number;
  /** What differs by deployment or by metadata, in order, within the body. */
  masked: readonly CodeRange[];
  /** SHA-256 of the body with those ranges zero. */
  bodyHash: string;
  /** What differs by deployment alone. */
  deployed: readonly CodeRange[];
  /** SHA-256 of the whole code with these ranges zero; null without a hash of the metadata, which nothing could equal. */
  exactHash: string | null;
}>;

/** Code as a compiler outputs it: hex, perhaps with `__…__` in place of libraries, and where immutables go. */
export type CompiledCode = Readonly<{ object: string; ranges: readonly CodeRange[] }>;

/** Of EIP-170, and chains that allow several times as much. */
const MAX_CODE_BYTES = 256 * 1024;
const ADDRESS_BYTES = 20;
const LENGTH_BYTES = 2;
/** A library name's place: 40 characters, as `__$…$__` or, up to 0.4, `__file.sol:Name____`. */
const PLACEHOLDER = /__[^"\\]{36}__|__[\w$.:/-]{38}/g;
/** A library begins with PUSH20 of its own address, zero until it is deployed, and compares it. */
const LIBRARY_START = Buffer.from(`73${'00'.repeat(ADDRESS_BYTES)}3014`, 'hex');

/** The pattern of a compiled code; undefined for none, as of an interface, or a malformed one. */
export function toCodePattern({ object, ranges }: CompiledCode): CodePattern | undefined {
  const hex = object.replace(/^0x/, '');
  if (hex.length === 0 || hex.length % 2 !== 0 || hex.length > 2 * MAX_CODE_BYTES) return undefined;
  const libraries: CodeRange[] = [];
  const filled = hex.replace(PLACEHOLDER, (found: string, at: number) => {
    libraries.push({ start: at / 2, length: ADDRESS_BYTES });
    return '0'.repeat(found.length);
  });
  if (!/^[0-9a-fA-F]+$/.test(filled)) return undefined;
  const code = Buffer.from(filled, 'hex');
  const own = code.subarray(0, LIBRARY_START.length).equals(LIBRARY_START)
    ? [{ start: 1, length: ADDRESS_BYTES }]
    : [];
  const bodySize = measureBody(code);
  const deployed = sortRanges([...ranges, ...libraries, ...own]);
  if (deployed.some(({ start, length }) => !isWithin(start, length, bodySize))) return undefined;
  const hashes = findMetadataHashes(code);
  const masked = sortRanges([...deployed, ...hashes.filter(({ start }) => start < bodySize)]);
  return {
    size: code.length,
    bodySize,
    masked,
    bodyHash: hashMasked(code.subarray(0, bodySize), masked),
    deployed,
    exactHash: hashes.some(({ start }) => start >= bodySize) ? hashMasked(code, deployed) : null,
  };
}

/** Bytes of a code without the CBOR metadata at its end: all of them where it has none. */
export function measureBody(code: Buffer): number {
  if (code.length < LENGTH_BYTES) return code.length;
  const start = code.length - LENGTH_BYTES - code.readUInt16BE(code.length - LENGTH_BYTES);
  if (start < 0 || start + LENGTH_BYTES >= code.length) return code.length;
  const [map = 0, key = 0] = code.subarray(start, start + 2);
  // A map of one to four entries, and the header of a short text: ipfs, solc, bzzr1, experimental.
  return map >= 0xa1 && map <= 0xa4 && key >= 0x64 && key <= 0x6c ? start : code.length;
}

/** SHA-256 of a code in which the ranges are zero. */
export function hashMasked(code: Buffer, ranges: readonly CodeRange[]): string {
  const copy = Buffer.from(code);
  for (const { start, length } of ranges) copy.fill(0, start, start + length);
  return createHash('sha256').update(copy).digest('hex');
}

function sortRanges(ranges: readonly CodeRange[]): CodeRange[] {
  return [...ranges].sort((one, other) => one.start - other.start);
}

function isWithin(start: number, length: number, size: number): boolean {
  return start >= 0 && length > 0 && start + length <= size;
}
