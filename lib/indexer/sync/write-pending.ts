import { toArrayLiteral } from '@/lib/db/array-literal';
import { copyRows } from '@/lib/db/copy-rows';
import { latestWithHash } from '@/lib/db/latest-with-hash';
import type { Database, Transaction } from '@/lib/db/open-database';
import { CHAIN_COLUMNS, type NewRow } from '@/lib/db/tables';
import { runTransaction } from '@/lib/db/transaction';
import { recoverAuthority } from '@/lib/evm/recover-authority';
import type { SignedTransaction } from '@/lib/rpc/transaction';
import { authorizationRecord, pendingRecord } from '@/lib/rpc/transaction-record';
import type { PendingCheck } from './check-pending';
import type { MempoolSourceKind, PollResult } from './mempool-source';
import { lockState } from './state';

/** A result, and when the poll ended (Unix ms). */
export type MempoolPoll = PollResult & Readonly<{ seenAt: number }>;

/** Pending transactions stored; above it, new ones are ignored. */
const MAX_PENDING = 10_000;
/** Dropped and replaced transactions stored; above it, the oldest are deleted. */
const MAX_LEFT = 10_000;
const LEFT_FOR_MS = 24 * 3_600_000;
/** Limits of what one poll may add: transactions, bytes of their input, recovered signatures. */
const MAX_ADDED = 1_000;
const MAX_ADDED_BYTES = 4 * 1024 * 1024;
const MAX_ADDED_AUTHORIZATIONS = 400;
/** No node accepts larger ones into its mempool. */
const MAX_INPUT_BYTES = 128 * 1024;
const MAX_AUTHORIZATIONS = 200;
/** Minimum interval between updates of `last_seen`: rows are wide. */
const TOUCH_EVERY_MS = 30_000;
const STORE_EVERY_MS = 15_000;

/** Adds new transactions that pass the check, touches known ones; returns the hashes above the limit of one poll. */
export async function writePoll(db: Database, poll: MempoolPoll, check?: PendingCheck): Promise<Buffer[]> {
  const storable = poll.transactions.filter((one) => isStorable(one) && !check?.wasRefused(one.hash));
  const found = new Map(storable.map((one) => [one.hash.toString('hex'), one]));
  if (found.size === 0) return [];
  const hashes = [...found.values()].map(({ hash }) => hash);
  const known = await db.sql<{ hash: Buffer; is_due: boolean }[]>`
    select hash, replaced_in is null and (left_at is not null or last_seen < ${poll.seenAt - TOUCH_EVERY_MS}) as is_due
    from ${db.schema}.pending_transactions where hash = any(${toArrayLiteral(hashes)}::bytea[])`;
  const due = known.flatMap(({ hash, is_due }) => (is_due ? [hash] : []));
  for (const { hash } of known) found.delete(hash.toString('hex'));
  await touchPending(db, due, poll.seenAt);
  const unknown = [...found.values()];
  const taken = takeWithinLimits(unknown);
  await addPending(db, check ? await check.filter(taken) : taken, poll);
  const left = new Set(unknown);
  for (const one of taken) left.delete(one);
  return [...left].map(({ hash }) => hash);
}

/** Marks transactions as seen, and as pending again if they were dropped. */
export async function touchPending(db: Database, hashes: readonly Buffer[], seenAt: number): Promise<void> {
  if (hashes.length === 0) return;
  await withIndexLocked(
    db,
    (sql) => sql`
      update ${db.schema}.pending_transactions set last_seen = ${seenAt}, left_at = null
      where hash = any(${toArrayLiteral(hashes)}::bytea[]) and replaced_in is null`,
  );
}

/** Marks transactions as dropped unless they were seen since `before`. */
export async function dropPending(
  db: Database,
  hashes: readonly Buffer[],
  times: Readonly<{ leftAt: number; before: number }>,
): Promise<void> {
  if (hashes.length === 0) return;
  await withIndexLocked(
    db,
    (sql) => sql`
      update ${db.schema}.pending_transactions set left_at = ${times.leftAt}
      where hash = any(${toArrayLiteral(hashes)}::bytea[]) and left_at is null and last_seen < ${times.before}`,
  );
}

/** Removes transactions unless they were seen since `before`: those of a chain that went back never come again. */
export async function deletePending(db: Database, hashes: readonly Buffer[], before: number): Promise<void> {
  if (hashes.length === 0) return;
  await withIndexLocked(
    db,
    (sql) => sql`
      with gone as (
        delete from ${db.schema}.pending_transactions
        where hash = any(${toArrayLiteral(hashes)}::bytea[]) and left_at is null and last_seen < ${before}
        returning hash
      )
      delete from ${db.schema}.pending_authorizations where hash in (select hash from gone)`,
  );
}

/** Pending transactions not seen since `before`, the longest unseen first. */
export async function listUnseen(db: Database, before: number, limit: number): Promise<Buffer[]> {
  const rows = await db.sql<{ hash: Buffer }[]>`
    select hash from ${db.schema}.pending_transactions
    where left_at is null and last_seen < ${before} order by last_seen limit ${limit}`;
  return rows.map(({ hash }) => hash);
}

