import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database, Fragment } from '@/lib/db/open-database';
import type { Row } from '@/lib/db/tables';
import { TOKEN_TYPES, type TokenType } from '@/lib/evm/token-standards';
import { positionByHash } from './transaction';

/**
 * One moved thing. An event that moves several token ids is one row an id, equal ids added up; `index_in_batch` is
 * where the id stands first in the event, null for an event that moves one thing.
 */
export type TokenTransferRow = Pick<
  Row<'token_transfers'>,
  'log_index' | 'token_address' | 'token_type' | 'from_address' | 'to_address' | 'encrypted_amount'
> & {
  token_id: string | null;
  value: string | null;
  index_in_batch: number | null;
};

/** Where a page begins: after a log, or, with `indexInBatch`, inside the event of a log. */
export type TransfersStart = { afterLog: number } | { log: number; belowIndex: number };

/** Which of a transaction's moved things: of some standards (none given: of all), at most `limit` from `start` on. */
export type TransfersPage = Readonly<{
  start: TransfersStart | undefined;
  types: readonly TokenType[];
  limit: number;
}>;

/**
 * A query of the moved things of a transaction, by log; those of one event in descending `index_in_batch`, as the
 * upstream API lists them. Reads no more events than the page needs, and of a huge event only what grouping its ids
 * takes. `transaction` is a relation of at most one row, with `block_number` and `index`.
 */
export function transferRows(db: Database, transaction: Fragment, page: TransfersPage): Fragment {
  const { start, types, limit } = page;
  const first = start === undefined ? 0 : 'log' in start ? start.log : start.afterLog + 1;
  const inside = start !== undefined && 'log' in start ? start : { log: -1, belowIndex: 0 };
  const ofTypes = types.length === 0 ? db.sql`` : db.sql`and e.token_type = any(${[...types]}::text[])`;
  // Every event gives at least one row, except the one that the page before has shown completely.
  return db.sql`
    with events as materialized (
      select e.*, ${countIds(db)}
      from ${transaction} t
      join ${db.schema}.token_transfers e on e.block_number = t.block_number and e.transaction_index = t.index
      where e.log_index >= ${first} ${ofTypes}
      order by e.log_index limit ${limit + 1}
    )
    select e.log_index, e.token_address, e.token_type, e.from_address, e.to_address, e.encrypted_amount,
      i.token_id::text, i.value::text, i.index_in_batch
    from events e cross join lateral ${spreadEvent(db)} i
    where e.log_index <> ${inside.log} or i.index_in_batch < ${inside.belowIndex}
    order by e.log_index, i.index_in_batch desc limit ${limit}`;
}

/** The moved things of a transaction. */
export async function listTransactionTransfers(
  db: Database,
  hash: Buffer,
  page: TransfersPage,
): Promise<TokenTransferRow[]> {
  return await db.sql<TokenTransferRow[]>`${transferRows(db, positionByHash(db, hash), page)}`;
}

/** A moved thing in a list across transactions: with its transaction, `input` and `called` give the method. */
export type ListedTransferRow = TokenTransferRow & {
  block_number: number;
  transaction_hash: Buffer;
  block_hash: Buffer;
  timestamp: number;
  input: Buffer;
  called: Buffer | null;
};

/** Which transfers a list holds: all, a token's, an NFT's, or those from or to an address (no direction: both). */
export type TransferScope =
  | { kind: 'all'; types: readonly TokenType[] }
  | { kind: 'token'; token: Buffer }
  | { kind: 'instance'; token: Buffer; tokenId: string }
  | {
      kind: 'address';
      address: Buffer;
      direction: 'from' | 'to' | undefined;
      types: readonly TokenType[];
      token: Buffer | undefined;
    };

/** Where a page of a list begins: behind an event, or, with `belowIndex`, inside it. */
export type TransferPlace = Readonly<{ block_number: number; index: number; belowIndex: number | undefined }>;

/**
 * The moved things of a scope, newest first; those of one event in descending `index_in_batch`. Every part of a scope
 * is read through an index that has its order, no further than the page needs.
 */
export async function listTransfers(
  db: Database,
  scope: TransferScope,
  page: { start: TransferPlace | undefined; limit: number },
): Promise<ListedTransferRow[]> {
  const { start, limit } = page;
  const reach = { start, limit: limit + 1 };
  const inside = start ?? { block_number: -1, index: -1 };
  const onlyId = scope.kind === 'instance' ? scope.tokenId : undefined;
  return await db.sql<ListedTransferRow[]>`
    with events as materialized (
      select e.*, ${countIds(db)} from (${eventsOf(db, scope, reach)}) e
      order by e.block_number desc, e.log_index desc limit ${limit + 1}
    )
    select e.block_number, e.log_index, e.token_address, e.token_type, e.from_address, e.to_address,
      e.encrypted_amount, i.token_id, i.value, i.index_in_batch,
      t.hash as transaction_hash, t.input, t.to_address as called, b.hash as block_hash, b.timestamp
    from events e
    join ${db.schema}.transactions t on t.block_number = e.block_number and t.index = e.transaction_index
    join ${db.schema}.blocks b on b.number = e.block_number
    cross join lateral ${spreadEvent(db, onlyId)} i
    where (e.block_number, e.log_index) <> (${inside.block_number}, ${inside.index})
      or i.index_in_batch < ${start?.belowIndex ?? 0}
    order by e.block_number desc, e.log_index desc, i.index_in_batch desc limit ${limit}`;
}

