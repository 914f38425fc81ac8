import { readAccountDiffs } from './account-diffs';
import { hexToBuffer, isHexData } from './hex';
import { isRecord } from './is-record';

/** A storage slot before and after a transaction, 32 bytes each. */
type SlotChange = Readonly<{ slot: Buffer; before: Buffer; after: Buffer }>;
/** The storage slots of a contract that a transaction changed, sorted by slot. */
export type StorageChange = Readonly<{ address: Buffer; slots: readonly SlotChange[] }>;

type Fields = Readonly<Record<string, unknown>>;

const WORD = 32;
const NO_SLOTS: Fields = {};

/** Reads storage changes, sorted by address, from prestateTracer's diff mode; undefined for other answers. */
export function readStorageChanges(answer: unknown): StorageChange[] | undefined {
  return readAccountDiffs(answer)?.flatMap(({ address, before, after }) => {
    const slots = compareSlots(storageOf(before), storageOf(after));
    return slots.length === 0 ? [] : [{ address, slots }];
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
  return isRecord(account) && isRecord(account.storage) ? account.storage : NO_SLOTS;
}

function readWord(value: unknown): Buffer | undefined {
  if (!isHexData(value) || value.length > 2 + 2 * WORD) return undefined;
  const bytes = hexToBuffer(value);
  return Buffer.concat([Buffer.alloc(WORD - bytes.length), bytes]);
}
