import { hadCodeAt } from '@/lib/api/address/code-query';
import { andInBlocks, type BlockRange } from '@/lib/api/block/query';
import { type WithMentioned, withMentioned } from '@/lib/api/lists/mentioned-query';
import { toArrayLiteral } from '@/lib/db/array-literal';
import { latestWithHash } from '@/lib/db/latest-with-hash';
import { limitRows } from '@/lib/db/limit-rows';
import type { Database, Fragment } from '@/lib/db/open-database';
import { readRows } from '@/lib/db/read-rows';
import type { Row } from '@/lib/db/tables';
import type { TransactionKind } from '@/lib/evm/transaction-kinds';
import { andActive } from './active-heights-query';

/** A transaction with its block; quantities are decimal strings, the timestamp is in Unix seconds. */
export type TransactionRow = Row<'transactions'> & {
  block_hash: Buffer;
  timestamp: number;
  base_fee_per_gas: string | null;
  /** When it was first seen in the mempool, and when the previous poll began (Unix ms); null when it was not seen. */
  first_seen: number | null;
  looked_before: number | null;
};

/** Position of a transaction in the chain. */
export type TransactionPosition = { block_number: number; index: number };

/** An EIP-7702 authorization. */
export type AuthorizationRow = Omit<
  Row<'transaction_authorizations'>,
  'block_number' | 'transaction_index' | 'index'
>;

/** Selects transactions `t` from `found`, joined with blocks `b`. */
export function selectTransactions(
  db: Database,
  found: Fragment = db.sql`${db.schema}.transactions`,
): Fragment {
  return db.sql`
    select t.*, b.hash as block_hash, b.timestamp, b.base_fee_per_gas, s.first_seen, s.looked_before
    from ${found} t join ${db.schema}.blocks b on b.number = t.block_number
    left join ${db.schema}.transaction_sightings s
      on s.block_number = t.block_number and s.transaction_index = t.index`;
}

/**
 * Relation with a transaction's position (at most one row; the newer of a duplicate hash). Join through it: a
 * reorganization between two queries could otherwise show another transaction's rows.
 */
export function positionByHash(db: Database, hash: Buffer | Fragment) {
  return latestWithHash(db, hash, db.sql`t.block_number, t.index`);
}

/** A transaction by hash, or undefined; the newer one of a duplicate hash. */
export async function findTransaction(db: Database, hash: Buffer): Promise<TransactionRow | undefined> {
  const rows = await db.sql<TransactionRow[]>`${transactionByHash(db, hash)}`;
  return rows[0];
}

/** Query for `findTransaction`. */
function transactionByHash(db: Database, hash: Buffer): Fragment {
  return selectTransactions(db, latestWithHash(db, hash, db.sql`t.*`));
}

/** Position of a transaction, or undefined. */
export async function findTransactionPosition(
  db: Database,
  hash: Buffer,
): Promise<TransactionPosition | undefined> {
  const rows = await db.sql<TransactionPosition[]>`
    select block_number, index from ${positionByHash(db, hash)} t`;
  return rows[0];
}

/** Hashes of the transactions next to one; null where there is none. */
export type NeighborsRow = Record<
  'previous_of_sender' | 'next_of_sender' | 'previous_in_block' | 'next_in_block',
  Buffer | null
>;

/** The transactions next to one, of its sender (whose order in the chain is that of nonces) and in its block. */
export async function findNeighbors(db: Database, hash: Buffer): Promise<NeighborsRow | undefined> {
  const transactions = db.sql`${db.schema}.transactions`;
  const rows = await db.sql<NeighborsRow[]>`
    select
      (select o.hash from ${transactions} o
        where o.from_address = t.from_address and (o.block_number, o.index) < (t.block_number, t.index)
        order by o.block_number desc, o.index desc limit 1) as previous_of_sender,
      (select o.hash from ${transactions} o
        where o.from_address = t.from_address and (o.block_number, o.index) > (t.block_number, t.index)
        order by o.block_number, o.index limit 1) as next_of_sender,
      (select o.hash from ${transactions} o
        where o.block_number = t.block_number and o.index = t.index - 1) as previous_in_block,
      (select o.hash from ${transactions} o
        where o.block_number = t.block_number and o.index = t.index + 1) as next_in_block
    from ${positionByHash(db, hash)} p
    join ${transactions} t on t.block_number = p.block_number and t.index = p.index`;
  return rows[0];
}

/** Transactions before a position, newest first (or after it, oldest first), optionally of one block and of some kinds; with what they mention. */
export async function listTransactions(
  db: Database,
  page: {
    before: TransactionPosition | undefined;
    block?: number;
    kinds?: readonly TransactionKind[];
    limit: number;
    isOldestFirst?: boolean;
  },
): Promise<(TransactionRow & WithMentioned)[]> {
  const { before, block, kinds = [] } = page;
  const [direction, comparison] = page.isOldestFirst ? [db.sql`asc`, db.sql`>`] : [db.sql`desc`, db.sql`<`];
  const position = before
    ? db.sql`(t.block_number, t.index) ${comparison} (${before.block_number}::bigint, ${before.index}::integer)
        and t.block_number ${comparison}= ${before.block_number}::bigint`
    : db.sql`true`;
  const inBlock = block === undefined ? db.sql`` : db.sql`and t.block_number = ${block}`;
  // Limit before the join: the planner may otherwise scan blocks without transactions.
  const listed = db.sql`(
    select * from ${db.schema}.transactions t where ${position} ${inBlock} ${ofKinds(db, kinds)}
    order by t.block_number ${direction}, t.index ${direction} ${limitRows(db, page.limit)}
  )`;
  return readRows<TransactionRow & WithMentioned>(
    withMentioned(db, 'transactions', {
      rows: selectTransactions(db, listed),
      order: db.sql`page.block_number ${direction}, page.index ${direction}`,
    }),
  );
}

