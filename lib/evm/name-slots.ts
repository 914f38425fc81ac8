import { isRecord } from './is-record';
import { keccak256 } from './keccak';
import { WORD as WORD_BYTES } from './words';

/** A variable of a storage slot: its name with keys and indexes, such as `balances[0xab…].amount`, and its type. */
export type SlotVariable = Readonly<{ name: string; type: string }>;

type Type = Readonly<{
  encoding: string;
  label: string;
  bytes: bigint;
  key: string | undefined;
  base: string | undefined;
  value: string | undefined;
  members: readonly Variable[];
}>;
type Variable = Readonly<{ label: string; slot: bigint; type: string }>;
type Place = Readonly<{ name: string; slot: bigint; type: string; depth: number }>;

/** Places of one contract that are looked at; for each a hash may be computed. */
const MAX_STEPS = 2_000;
const MAX_DEPTH = 6;
const MAX_NAMES = 8;
const MAX_TEXT = 200;
const WORD = 32n;
/** No array has more elements in one block's reach of its hash. */
const MAX_LENGTH = 2n ** 64n;

/**
 * The variables of storage slots by the compiler's layout (`storage` and `types`, as Solidity writes it), those that share a
 * slot together. Keys of mappings are found among `keys`, words of 32 bytes. Slots of unknown variables are left out.
 */
export function nameSlots(
  layout: unknown,
  slots: readonly bigint[],
  keys: readonly Buffer[],
): ReadonlyMap<bigint, readonly SlotVariable[]> {
  const found = new Map<bigint, SlotVariable[]>();
  if (!isRecord(layout) || !Array.isArray(layout.storage) || slots.length === 0) return found;
  const types = isRecord(layout.types) ? layout.types : {};
  const search = { types, keys, wanted: new Set(slots), found, steps: 0 };
  for (const variable of readVariables(layout.storage))
    visit(search, { ...variable, name: variable.label, depth: 0 });
  return found;
}

type Search = {
  readonly types: Readonly<Record<string, unknown>>;
  readonly keys: readonly Buffer[];
  readonly wanted: ReadonlySet<bigint>;
  readonly found: Map<bigint, SlotVariable[]>;
  steps: number;
};

function visit(search: Search, place: Place): void {
  search.steps += 1;
  const type = readType(search.types[place.type]);
  if (!type || search.steps > MAX_STEPS || place.depth > MAX_DEPTH) return;
  const { slot, name, depth } = place;
  const inner = (part: string, at: bigint, of: string | undefined) => {
    if (of !== undefined) visit(search, { name: `${name}${part}`, slot: at, type: of, depth: depth + 1 });
  };
  if (type.encoding === 'mapping') {
    for (const key of search.keys)
      if (search.steps < MAX_STEPS) inner(`[${describeKey(key, type.key)}]`, hashOf(key, slot), type.value);
    return;
  }
  if (type.members.length > 0) {
    for (const member of type.members) inner(`.${member.label}`, slot + member.slot, member.type);
    return;
  }
  if (type.encoding === 'dynamic_array') {
    note(search, slot, { name: `${name}.length`, type: 'uint256' });
    visitElements(search, { ...place, slot: hashOf(slot) }, { type, length: MAX_LENGTH });
  } else if (type.base !== undefined)
    visitElements(search, place, { type, length: (type.bytes + WORD - 1n) / WORD });
  else {
    if (type.encoding === 'bytes') noteRange(search, { ...place, slot: hashOf(slot) }, type);
    note(search, slot, { name, type: type.label });
  }
}

/** Only elements in slots that are wanted: an array may have any length. `length` is in slots. */
function visitElements(
  search: Search,
  { name, slot, depth }: Place,
  { type: { base }, length }: Readonly<{ type: Type; length: bigint }>,
): void {
  const element = base === undefined ? undefined : readType(search.types[base]);
  if (base === undefined || !element || element.bytes === 0n) return;
  const perSlot = element.bytes >= WORD ? 1n : WORD / element.bytes;
  const size = (element.bytes + WORD - 1n) / WORD;
  const starts = new Map<bigint, bigint>();
  for (const wanted of search.wanted) {
    const at = wanted - slot;
    if (at >= 0n && at < length) starts.set(slot + (at / size) * size, (at / size) * perSlot);
  }
  for (const [start, first] of starts)
    for (let index = first; index < first + perSlot; index += 1n)
      visit(search, { name: `${name}[${index}]`, slot: start, type: base, depth: depth + 1 });
}

/** The words of a long string. */
function noteRange(search: Search, { name, slot }: Place, { label }: Type): void {
  for (const wanted of search.wanted)
    if (wanted >= slot && wanted < slot + MAX_LENGTH) note(search, wanted, { name, type: label });
}

function note({ wanted, found }: Search, slot: bigint, { name, type }: SlotVariable): void {
  if (!wanted.has(slot)) return;
  const names = found.get(slot) ?? [];
  if (names.length < MAX_NAMES && name.length <= MAX_TEXT && type.length <= MAX_TEXT)
    found.set(slot, [...names, { name, type }]);
}

/** The slot of a key of a mapping at a slot, or of the first element of an array at it. */
function hashOf(...words: readonly (bigint | Buffer)[]): bigint {
  const bytes = words.map((word) =>
    typeof word === 'bigint' ? Buffer.from(word.toString(16).padStart(2 * WORD_BYTES, '0'), 'hex') : word,
  );
  return BigInt(`0x${keccak256(Buffer.concat(bytes)).toString('hex')}`);
}

function describeKey(key: Buffer, type: string | undefined): string {
  if (type === 't_address' || type?.startsWith('t_contract')) return `0x${key.toString('hex', 12)}`;
  if (type?.startsWith('t_uint')) return String(BigInt(`0x${key.toString('hex')}`));
  return `0x${key.toString('hex')}`;
}

function readType(value: unknown): Type | undefined {
  if (!isRecord(value) || typeof value.encoding !== 'string' || typeof value.label !== 'string')
    return undefined;
  const text = (one: unknown) => (typeof one === 'string' ? one : undefined);
  return {
    encoding: value.encoding,
    label: value.label,
    bytes: readInteger(value.numberOfBytes) ?? 0n,
    key: text(value.key),
    base: text(value.base),
    value: text(value.value),
    members: Array.isArray(value.members) ? readVariables(value.members) : [],
  };
}

function readVariables(list: readonly unknown[]): Variable[] {
  return list.flatMap((one) => {
    if (!isRecord(one) || typeof one.label !== 'string' || typeof one.type !== 'string') return [];
    const slot = readInteger(one.slot);
    return slot === undefined ? [] : [{ label: one.label, slot, type: one.type }];
  });
}

function readInteger(value: unknown): bigint | undefined {
  return typeof value === 'string' && /^\d{1,78}$/.test(value) ? BigInt(value) : undefined;
}
