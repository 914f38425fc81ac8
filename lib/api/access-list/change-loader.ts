import type { CallContext } from '@/lib/api/implement';
import type { TransactionRow } from '@/lib/api/transaction/query';
import { type AccountChange, type ListedChange, listChangesAt } from '@/lib/evm/block-access-list';
import { listBalancesBefore } from './query';

/** The changes of a transaction by the access list of its block, and whether the list is proven. */
export type ListedChanges = Readonly<{ changes: readonly AccountChange[]; isProven: boolean }>;
/** A change, `before` null where neither list, index nor node has it. `isBeforeProven`: the node was not needed for it. */
export type WholeChange<Value = bigint> = Readonly<{
  before: Value | null;
  after: Value;
  isBeforeProven: boolean;
}>;

/** Loads what a transaction changed from the stored access list; undefined without one. */
export async function loadListedChanges(
  { db, services }: CallContext,
  { block_number, index }: Pick<TransactionRow, 'block_number' | 'index'>,
): Promise<ListedChanges | undefined> {
  const stored = await services.accessList(db, block_number);
  return stored && { changes: listChangesAt(stored.list, index + 1), isProven: stored.isProven };
}

/** The value before of each change, where the list has none, from `fetch`: values in the order of the given changes. */
export async function completeChanges<Change extends ListedChange<Value>, Value>(
  changes: readonly Change[],
  isListProven: boolean,
  fetch: (missing: readonly Change[]) => Promise<readonly (Value | undefined)[]>,
): Promise<WholeChange<Value>[]> {
  const missing = changes.filter(({ before }) => before === undefined);
  const fetched = new Map((await fetch(missing)).map((value, at) => [missing[at], value]));
  return changes.map((change) => ({
    before: change.before ?? fetched.get(change) ?? null,
    after: change.after,
    isBeforeProven: isListProven && change.before !== undefined,
  }));
}

/** A change of a coin balance. */
type BalanceChange = ListedChange & Readonly<{ address: Buffer }>;

/** The balances before a transaction: from an earlier change in the block, else from earlier lists, else from the node. */
export async function completeBalances(
  { db, services }: CallContext,
  changes: readonly BalanceChange[],
  { height, isProven }: Readonly<{ height: number; isProven: boolean }>,
): Promise<WholeChange[]> {
  const unlisted = changes.filter(({ before }) => before === undefined);
  const addresses = unlisted.map(({ address }) => address);
  const indexed = new Map(
    (await listBalancesBefore(db, addresses, height)).map((balance, at) => [unlisted[at], balance]),
  );
  const known = changes.map((change) => ({
    ...change,
    before: change.before ?? indexed.get(change) ?? undefined,
  }));
  return completeChanges(known, isProven, (missing) =>
    Promise.all(missing.map(({ address }) => services.coinBalance(db.chainId, address, height - 1))),
  );
}
