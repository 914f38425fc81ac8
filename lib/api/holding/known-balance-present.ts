import type { BalanceSource } from '@/lib/endpoints/token';
import type { StoredBalance } from './stored-balance-query';

/**
 * A balance, a decimal integer from 0, its source and its height; nulls when it is unknown.
 * `sum` is then the sum of the indexed transfers, if above zero.
 */
export type KnownBalance = Readonly<{
  value: string | null;
  source: BalanceSource;
  block: number | null;
  sum: string | null;
}>;

/** Blocks after which a called balance is refreshed when shown. */
const FRESH_BLOCKS = 32;

/** Whether the contract must be called for a balance, or for a current one. */
export function needsCall(stored: StoredBalance): boolean {
  if (stored.tip_number === null || stored.balances_by === 'none') return false;
  if (isSumBalance(stored)) return false;
  return stored.called_block === null || stored.tip_number - stored.called_block > FRESH_BLOCKS;
}

/** The balance, with the result of a call at the tip. A sum counts as one only where it was verified. */
export function knownBalance(stored: StoredBalance, answer?: bigint | null): KnownBalance {
  if (isSumBalance(stored))
    return { value: stored.sum, source: 'transfers', block: stored.tip_number, sum: null };
  if (typeof answer === 'bigint')
    return { value: String(answer), source: 'balanceOf', block: stored.tip_number, sum: null };
  if (stored.called !== null && stored.balances_by !== 'none')
    return { value: stored.called, source: 'balanceOf', block: stored.called_block, sum: null };
  const isPositive = stored.sum !== null && BigInt(stored.sum) > 0n;
  return { value: null, source: null, block: null, sum: isPositive ? stored.sum : null };
}

/** A negative sum is not a balance: the comparison is out of date. */
function isSumBalance({ balances_by, sum }: StoredBalance): boolean {
  return balances_by === 'transfers' && sum !== null && BigInt(sum) >= 0n;
}
