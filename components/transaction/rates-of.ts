import type { PastRate, Rate } from '@/components/chain/worth';
import type { Transaction } from '@/lib/endpoints/transaction';

/** The price of the coin now, and at the time of the block of a transaction. */
export function ratesOf(
  transaction: Pick<
    Transaction,
    | 'exchange_rate'
    | 'exchange_rate_source'
    | 'historic_exchange_rate'
    | 'historic_exchange_rate_source'
    | 'timestamp'
  >,
): { now: Rate; past: PastRate } {
  return {
    now: { rate: transaction.exchange_rate, source: transaction.exchange_rate_source },
    past: {
      rate: transaction.historic_exchange_rate,
      source: transaction.historic_exchange_rate_source,
      timestamp: transaction.timestamp,
    },
  };
}
