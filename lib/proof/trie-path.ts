const NO_RLP_PREFIX = 0x7f;
const RLP_BYTES = 0x80;

/** The path of a list's index in its trie: the RLP of the index, one nibble (0 to 15) an item. */
export function indexToNibbles(index: number): Uint8Array {
  const bytes: number[] = [];
  for (let rest = index; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  if (index === 0 || index > NO_RLP_PREFIX) bytes.unshift(RLP_BYTES + bytes.length);
  return bytesToNibbles(bytes);
}

/** Hex-prefix encoding of a path: a flag for leaf or extension and odd or even, then two nibbles per byte. */
export function packPath(nibbles: Uint8Array, isLeaf: boolean): Uint8Array {
  const isOdd = nibbles.length % 2 === 1;
  const packed = new Uint8Array(1 + Math.floor(nibbles.length / 2));
  packed[0] = (isLeaf ? 0x20 : 0) + (isOdd ? 0x10 + (nibbles[0] ?? 0) : 0);
  const start = isOdd ? 1 : 0;
  for (let at = 1; at < packed.length; at += 1) {
    packed[at] = (nibbles[start + 2 * at - 2] ?? 0) * 16 + (nibbles[start + 2 * at - 1] ?? 0);
  }
  return packed;
}

/** Reverses `packPath`; undefined for malformed bytes. */
export function unpackPath(bytes: Uint8Array): { nibbles: Uint8Array; isLeaf: boolean } | undefined {
  const [flag, padding, ...rest] = bytesToNibbles(bytes);
  if (flag === undefined || padding === undefined || flag > 3) return undefined;
  const isOdd = flag % 2 === 1;
  if (!isOdd && padding !== 0) return undefined;
  return { nibbles: Uint8Array.from(isOdd ? [padding, ...rest] : rest), isLeaf: flag >= 2 };
}

function bytesToNibbles(bytes: ArrayLike<number>): Uint8Array {
  const nibbles = new Uint8Array(2 * bytes.length);
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    nibbles[2 * at] = byte >> 4;
    nibbles[2 * at + 1] = byte & 15;
  }
  return nibbles;
}
