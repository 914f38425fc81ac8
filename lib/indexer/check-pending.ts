import { LRUCache } from 'lru-cache';
import type { Database } from '@/lib/db/open-database';
import type { BlockCheck } from '@/lib/evm/block-checks';
import type { Logger } from '@/lib/log';
import { type Forgery, findForgeries } from '@/lib/proof/check-signed';
import type { SenderRecovery } from '@/lib/proof/senders';
import { readSignedChainId } from '@/lib/proof/transaction';
import { DEPOSIT_TYPE, type SignedTransaction } from '@/lib/rpc/transaction';
import { readProvability } from './proven-ranges';

/** Leaves out pending transactions that their senders have not signed; those left out lately need no second look. */
export type PendingCheck = Readonly<{
  wasRefused(hash: Buffer): boolean;
  filter(transactions: readonly SignedTransaction[]): Promise<readonly SignedTransaction[]>;
}>;

/** What no block of a chain needs to pass any longer, no pending transaction does. */
const CHECKS: readonly BlockCheck[] = ['transaction_hashes', 'senders'];
const REPORT_EVERY_MS = 60_000;
/** Forged ones stand in every poll: they must not take the places of others. */
const MAX_REFUSED = 20_000;
const REFUSED_FOR_MS = 600_000;

/**
 * A check for the mempool of a chain: hash and sender of a pending transaction must follow from its fields and signature, where
 * its type is known, and it must be signed for this chain, or for any. On a chain whose blocks do not hold to these rules it leaves out nothing. `count` is told how many were
 * left out.
 */
export function createPendingCheck(parts: {
  db: Database;
  recover: SenderRecovery;
  log: Logger;
  count(forged: number): void;
  now?: () => number;
}): PendingCheck {
  const { db, recover, log, count, now = Date.now } = parts;
  let reportedAt: number | undefined;
  const refused = new LRUCache<string, true>({ max: MAX_REFUSED, ttl: REFUSED_FOR_MS });
  const isForeign = (transaction: SignedTransaction) => {
    const chainId = readSignedChainId(transaction);
    return chainId !== null && chainId !== BigInt(db.chainId);
  };
  const filter: PendingCheck['filter'] = async (transactions) => {
    // nobody signs a deposit, and none waits: the chain itself puts it into a block
    const deposits = transactions.filter(({ type }) => type === DEPOSIT_TYPE);
    const forged = new Map<SignedTransaction, Forgery | 'chain'>([
      ...(await findForgeries(transactions, recover)),
      ...deposits.map((deposit) => [deposit, 'signature'] as const),
      ...transactions.filter(isForeign).map((foreign) => [foreign, 'chain'] as const),
    ]);
    if (forged.size === 0) return transactions;
    const { checks } = await readProvability(db);
    if (CHECKS.some((check) => checks.includes(check))) return transactions;
    for (const { hash } of forged.keys()) refused.set(hash.toString('hex'), true);
    count(forged.size);
    if (reportedAt === undefined || now() - reportedAt > REPORT_EVERY_MS) {
      reportedAt = now();
      const [[first, what] = []] = forged;
      log.warn(
        { forged: forged.size, hash: first && `0x${first.hash.toString('hex')}`, what },
        'the node shows pending transactions that were not signed so: they are left out',
      );
    }
    return transactions.filter((transaction) => !forged.has(transaction));
  };
  return { wasRefused: (hash) => refused.has(hash.toString('hex')), filter };
}
