import { createBoundedCache } from '@/lib/bounded-cache';
import type { Database } from '@/lib/db/open-database';
import type { BlockCheck } from '@/lib/evm/block-checks';
import type { Logger } from '@/lib/log';
import { type Forgery, findForgeries } from '@/lib/proof/check-signed';
import type { SenderRecovery } from '@/lib/proof/senders';
import { readSignedChainId } from '@/lib/proof/transaction';
import { DEPOSIT_TYPE, type SignedTransaction } from '@/lib/rpc/transaction';
import { readProvability } from './proven-ranges';

/** Leaves out pending transactions that their senders did not sign; `wasRefused` saves checking one twice. */
export type PendingCheck = Readonly<{
  wasRefused(hash: Buffer): boolean;
  filter(transactions: readonly SignedTransaction[]): Promise<readonly SignedTransaction[]>;
}>;

/** No pending transaction is left out on a chain whose blocks fail one of these checks. */
const CHECKS: readonly BlockCheck[] = ['transaction_hashes', 'senders'];
const REPORT_EVERY_MS = 60_000;
/** Every poll returns the same forged transactions: they must not displace others. */
const MAX_REFUSED = 20_000;
const REFUSED_FOR_MS = 600_000;

/**
 * Creates the check of a chain's mempool: if its type is known, a pending transaction's hash and sender must follow from
 * its fields and signature, and it must be signed for this chain or for any. Leaves out nothing on a chain whose blocks
 * break these rules. `count` gets the number left out.
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
  const refused = createBoundedCache<string, true>({
    ...{ name: 'refused_pending', maxBytes: 400 * MAX_REFUSED, maxKeys: MAX_REFUSED, ttlMs: REFUSED_FOR_MS },
  });
  const isForeign = (transaction: SignedTransaction) => {
    const chainId = readSignedChainId(transaction);
    return chainId !== null && chainId !== BigInt(db.chainId);
  };
  const filter: PendingCheck['filter'] = async (transactions) => {
    // a deposit is unsigned and never pending: the chain itself includes it
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
        'node returned pending transactions with invalid signatures; ignoring them',
      );
    }
    return transactions.filter((transaction) => !forged.has(transaction));
  };
  return { wasRefused: (hash) => refused.has(hash.toString('hex')), filter };
}
