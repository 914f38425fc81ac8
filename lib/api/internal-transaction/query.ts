import { andInBlocks, type BlockRange } from '@/lib/api/block/query';
import { readBoundedScan } from '@/lib/api/lists/bounded-scan-query';
import { positionByHash } from '@/lib/api/transaction/query';
import type { Database, Fragment } from '@/lib/db/open-database';
import type { Row } from '@/lib/db/tables';
import type { InternalType } from '@/lib/evm/internal-types';

/** An internal transaction; quantities are decimal strings, the timestamp is in Unix seconds. */
export type InternalTransactionRow = Omit<Row<'internal_transactions'>, 'input_size'> & {
  transaction_hash: Buffer;
  timestamp: number;
  /** Of a self-destruct in favour of the contract itself: its coin is burnt, by the rules of its block. */
  is_burnt?: boolean;
};

/** Position of an internal transaction in the chain. */
export type InternalPosition = Readonly<{ block_number: number; transaction_index: number; index: number }>;

/** Scope of a list: newest first for the chain or an address, else in execution order. */
export type InternalScope =
  | { kind: 'all' }
  | { kind: 'address'; address: Buffer; role: 'from' | 'to' | undefined; blocks?: BlockRange | undefined }
  | { kind: 'transaction'; hash: Buffer; order: 'asc' | 'desc' }
  | { kind: 'block'; number: number; types: readonly InternalType[] | undefined };

/** The internal transactions of a scope after a cursor. */
export async function listInternalTransactions(
  db: Database,
  scope: InternalScope,
  page: { after: InternalPosition | undefined; limit: number },
): Promise<InternalTransactionRow[]> {
  const order = orderOf(scope);
  const sorting = db.sql`c.block_number ${order(db)}, c.transaction_index ${order(db)}, c.index ${order(db)}`;
  const bounds = { sorting, isAfter: isAfter(db, order === ascending, page.after), limit: page.limit };
  return await db.sql<InternalTransactionRow[]>`
    with page as materialized (${callsOf(db, scope, bounds)})
    ${selectInternals(db, db.sql`page`)} order by ${sorting}`;
}

function selectInternals(db: Database, found: Fragment): Fragment {
  return db.sql`
    select c.block_number, c.transaction_index, c.index, c.depth, c.type, c.from_address, c.to_address,
      c.created_contract, c.value, c.gas_limit, c.gas_used, c.input, c.output, c.error, c.is_undone,
      t.hash as transaction_hash, b.timestamp, ${isBurnt(db)} as is_burnt
    from ${found} c
    join ${db.schema}.transactions t on t.block_number = c.block_number and t.index = c.transaction_index
    join ${db.schema}.blocks b on b.number = c.block_number`;
}

/** Since Cancun (EIP-6780) only that of a contract that is new, since Amsterdam none (EIP-8246). */
function isBurnt(db: Database): Fragment {
  return db.sql`
    c.type = 'selfdestruct' and c.to_address = c.from_address and b.block_access_list_hash is null
      and (b.excess_blob_gas is null or exists (
        select from ${db.schema}.internal_transactions n
        where n.block_number = c.block_number and n.transaction_index = c.transaction_index
          and n.created_contract = c.from_address and not n.is_undone
      ))`;
}

const ascending = (db: Database) => db.sql`asc`;
const descending = (db: Database) => db.sql`desc`;

function orderOf(scope: InternalScope) {
  const isAscending = scope.kind === 'block' || (scope.kind === 'transaction' && scope.order === 'asc');
  return isAscending ? ascending : descending;
}

function isAfter(db: Database, isAscending: boolean, after: InternalPosition | undefined): Fragment {
  if (after === undefined) return db.sql`true`;
  const cursor = db.sql`(${after.block_number}::bigint, ${after.transaction_index}::integer, ${after.index}::integer)`;
  const position = db.sql`(c.block_number, c.transaction_index, c.index)`;
  const comparison = isAscending ? db.sql`>` : db.sql`<`;
  return db.sql`
    ${position} ${comparison} ${cursor} and c.block_number ${comparison}= ${after.block_number}::bigint`;
}

type PageBounds = Readonly<{ sorting: Fragment; isAfter: Fragment; limit: number }>;

