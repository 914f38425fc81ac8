import { callExtra } from '@/lib/client/call';
import type { FheTransaction } from '@/lib/endpoints/fhe-activity';
import { getTransactionOverview, type TransactionOverview } from '@/lib/endpoints/transaction-overview';

/** What a mined transaction did stays as it is; names that are learnt later show after this. */
const KEPT_MS = 600_000;

/** The last one of each chain that the API serves. */
const latest = new Map<string, Readonly<{ hash: string; overview: TransactionOverview; until: number }>>();

/**
 * The overview of the first successful one of these transactions, else of the first; undefined without any. It is asked for
 * when the hash changes, as pages that refresh themselves show the same one many times.
 */
export async function explainNewest(
  chain: string,
  transactions: readonly FheTransaction[],
): Promise<TransactionOverview | undefined> {
  const hash = (transactions.find(({ status }) => status === 'ok') ?? transactions[0])?.hash;
  if (hash === undefined) return undefined;
  const kept = latest.get(chain);
  if (kept?.hash === hash && kept.until > performance.now()) return kept.overview;
  const overview = await callExtra(getTransactionOverview, {
    ...{ chain, params: { transaction_hash_param: hash } },
  });
  if (overview !== undefined) latest.set(chain, { hash, overview, until: performance.now() + KEPT_MS });
  return overview;
}
