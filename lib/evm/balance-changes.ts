import { readAccountDiffs } from './account-diffs';
import { quantityToBigint } from './hex';
import { isRecord } from './is-record';

/** Coin balance of an address before and after a transaction, in wei. */
export type BalanceChange = Readonly<{ address: Buffer; before: bigint; after: bigint }>;

/** Reads coin balance changes, sorted by address, from prestateTracer's diff mode; undefined for other answers. */
export function readBalanceChanges(answer: unknown): BalanceChange[] | undefined {
  return readAccountDiffs(answer)?.flatMap(({ address, ...state }) => {
    const before = balanceOf(state.before) ?? 0n;
    // an unchanged balance is left out
    const after = state.after === undefined ? 0n : (balanceOf(state.after) ?? before);
    return before === after ? [] : [{ address, before, after }];
  });
}

function balanceOf(account: unknown): bigint | undefined {
  if (!isRecord(account) || typeof account.balance !== 'string') return undefined;
  try {
    return quantityToBigint(account.balance);
  } catch {
    return undefined;
  }
}