/** Deletes transactions dropped or replaced a day ago, and the oldest above the limit. */
export async function deleteExpired(db: Database, now: number): Promise<void> {
  await withIndexLocked(
    db,
    (sql) => sql`
      delete from ${db.schema}.pending_transactions
      where left_at < greatest(${now - LEFT_FOR_MS}::bigint, (
        select left_at from ${db.schema}.pending_transactions where left_at is not null
        order by left_at desc offset ${MAX_LEFT} limit 1
      ))`,
  );
}

/** Stores how the node exposes its mempool, and when it was polled. */
export async function storeMempoolStatus(
  db: Database,
  source: MempoolSourceKind | 'none',
  now: number,
): Promise<void> {
  await db.sql`
    insert into ${db.schema}.node_pool as stored (source, looked_at) values (${source}, ${now})
    on conflict (only_row) do update set source = excluded.source, looked_at = excluded.looked_at
    where stored.source <> excluded.source or stored.looked_at < ${now - STORE_EVERY_MS}::bigint`;
}

function isStorable({ input, authorizations }: SignedTransaction): boolean {
  return input.length <= MAX_INPUT_BYTES && authorizations.length <= MAX_AUTHORIZATIONS;
}

function takeWithinLimits(transactions: readonly SignedTransaction[]): SignedTransaction[] {
  let bytes = 0;
  let signatures = 0;
  return transactions.slice(0, MAX_ADDED).filter(({ input, authorizations }) => {
    bytes += input.length;
    signatures += authorizations.length;
    return (
      bytes <= MAX_ADDED_BYTES && (authorizations.length === 0 || signatures <= MAX_ADDED_AUTHORIZATIONS)
    );
  });
}

async function addPending(
  db: Database,
  transactions: readonly SignedTransaction[],
  poll: MempoolPoll,
): Promise<void> {
  if (transactions.length === 0) return;
  const authorizations = (await Promise.all(transactions.map(decodePendingAuthorizations))).flat();
  await withIndexLocked(db, async (sql) => {
    const isNew = await findNew(sql, db, transactions);
    const rows = transactions.filter(isNew).map((one) => decodePendingRow(one, poll));
    await copyRows(
      sql,
      { db, table: 'pending_transactions', columns: CHAIN_COLUMNS.pending_transactions },
      rows,
    );
    await copyRows(
      sql,
      { db, table: 'pending_authorizations', columns: CHAIN_COLUMNS.pending_authorizations },
      authorizations.filter(isNew),
    );
  });
}

/** A filter for transactions to store: while there is room, and neither stored nor mined by now. */
async function findNew(sql: Transaction, db: Database, transactions: readonly SignedTransaction[]) {
  const hashes = transactions.map(({ hash }) => hash);
  const rows = await sql<{ hash: Buffer }[]>`
    select n.hash from unnest(${toArrayLiteral(hashes)}::bytea[]) with ordinality as n (hash, position)
    where not exists (select from ${db.schema}.pending_transactions p where p.hash = n.hash)
      and not exists (select from ${latestWithHash(db, sql`n.hash`, sql`t.index`)} t)
    order by n.position limit greatest(0, ${MAX_PENDING} - (
      select count(*) from ${db.schema}.pending_transactions where left_at is null
    ))`;
  const taken = new Set(rows.map(({ hash }) => hash.toString('hex')));
  return ({ hash }: { hash: Buffer }) => taken.has(hash.toString('hex'));
}

/** Serializes with the block writer, so that no transaction mined meanwhile is stored as pending. */
async function withIndexLocked(
  db: Database,
  work: (sql: Transaction) => PromiseLike<unknown>,
): Promise<void> {
  await runTransaction(db.sql, async (sql) => {
    await lockState(sql, db);
    await work(sql);
  });
}

const unchanged = (value: bigint) => value;

/** The row of a transaction first seen at `seenAt`, after the poll that began at `lookedBefore` (Unix ms). */
function decodePendingRow(
  transaction: SignedTransaction,
  { seenAt, lookedBefore }: Readonly<{ seenAt: number; lookedBefore: number }>,
): NewRow<'pending_transactions'> {
  return {
    ...pendingRecord(transaction, unchanged),
    first_seen: seenAt,
    looked_before: lookedBefore,
    last_seen: seenAt,
    left_at: null,
    replaced_by: null,
    replaced_in: null,
  };
}

/** The rows of a transaction's authorizations, with their signers. */
async function decodePendingAuthorizations({
  hash,
  authorizations,
}: SignedTransaction): Promise<NewRow<'pending_authorizations'>[]> {
  return Promise.all(
    authorizations.map(async (authorization, index) => ({
      hash,
      index,
      ...authorizationRecord(authorization, await recoverAuthority(authorization), unchanged),
    })),
  );
}
