import { readAccountDiffs } from './account-diffs';
import { bufferToHex, hexToBuffer, isHexData, quantityToBigint } from './hex';
import { isRecord } from './is-record';
import { readStorageChanges } from './storage-changes';

/** What replaces the state of an account: what is undefined stays; `slots` are words by slot, both 0x-prefixed hex. */
type AccountOverride = Readonly<{
  balance?: bigint | undefined;
  nonce?: bigint | undefined;
  code?: Buffer | undefined;
  slots: ReadonlyMap<string, string>;
}>;
/** By address, in lower case with 0x. */
export type StateOverrides = ReadonlyMap<string, AccountOverride>;

const ZERO_WORD = `0x${'0'.repeat(64)}`;
const GONE = { balance: 0n, nonce: 0n, code: Buffer.alloc(0) };

/** The state after a transaction, as overrides of what was before it, from prestateTracer's diff mode; undefined for other answers. */
export function readStateAfter(answer: unknown): StateOverrides | undefined {
  const [accounts, storage] = [readAccountDiffs(answer), readStorageChanges(answer)];
  if (accounts === undefined || storage === undefined) return undefined;
  const slotsOf = new Map(
    storage.map(({ address, slots }) => [
      bufferToHex(address),
      new Map(slots.map(({ slot, after }) => [bufferToHex(slot), bufferToHex(after)])),
    ]),
  );
  return new Map(
    accounts.map(({ address, before, after }): [string, AccountOverride] => {
      const key = bufferToHex(address);
      if (after === undefined) return [key, { ...GONE, slots: clearedSlots(before) }];
      return [key, { ...readAccount(after), slots: slotsOf.get(key) ?? new Map() }];
    }),
  );
}

/** A node leaves out what did not change. */
function readAccount(account: unknown): Omit<AccountOverride, 'slots'> {
  if (!isRecord(account)) return {};
  const { balance, nonce, code } = account;
  return {
    balance: readQuantity(balance),
    nonce: readQuantity(nonce),
    code: isHexData(code) ? hexToBuffer(code) : undefined,
  };
}

function readQuantity(value: unknown): bigint | undefined {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return BigInt(value);
  if (typeof value !== 'string') return undefined;
  try {
    return quantityToBigint(value);
  } catch {
    return undefined;
  }
}

function clearedSlots(account: unknown): ReadonlyMap<string, string> {
  const storage = isRecord(account) && isRecord(account.storage) ? account.storage : {};
  const slots = Object.keys(storage).filter((slot) => /^0x[0-9a-f]{64}$/i.test(slot));
  return new Map(slots.map((slot) => [slot.toLowerCase(), ZERO_WORD]));
}

/** Both together; the later ones win. */
export function mergeOverrides(earlier: StateOverrides, later: StateOverrides): StateOverrides {
  const merged = new Map(earlier);
  for (const [address, { balance, nonce, code, slots }] of later) {
    const known = merged.get(address);
    merged.set(address, {
      balance: balance ?? known?.balance,
      nonce: nonce ?? known?.nonce,
      code: code ?? known?.code,
      slots: known ? new Map([...known.slots, ...slots]) : slots,
    });
  }
  return merged;
}

/** How many accounts and slots they replace. */
export function sizeOfOverrides(overrides: StateOverrides): number {
  return [...overrides.values()].reduce((sum, { slots }) => sum + 1 + slots.size, 0);
}
