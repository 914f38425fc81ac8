import { loadAddressesOf } from '@/lib/api/address/mention-loader';
import type { TransactionRow } from '@/lib/api/transaction/query';
import type { Database } from '@/lib/db/open-database';
import type { StorageChanges } from '@/lib/endpoints/call-tree';
import { bufferToBigint } from '@/lib/evm/hex';
import type { StorageChange } from '@/lib/evm/storage-changes';
import { message } from '@/lib/messages/message';
import { loadSlotNames } from './slot-name-loader';
import { presentTracedSlots } from './storage-present';

const MAX_SLOTS = 300;
/** Accounts that are listed. */
export const MAX_ACCOUNTS = 100;
/** Of a state diff, whose nonces and codes are not listed. */
export const NO_ACCOUNTS = { accounts: [], accounts_count: 0, is_proven: false };

/** Presents the slots that a transaction changed, by the state diff of a node. */
export async function loadTracedSlots(
  db: Database,
  storage: readonly StorageChange[],
  row: TransactionRow,
): Promise<StorageChanges> {
  const { shown, count } = cutSlots(storage);
  const addresses = await loadAddressesOf(db, shown, ({ address }) => address);
  const words = shown.map(({ address, slots }) => ({
    address,
    slots: slots.map(({ slot }) => bufferToBigint(slot)),
  }));
  const namesOf = await loadSlotNames(db, words, { row, addresses });
  return {
    ...NO_ACCOUNTS,
    accounts: [],
    items: shown.map((contract) => presentTracedSlots(contract, { addresses, namesOf })),
    slots_count: count,
    source: 'node',
    meta: noteOf({ slots: count, accounts: 0, isBeforeKnown: true }),
  };
}

/** Why slots or accounts are missing. */
export function noteOf({
  slots,
  accounts,
  isBeforeKnown,
}: Readonly<{ slots: number; accounts: number; isBeforeKnown: boolean }>): StorageChanges['meta'] {
  if (slots > MAX_SLOTS)
    return { status: 'partial', ...message('slots_listed_in_part', { shown: MAX_SLOTS, count: slots }) };
  if (accounts > MAX_ACCOUNTS)
    return {
      status: 'partial',
      ...message('accounts_listed_in_part', { shown: MAX_ACCOUNTS, count: accounts }),
    };
  return isBeforeKnown ? null : { status: 'partial', ...message('slots_before_unknown') };
}

/** The first slots, and how many there are. */
export function cutSlots<Slot, Contract extends Readonly<{ slots: readonly Slot[] }>>(
  storage: readonly Contract[],
) {
  let room = MAX_SLOTS;
  const shown = storage.flatMap((contract) => {
    const slots = contract.slots.slice(0, room);
    room -= slots.length;
    return slots.length === 0 ? [] : [{ ...contract, slots, count: contract.slots.length }];
  });
  return { shown, count: storage.reduce((sum, { slots }) => sum + slots.length, 0) };
}
