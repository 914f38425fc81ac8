/** A handle as integers, after the meter that it is of. */
const WORDS = 9;
/** More slots than 17 bits tell apart would need longer sums. */
const MAX_SLOT_BITS = 17;
const NONE = -1;

/** Chosen by chance: nobody can make handles that share a slot. What is found does not depend on it. */
const FACTORS = Int32Array.from({ length: 2 * WORDS }, () => Math.random() * 2 ** 32);

/**
 * Depths in HCU of handles by the meter that counts them: a hash table of 36-byte keys. A Map would need a string for each
 * operand, and closures would be new ones for each transaction; both take several times as long.
 */
export type DepthTable = {
  readonly shift: number;
  readonly slots: Int32Array;
  readonly next: Int32Array;
  readonly words: Int32Array;
  readonly depths: Float64Array;
  readonly key: Int32Array;
  count: number;
};

/** A table of up to `size` handles. */
export function createDepthTable(size: number): DepthTable {
  const bits = Math.min(MAX_SLOT_BITS, 33 - Math.clz32(size));
  return {
    shift: 32 - bits,
    slots: new Int32Array(2 ** bits).fill(NONE),
    next: new Int32Array(size),
    words: new Int32Array(WORDS * size),
    depths: new Float64Array(size),
    key: new Int32Array(WORDS),
    count: 0,
  };
}

/** The depth of a handle of 32 bytes, 0 when it was not set. */
export function readDepth(table: DepthTable, meter: number, handle: Buffer): number {
  const place = findKey(table, fillKey(table.key, meter, handle) >>> table.shift);
  return place === NONE ? 0 : (table.depths[place] ?? 0);
}

/** The place of a handle in `depths`, which is added when it is new. */
export function placeHandle(table: DepthTable, meter: number, handle: Buffer): number {
  const { key, slots } = table;
  const slot = fillKey(key, meter, handle) >>> table.shift;
  const known = findKey(table, slot);
  if (known !== NONE) return known;
  const place = table.count++;
  for (let at = 0; at < WORDS; at += 1) table.words[WORDS * place + at] = key[at] ?? 0;
  table.next[place] = slots[slot] ?? NONE;
  slots[slot] = place;
  return place;
}

/** Writes the key of a handle, and gives its sum: the upper bits are its slot. */
function fillKey(key: Int32Array, meter: number, handle: Buffer): number {
  key[0] = meter;
  let sum = Math.imul(FACTORS[0] ?? 0, meter);
  for (let at = 1; at < WORDS; at += 1) {
    const from = 4 * at - 4;
    const upper = ((handle[from] ?? 0) << 8) | (handle[from + 1] ?? 0);
    const lower = ((handle[from + 2] ?? 0) << 8) | (handle[from + 3] ?? 0);
    key[at] = (upper << 16) | lower;
    sum = (sum + Math.imul(FACTORS[2 * at] ?? 0, upper) + Math.imul(FACTORS[2 * at + 1] ?? 0, lower)) | 0;
  }
  return sum;
}

function findKey({ slots, next, words, key }: DepthTable, slot: number): number {
  let place = slots[slot] ?? NONE;
  while (place !== NONE) {
    const start = WORDS * place;
    let at = 0;
    while (at < WORDS && words[start + at] === key[at]) at += 1;
    if (at === WORDS) break;
    place = next[place] ?? NONE;
  }
  return place;
}
