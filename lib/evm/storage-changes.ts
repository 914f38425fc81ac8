import { hexToBuffer, isHexData, isHexOfLength } from './hex';

/** A storage slot before and after a transaction, 32 bytes each. */
type SlotChange = Readonly<{ slot: Buffer; before: Buffer; after: Buffer }>;
/** The storage slots of a contract that a transaction changed, sorted by slot. */
export type StorageChange = Readonly<{ address: Buffer; slots: readonly SlotChange[] }>;

type Fields = Readonly<Record<string, unknown>>;

const WORD = 32;
const NO_SLOTS: Fields = {};

/** Reads storage changes, sorted by address, from prestateTracer's diff mode; undefined for other answers. */
export function readStorageChanges(answer: unknown): StorageChange[] | undefined {
  if (!isObject(answer) || !isObject(answer.pre) || !isObject(answer.post)) return undefined;
  const { pre, post } = answer;
  const addresses = [...new Set([...Object.keys(pre), ...Object.keys(post)])];
  return addresses.sort().flatMap((address) => {
    if (!isHexOfLength(address, 20)) return [];
    const slots = compareSlots(storageOf(pre[address]), storageOf(post[address]));
    return slots.length === 0 ? [] : [{ address: hexToBuffer(address), slots }];
  });
}

/** A slot that is zero before or after is left out of that side. */
function compareSlots(before: Fields, after: Fields): SlotChange[] {
  const slots = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return slots.sort().flatMap((slot) => {
    const key = readWord(slot);
    const [was, is] = [readWord(before[slot] ?? '0x'), readWord(after[slot] ?? '0x')];
    return key && was && is && !was.equals(is) ? [{ slot: key, before: was, after: is }] : [];
  });
}

function storageOf(account: unknown): Fields {
  return isObject(account) && isObject(account.storage) ? account.storage : NO_SLOTS;
}

function readWord(value: unknown): Buffer | undefined {
  if (!isHexData(value) || value.length > 2 + 2 * WORD) return undefined;
  const bytes = hexToBuffer(value);
  return Buffer.concat([Buffer.alloc(WORD - bytes.length), bytes]);
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
