import { findBlockAtTime, findLatestBlock } from '@/lib/api/block/query';
import type { Database } from '@/lib/db/open-database';
import { RANKED, READ_OF_HOUR } from '@/lib/endpoints/last-hour';
import { listLargestTransactions, listTransferredTokens } from './query';

const HOUR_S = 3_600;

/** What stands out in the hour before the latest block, times in seconds; undefined without blocks. */
export type Rankings = NonNullable<Awaited<ReturnType<typeof rankLastHour>>>;

/** Ranks the tokens and transactions of the hour before the latest block; undefined without blocks. */
export async function rankLastHour(db: Database) {
  const latest = await findLatestBlock(db);
  if (latest === undefined) return undefined;
  const beginning = latest.timestamp - HOUR_S;
  const from = (await findBlockAtTime(db, beginning + 1, 'after')) ?? latest.number;
  const sample = { from, read: READ_OF_HOUR, limit: RANKED };
  const [tokens, transactions] = await Promise.all([
    listTransferredTokens(db, sample),
    listLargestTransactions(db, sample),
  ]);
  return {
    until: latest.timestamp,
    tokens,
    tokensSince: tokens[0]?.since ?? beginning,
    transactions,
    transactionsSince: transactions[0]?.since ?? beginning,
  };
}
