import type { Database, Fragment } from '@/lib/db/open-database';
import type { Row } from '@/lib/db/tables';
import type { AddressRole, AuthorizationRow } from './query';

/** A mempool transaction; quantities are decimal strings, times are Unix ms of the indexer's clock. */
export type PendingTransactionRow = Omit<
  Row<'pending_transactions'>,
  'first_seen' | 'looked_before' | 'last_seen' | 'replaced_in'
> & {
  /** Null when only the node knows it. */
  first_seen: number | null;
};

type PendingPosition = Readonly<{ first_seen: number; hash: Buffer }>;

type PendingPage = Readonly<{ before: PendingPosition | undefined; limit: number }>;

/** A mempool polled longer ago is not reported. */
const FRESH_MS = 120_000;

function select(db: Database) {
  return db.sql`
    select p.hash, p.type, p.from_address, p.to_address, p.nonce, p.value, p.input, p.gas_limit, p.gas_price,
      p.max_fee_per_gas, p.max_priority_fee_per_gas, p.max_fee_per_blob_gas, p.blob_versioned_hashes,
      p.first_seen, p.left_at, p.replaced_by
    from ${db.schema}.pending_transactions p`;
}

/** A transaction by hash, even if it has recently left the mempool. */
export async function findPendingTransaction(
  db: Database,
  hash: Buffer,
): Promise<PendingTransactionRow | undefined> {
  const rows = await db.sql<PendingTransactionRow[]>`${select(db)} where p.hash = ${hash}`;
  return rows[0];
}

/** Pending transactions, newest first. */
export async function listPendingTransactions(
  db: Database,
  { before, limit }: PendingPage,
): Promise<PendingTransactionRow[]> {
  return await db.sql<PendingTransactionRow[]>`
    ${select(db)} where p.left_at is null ${isBefore(db, before)}
    order by p.first_seen desc, p.hash desc limit ${limit}`;
}

/** Pending transactions from or to an address, newest first. One index scan per role. */
export async function listAddressPendingTransactions(
  db: Database,
  address: Buffer,
  { role, before, limit }: PendingPage & { role: AddressRole },
): Promise<PendingTransactionRow[]> {
  const newest = (condition: Fragment) => db.sql`(
    select p.hash, p.first_seen from ${db.schema}.pending_transactions p
    where p.left_at is null and ${condition} ${isBefore(db, before)}
    order by p.first_seen desc, p.hash desc limit ${limit}
  )`;
  const sent = newest(db.sql`p.from_address = ${address}`);
  const received = newest(db.sql`p.to_address = ${address}`);
  const positions = role === 'from' ? sent : role === 'to' ? received : db.sql`${sent} union ${received}`;
  return await db.sql<PendingTransactionRow[]>`
    ${select(db)} join (
      select * from (${positions}) positions order by first_seen desc, hash desc limit ${limit}
    ) n on n.hash = p.hash
    order by p.first_seen desc, p.hash desc`;
}

/** The EIP-7702 authorizations of a pending transaction, in order. */
export async function listPendingAuthorizations(db: Database, hash: Buffer): Promise<AuthorizationRow[]> {
  return await db.sql<AuthorizationRow[]>`
    select chain_id, address, nonce, y_parity, r, s, authority
    from ${db.schema}.pending_authorizations where hash = ${hash} order by index`;
}

/** Number of pending transactions; undefined when the mempool is unavailable or not polled for two minutes. */
export async function countPendingTransactions(db: Database, now: number): Promise<number | undefined> {
  const rows = await db.sql<{ count: number }[]>`
    select (
      select count(*) from ${db.schema}.pending_transactions where left_at is null
    ) as count
    from ${db.schema}.node_pool where source <> 'none' and looked_at > ${now - FRESH_MS}`;
  return rows[0]?.count;
}

function isBefore(db: Database, before: PendingPosition | undefined): Fragment {
  return before === undefined
    ? db.sql``
    : db.sql`and (p.first_seen, p.hash) < (${before.first_seen}::bigint, ${before.hash}::bytea)`;
}
