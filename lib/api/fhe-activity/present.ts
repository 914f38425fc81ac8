import type { ConfirmedRow } from '@/lib/api/fhe-deployment/confirmed-query';
import { typeOfOperation } from '@/lib/api/fhe-operation/present';
import { presentToken } from '@/lib/api/token/present';
import type { TokenRow } from '@/lib/api/token/query';
import type { FheActivity, FheProfile } from '@/lib/endpoints/fhe-activity';
import type { SampleRow } from './query';

/** The sums over all operations of a sample. */
export function presentSample(rows: readonly SampleRow[]): FheActivity['sample'] {
  const all = rows.find((row) => row.of === 'all');
  return {
    from_block: all?.from_block ?? null,
    operation_count: all?.operation_count ?? 0,
    transaction_count: all?.transaction_count ?? 0,
    total_hcu: all?.total_hcu ?? 0,
  };
}

/** The operations of a sample by name, most HCU first. */
export function presentKinds(rows: readonly SampleRow[]): FheActivity['kinds'] {
  return rows
    .flatMap(({ operation, operation_count, transaction_count, total_hcu }) =>
      operation === null
        ? []
        : [{ operation, type: typeOfOperation(operation), operation_count, transaction_count, total_hcu }],
    )
    .sort((one, other) => other.total_hcu - one.total_hcu || (one.operation < other.operation ? -1 : 1));
}

/** Confidential tokens, confirmed ones first and not confirmed ones last, else in their order; at most `limit`. */
export function presentFheTokens(
  tokens: readonly TokenRow[],
  confirmed: readonly ConfirmedRow[],
  limit: number,
): FheActivity['tokens'] {
  const byAddress = new Map(tokens.map((row) => [row.address.toString('hex'), row]));
  return RANKS.flatMap((rank) => confirmed.filter(({ is_confirmed }) => is_confirmed === rank))
    .flatMap(({ address, is_confirmed }) => {
      const row = byAddress.get(address.toString('hex'));
      return row === undefined ? [] : [{ token: presentToken(row), is_confirmed }];
    })
    .slice(0, limit);
}

const RANKS = [true, null, false];

/** The five quartiles of a distribution; null without values. */
export function presentSpread(quartiles: readonly number[] | null): FheProfile['hcu'] {
  const [minimum, quarter, median, three_quarters, maximum] = quartiles ?? [];
  const isWhole =
    minimum !== undefined && quarter !== undefined && median !== undefined && three_quarters !== undefined;
  return isWhole && maximum !== undefined ? { minimum, quarter, median, three_quarters, maximum } : null;
}
