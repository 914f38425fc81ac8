import type { Database } from '@/lib/db/open-database';
import type { Signatures } from '@/lib/evm/signatures';
import { findAverageBlockTimeMs } from '@/lib/queries/block';
import { createCache } from './cache';
import type { CoinBalances } from './coin-balances';

/** What handlers share beside the database: made once at the start. */
export type Services = Readonly<{
  /** The chain's mean time between blocks in ms, at most ten seconds old; undefined with fewer than two blocks. */
  averageBlockTimeMs(db: Database): Promise<number | undefined>;
  /** The coin balance of an address in wei after a block, or on the newest state; undefined when no node tells in time. */
  coinBalance: CoinBalances;
  /** The interfaces that calls and errors are decoded with; earlier ones lead. */
  signatures: readonly Signatures[];
}>;

/** Makes the services over these interfaces, and over nodes where there are some. */
export function createServices(
  signatures: readonly Signatures[],
  coinBalance: CoinBalances = async () => undefined,
): Services {
  const averages = createCache<number | undefined>({ ttlMs: 10_000, maxKeys: 1_000 });
  return {
    signatures,
    coinBalance,
    averageBlockTimeMs: (db) => averages(String(db.chainId), () => findAverageBlockTimeMs(db)),
  };
}