/** Transactions of any of the kinds (none: all). Only blob transactions have an index over the whole chain. */
function ofKinds(db: Database, kinds: readonly TransactionKind[]): Fragment {
  if (kinds.length === 0) return db.sql``;
  const isOf: Readonly<Record<TransactionKind, Fragment>> = {
    coin_transfer: db.sql`t.value > 0`,
    contract_call: hadCodeAt(db, {
      address: db.sql`t.to_address`,
      block: db.sql`t.block_number`,
      index: db.sql`t.index`,
    }),
    contract_creation: db.sql`t.to_address is null`,
    token_creation: db.sql`exists (select 1 from ${db.schema}.tokens k where k.address = t.created_contract)`,
    token_transfer: db.sql`t.token_transfers_count > 0`,
    blob_transaction: db.sql`t.type = 3`,
    set_code_transaction: db.sql`t.type = 4`,
  };
  const any = kinds.map((kind) => isOf[kind]).reduce((one, other) => db.sql`${one} or ${other}`);
  return db.sql`and (${any})`;
}

/** Transactions an address sent, received (or was created by), or all. */
export type AddressRole = 'from' | 'to' | undefined;

/** A part of an address's list: behind `before`, newest first or oldest first, of some blocks. */
export type AddressPage = Readonly<{
  role: AddressRole;
  before: TransactionPosition | undefined;
  limit: number;
  isOldestFirst?: boolean | undefined;
  blocks?: BlockRange | undefined;
}>;

/** An address's transactions before a position, newest first, or after it, oldest first, with what they mention. One index scan per role. */
export async function listAddressTransactions(
  db: Database,
  address: Buffer,
  page: AddressPage,
): Promise<(TransactionRow & WithMentioned)[]> {
  const direction = page.isOldestFirst ? db.sql`asc` : db.sql`desc`;
  return readRows<TransactionRow & WithMentioned>(
    withMentioned(db, 'transactions', {
      rows: db.sql`${selectTransactions(db)} join (${listPositions(db, address, page)}) p
        on p.block_number = t.block_number and p.index = t.index`,
      order: db.sql`page.block_number ${direction}, page.index ${direction}`,
    }),
  );
}

/** The positions of a part of an address's list, in order. */
function listPositions(db: Database, address: Buffer, page: AddressPage): Fragment {
  const { role, before, limit, isOldestFirst = false, blocks } = page;
  const [direction, comparison] = isOldestFirst ? [db.sql`asc`, db.sql`>`] : [db.sql`desc`, db.sql`<`];
  const isBehind =
    before === undefined
      ? db.sql``
      : db.sql`and (t.block_number, t.index) ${comparison} (${before.block_number}::bigint, ${before.index}::integer)
          and t.block_number ${comparison}= ${before.block_number}::bigint`;
  const isInBlocks = andInBlocks(db, db.sql`t`, blocks);
  const positions = positionsOfAddress(
    db,
    { address, role },
    {
      isBefore: db.sql`${isBehind} ${isInBlocks}`,
      newest: db.sql`order by t.block_number ${direction}, t.index ${direction} ${limitRows(db, limit)}`,
    },
  );
  return db.sql`
    select * from (${positions}) positions order by block_number ${direction}, index ${direction} ${limitRows(db, limit)}`;
}

/** Distinct positions of an address's transactions: one index scan per role, limited by `bounds`. */
export function positionsOfAddress(
  db: Database,
  { address, role }: Readonly<{ address: Buffer; role: AddressRole }>,
  bounds: Readonly<{ isBefore: Fragment; newest: Fragment }> = { isBefore: db.sql``, newest: db.sql`` },
): Fragment {
  const { isBefore, newest } = bounds;
  const isActive = andActive(db, address, db.sql`t.block_number`);
  const where = (condition: Fragment) => db.sql`(
    select t.block_number, t.index from ${db.schema}.transactions t
    where ${condition} ${isActive} ${isBefore} ${newest}
  )`;
  const sent = where(db.sql`t.from_address = ${address}`);
  const received = db.sql`
    ${where(db.sql`t.to_address = ${address}`)}
    union ${where(db.sql`t.created_contract = ${address}`)}`;
  return role === 'from' ? sent : role === 'to' ? received : db.sql`${sent} union ${received}`;
}

/** The EIP-7702 authorizations of a transaction, in order. */
export async function listAuthorizations(db: Database, hash: Buffer): Promise<AuthorizationRow[]> {
  return await db.sql<AuthorizationRow[]>`
    select a.chain_id, a.address, a.nonce, a.y_parity, a.r, a.s, a.authority
    from ${positionByHash(db, hash)} t
    join ${db.schema}.transaction_authorizations a
      on a.block_number = t.block_number and a.transaction_index = t.index
    order by a.index`;
}

/** The transactions at positions, each once; missing ones are left out. */
export async function listTransactionsAt(
  db: Database,
  positions: readonly TransactionPosition[],
): Promise<TransactionRow[]> {
  if (positions.length === 0) return [];
  const heights = toArrayLiteral(positions.map(({ block_number }) => block_number));
  const indexes = toArrayLiteral(positions.map(({ index }) => index));
  const found = db.sql`(
    select x.* from (
      select distinct p.block_number, p.index
      from unnest(${heights}::bigint[], ${indexes}::integer[]) p (block_number, index)
    ) p
    cross join lateral (
      select * from ${db.schema}.transactions where block_number = p.block_number and index = p.index offset 0
    ) x
  )`;
  return await db.sql<TransactionRow[]>`${selectTransactions(db, found)}`;
}
