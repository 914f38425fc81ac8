/** A value after a point of the block: `index` 0 is before its transactions, i + 1 after transaction i, n + 1 after all n. */
export type IndexedValue<Value = bigint> = Readonly<{ index: number; value: Value }>;
/** The values of a storage slot; slots and values are integers of 256 bits. */
type SlotValues = Readonly<{ slot: bigint; changes: readonly IndexedValue[] }>;
/** What a block did to an account: balances in wei; the code of a delegation is 0xef0100 and an address, no code is empty. */
export type AccountAccess = Readonly<{
  address: Buffer;
  storageChanges: readonly SlotValues[];
  /** Slots that were read or written, but not changed. */
  storageReads: readonly bigint[];
  balanceChanges: readonly IndexedValue[];
  nonceChanges: readonly IndexedValue[];
  codeChanges: readonly IndexedValue<Buffer>[];
}>;
/** A block's access list (EIP-7928): the accounts that it accessed, by address. */
export type BlockAccessList = readonly AccountAccess[];

/** A value before and after; `before` is undefined where the list does not have it: then it is that of the parent block. */
export type ListedChange<Value = bigint> = Readonly<{ before: Value | undefined; after: Value }>;
/** What changed in an account; undefined where nothing did. */
export type AccountChange = Readonly<{
  address: Buffer;
  balance: ListedChange | undefined;
  nonce: ListedChange | undefined;
  code: ListedChange<Buffer> | undefined;
  slots: readonly (ListedChange & Readonly<{ slot: bigint }>)[];
}>;

/** Size of an access list: accounts, and slots that were changed or only read. */
export type AccessCounts = Readonly<{ accounts: number; changedSlots: number; readSlots: number }>;

/** The size of a list. */
export function countAccesses(list: BlockAccessList): AccessCounts {
  let [changedSlots, readSlots] = [0, 0];
  for (const { storageChanges, storageReads } of list) {
    changedSlots += storageChanges.length;
    readSlots += storageReads.length;
  }
  return { accounts: list.length, changedSlots, readSlots };
}

/** What changed at an index (that of a transaction is i + 1), by address: accounts without changes are left out. */
export function listChangesAt(list: BlockAccessList, index: number): AccountChange[] {
  return list.flatMap((account) => {
    const change = {
      address: account.address,
      balance: changeAt(account.balanceChanges, index),
      nonce: changeAt(account.nonceChanges, index),
      code: changeAt(account.codeChanges, index),
      slots: account.storageChanges.flatMap(({ slot, changes }) => {
        const found = changeAt(changes, index);
        return found ? [{ slot, ...found }] : [];
      }),
    };
    const { balance, nonce, code, slots } = change;
    return balance || nonce || code || slots.length > 0 ? [change] : [];
  });
}

function changeAt<Value>(
  changes: readonly IndexedValue<Value>[],
  index: number,
): ListedChange<Value> | undefined {
  const at = changes.findIndex((change) => change.index === index);
  const found = changes[at];
  return found && { before: changes[at - 1]?.value, after: found.value };
}