function callsOf(db: Database, scope: InternalScope, bounds: PageBounds): Fragment {
  switch (scope.kind) {
    case 'all':
      return callsWhere(db, db.sql`true`, bounds);
    case 'block': {
      const types = scope.types;
      const isListed = types === undefined ? db.sql`` : db.sql`and c.type = any(${[...types]}::text[])`;
      return callsWhere(db, db.sql`c.block_number = ${scope.number} ${isListed}`, bounds);
    }
    case 'transaction':
      return db.sql`
        select c.* from ${positionByHash(db, scope.hash)} p
        join ${db.schema}.internal_transactions c
          on c.block_number = p.block_number and c.transaction_index = p.index
        where ${bounds.isAfter} order by ${bounds.sorting} limit ${bounds.limit}`;
    case 'address':
      return callsOfAddress(db, scope, bounds);
  }
}

/** Condition for the calls `c` to an address, and for the creations of it that stayed. */
export function isReceiver(db: Database, address: Buffer): Fragment {
  return db.sql`coalesce(c.to_address, c.created_contract) = ${address}
    and (c.created_contract is null or not c.is_undone)`;
}

/** One index scan per role, each limited to a page; `union` removes self-calls found by both. */
function callsOfAddress(
  db: Database,
  { address, role, blocks }: Extract<InternalScope, { kind: 'address' }>,
  bounds: PageBounds,
): Fragment {
  const isInBlocks = andInBlocks(db, db.sql`c`, blocks);
  const sent = db.sql`c.from_address = ${address} ${isInBlocks}`;
  const received = db.sql`${isReceiver(db, address)} ${isInBlocks}`;
  if (role !== undefined) return callsWhere(db, role === 'from' ? sent : received, bounds);
  return db.sql`
    select * from (
      select * from (${callsWhere(db, sent, bounds)}) m
      union
      select * from (${callsWhere(db, received, bounds)}) g
    ) c order by ${bounds.sorting} limit ${bounds.limit}`;
}

function callsWhere(
  db: Database,
  condition: Fragment,
  { isAfter: after, sorting, limit }: PageBounds,
): Fragment {
  return db.sql`
    select c.* from ${db.schema}.internal_transactions c where ${condition} and ${after}
    order by ${sorting} limit ${limit}`;
}

/** Internal transactions read per call. */
const MAX_SCANNED = 1_000;

/**
 * The internal transactions of an address that moved at least `minValue` wei (a decimal), newest first. A bounded scan, of
 * `size` calls: continue at `scannedTo`, undefined at the end.
 */
export async function listValuedInternals(
  db: Database,
  scope: Extract<InternalScope, { kind: 'address' }>,
  page: { after: InternalPosition | undefined; limit: number; minValue: string; size?: number },
): Promise<{ rows: InternalTransactionRow[]; scannedTo: InternalPosition | undefined }> {
  const sorting = db.sql`c.block_number desc, c.transaction_index desc, c.index desc`;
  const { size = MAX_SCANNED } = page;
  const scanned = callsOf(db, scope, { sorting, isAfter: isAfter(db, false, page.after), limit: size });
  const moving = db.sql`(
    select * from scanned c where c.value >= ${page.minValue}::numeric and not c.is_undone
    order by ${sorting} limit ${page.limit}
  )`;
  return await readBoundedScan<InternalTransactionRow, InternalPosition>(db, {
    ...{ scanned, size, found: selectInternals(db, moving) },
    position: db.sql`block_number, transaction_index, index`,
    sorting: db.sql`block_number desc, transaction_index desc, index desc`,
  });
}

/** Counts the internal transactions of an address, up to `limit`. */
export async function countAddressInternals(db: Database, address: Buffer, limit: number): Promise<number> {
  const rows = await db.sql<{ calls: number }[]>`
    select least(${limit}, count(*))::integer as calls from (
      (
        select block_number, transaction_index, index from ${db.schema}.internal_transactions
        where from_address = ${address} order by block_number desc limit ${limit}
      ) union (
        select block_number, transaction_index, index from ${db.schema}.internal_transactions c
        where ${isReceiver(db, address)} order by block_number desc limit ${limit}
      )
    ) c`;
  return rows[0]?.calls ?? 0;
}

/** A transaction's number of internal transactions, null without traces; undefined for an unknown transaction. */
export async function findInternalSummary(
  db: Database,
  hash: Buffer,
): Promise<Readonly<{ count: number | null }> | undefined> {
  const rows = await db.sql<{ count: number | null }[]>`
    select t.internal_transactions_count as count
    from ${positionByHash(db, hash)} p
    join ${db.schema}.transactions t on t.block_number = p.block_number and t.index = p.index`;
  return rows[0];
}