/** How far a scope is read: from the page's start on, no more events than the page can show. */
type Reach = Readonly<{ start: TransferPlace | undefined; limit: number }>;

function eventsOf(db: Database, scope: TransferScope, reach: Reach): Fragment {
  switch (scope.kind) {
    case 'all':
      return eventsByType(db, { types: scope.types, condition: db.sql`true` }, reach);
    case 'token':
      return newestEvents(db, db.sql`e.token_address = ${scope.token}`, reach);
    case 'instance':
      return eventsOfInstance(db, scope, reach);
    case 'address':
      return eventsOfAddress(db, scope, reach);
  }
}

function eventsOfInstance(
  db: Database,
  { token, tokenId }: { token: Buffer; tokenId: string },
  reach: Reach,
): Fragment {
  return db.sql`
    select e.* from (
      select m.* from ${db.schema}.token_instance_transfers m
      where m.token_address = ${token} and m.token_id = ${tokenId}::numeric
        and ${isReached(db, db.sql`(m.block_number, m.log_index)`, reach)}
      order by m.block_number desc, m.log_index desc limit ${reach.limit}
    ) m
    join ${db.schema}.token_transfers e on e.token_address = m.token_address
      and e.block_number = m.block_number and e.log_index = m.log_index`;
}

function eventsOfAddress(
  db: Database,
  { address, direction, types, token }: Extract<TransferScope, { kind: 'address' }>,
  reach: Reach,
): Fragment {
  const ofToken = token === undefined ? db.sql`` : db.sql`and e.token_address = ${token}`;
  const from = { types, token, condition: db.sql`e.from_address = ${address} ${ofToken}` };
  const to = { types, token, condition: db.sql`e.to_address = ${address} ${ofToken}` };
  if (direction !== undefined) return eventsByType(db, direction === 'from' ? from : to, reach);
  // What an address sends to itself comes by both: to pass it over would be to read on for as long as there is more.
  return db.sql`
    select distinct on (block_number, log_index) * from (
      select * from (${eventsByType(db, from, reach)}) f
      union all
      select * from (${eventsByType(db, to, reach)}) g
    ) both_sides`;
}

/**
 * The newest events of some standards (none given: of all), read standard by standard; of one token only those that it
 * has shown: no event would be found in all of the others.
 */
function eventsByType(
  db: Database,
  {
    types,
    condition,
    token,
  }: { types: readonly TokenType[]; condition: Fragment; token?: Buffer | undefined },
  reach: Reach,
): Fragment {
  const named = toArrayLiteral(types.length === 0 ? TOKEN_TYPES : types);
  const ofType = db.sql`${condition} and e.token_type = k.type`;
  const isShown =
    token === undefined
      ? db.sql``
      : db.sql`join ${db.schema}.token_types s on s.token_address = ${token} and s.type = k.type`;
  return db.sql`
    select e.* from unnest(${named}::text[]) as k (type) ${isShown}
    cross join lateral (${newestEvents(db, ofType, reach)}) e`;
}

function newestEvents(db: Database, condition: Fragment, reach: Reach): Fragment {
  return db.sql`
    select e.* from ${db.schema}.token_transfers e
    where ${condition} and ${isReached(db, db.sql`(e.block_number, e.log_index)`, reach)}
    order by e.block_number desc, e.log_index desc limit ${reach.limit}`;
}

function isReached(db: Database, position: Fragment, { start }: Reach): Fragment {
  if (start === undefined) return db.sql`true`;
  const here = db.sql`(${start.block_number}::bigint, ${start.index}::integer)`;
  return start.belowIndex === undefined ? db.sql`${position} < ${here}` : db.sql`${position} <= ${here}`;
}

/** Beside an event's columns: how many ids and amounts it has. */
function countIds(db: Database): Fragment {
  return db.sql`
    coalesce(cardinality(e.token_ids), 0) as ids_count, cardinality(e.amounts) as amounts_count`;
}

/**
 * What the event `e` moved, one row an id, or only the one id. `e` must come from a materialized relation: then a
 * huge array is unpacked once to count it and not for each of its elements.
 */
function spreadEvent(db: Database, onlyId?: string): Fragment {
  const isShown = onlyId === undefined ? db.sql`` : db.sql`and id = ${onlyId}::numeric`;
  return db.sql`(
    select e.token_ids[1] as token_id, coalesce(e.amount, e.amounts[1]) as value, null::integer as index_in_batch
    where e.ids_count <= 1
    union all
    select id, sum(moved), (min(rank) - 1)::integer
    from unnest(e.token_ids, e.amounts) with ordinality as batch (id, moved, rank)
    where e.ids_count > 1 and rank <= e.amounts_count ${isShown}
    group by id
  )`;
}
