import { andInBlocks, type BlockRange } from '@/lib/api/block/query';
import { type WithMentioned, withMentioned } from '@/lib/api/lists/mentioned-query';
import { positionByHash } from '@/lib/api/transaction/query';
import { toArrayLiteral } from '@/lib/db/array-literal';
import { limitRows } from '@/lib/db/limit-rows';
import type { Database, Fragment } from '@/lib/db/open-database';
import { readRows } from '@/lib/db/read-rows';
import type { Row } from '@/lib/db/tables';
import { DEPOSIT_TOPIC, WITHDRAWAL_TOPIC } from '@/lib/evm/decode-transfers';
import { TOKEN_TYPES, type TokenType } from '@/lib/evm/token-standards';
import { ZERO_ADDRESS } from '@/lib/evm/zero-address';
import { eventsOfSide, type Side, type SideScope, sideOf } from './side-query';

/**
 * A token transfer; an event of several token IDs gives a row per ID, equal IDs summed. `index_in_batch` is the
 * first index of the ID, null for single transfers.
 */
export type TokenTransferRow = Pick<
  Row<'token_transfers'>,
  'log_index' | 'token_address' | 'token_type' | 'from_address' | 'to_address' | 'encrypted_amount'
> & {
  token_id: string | null;
  value: string | null;
  index_in_batch: number | null;
  /** Its log is a deposit or withdrawal of a wrapped coin: nothing was minted or burnt. */
  is_wrap: boolean;
};

/** Start of a page: after a log, or inside its event with `belowIndex`. */
export type TransfersStart = { afterLog: number } | { log: number; belowIndex: number };

/** Page of a transaction's transfers, of some standards (none: all). */
export type TransfersPage = Readonly<{
  start: TransfersStart | undefined;
  types: readonly TokenType[];
  limit: number;
}>;

/**
 * Query for a transaction's transfers by log index, then descending `index_in_batch` (like upstream). Reads no more
 * events than needed. `transaction` is a relation of at most one row with `block_number` and `index`.
 */
export function transferRows(db: Database, transaction: Fragment, page: TransfersPage): Fragment {
  const { start, types, limit } = page;
  const first = start === undefined ? 0 : 'log' in start ? start.log : start.afterLog + 1;
  const inside = start !== undefined && 'log' in start ? start : { log: -1, belowIndex: 0 };
  const ofTypes = types.length === 0 ? db.sql`` : db.sql`and e.token_type = any(${[...types]}::text[])`;
  // Each event gives at least one row, except one fully shown on the previous page.
  return db.sql`
    with events as materialized (
      select e.*, ${countIds(db)}, ${isWrap(db)} as is_wrap
      from ${transaction} t
      join ${db.schema}.token_transfers e on e.block_number = t.block_number and e.transaction_index = t.index
      where e.log_index >= ${first} ${ofTypes}
      order by e.log_index limit ${limit + 1}
    )
    select e.log_index, e.token_address, e.token_type, e.from_address, e.to_address, e.encrypted_amount,
      ${movedId(db)}::text as token_id, ${movedValue(db)}::text as value, i.index_in_batch, e.is_wrap
    from events e ${spreadEvent(db)}
      and (e.log_index <> ${inside.log} or i.index_in_batch < ${inside.belowIndex})
    order by e.log_index, i.index_in_batch desc limit ${limit}`;
}

/** The token transfers of a transaction. */
export async function listTransactionTransfers(
  db: Database,
  hash: Buffer,
  page: TransfersPage,
): Promise<TokenTransferRow[]> {
  return await db.sql<TokenTransferRow[]>`${transferRows(db, positionByHash(db, hash), page)}`;
}

/** A token transfer with its block and transaction; `input` and `called` identify the method. */
export type ListedTransferRow = TokenTransferRow & {
  block_number: number;
  transaction_hash: Buffer;
  /** Signer of the transaction. */
  signer: Buffer;
  block_hash: Buffer;
  timestamp: number;
  input: Buffer;
  called: Buffer | null;
};

/** Scope of a transfer list (no direction: both). */
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
      blocks?: BlockRange | undefined;
    };

/** Start of a page: after an event, or inside it with `belowIndex`. */
export type TransferCursor = Readonly<{
  block_number: number;
  index: number;
  belowIndex: number | undefined;
}>;

/** The transfers of a scope, newest first, then descending `index_in_batch`, from ordered index scans. */
export async function listTransfers(
  db: Database,
  scope: TransferScope,
  page: PageBounds,
): Promise<ListedTransferRow[]> {
  return await db.sql<ListedTransferRow[]>`
    ${listedTransfers(db, scope, page)}`;
}

/** The same with what they mention. */
export async function listTransfersMentioning(
  db: Database,
  scope: TransferScope,
  page: PageBounds,
): Promise<(ListedTransferRow & WithMentioned)[]> {
  return readRows<ListedTransferRow & WithMentioned>(
    withMentioned(db, 'transfers', {
      rows: listedTransfers(db, scope, page),
      order: db.sql`page.block_number desc, page.log_index desc, page.index_in_batch desc`,
    }),
  );
}

function listedTransfers(db: Database, scope: TransferScope, { start, limit }: PageBounds): Fragment {
  const reach = { start, limit: limit + 1 };
  const inside = start ?? { block_number: -1, index: -1 };
  const onlyId = scope.kind === 'instance' ? scope.tokenId : undefined;
  return db.sql`
    with events as materialized (
      select e.*, ${countIds(db)}, ${isWrap(db)} as is_wrap from (${eventsOf(db, scope, reach)}) e
      order by e.block_number desc, e.log_index desc ${limitRows(db, limit + 1)}
    )
    select e.block_number, e.log_index, e.token_address, e.token_type, e.from_address, e.to_address,
      e.encrypted_amount, ${movedId(db)} as token_id, ${movedValue(db)} as value, i.index_in_batch, e.is_wrap,
      t.hash as transaction_hash, t.from_address as signer, t.input, t.to_address as called, b.hash as block_hash, b.timestamp
    from events e
    join ${db.schema}.transactions t on t.block_number = e.block_number and t.index = e.transaction_index
    join ${db.schema}.blocks b on b.number = e.block_number
    ${spreadEvent(db, onlyId)}
      and ((e.block_number, e.log_index) <> (${inside.block_number}, ${inside.index})
        or i.index_in_batch < ${start?.belowIndex ?? 0})
    order by e.block_number desc, e.log_index desc, i.index_in_batch desc ${limitRows(db, limit)}`;
}

type PageBounds = Readonly<{ start: TransferCursor | undefined; limit: number }>;

function eventsOf(db: Database, scope: TransferScope, reach: PageBounds): Fragment {
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
  reach: PageBounds,
): Fragment {
  return db.sql`
    select e.* from (
      select m.* from ${db.schema}.token_instance_transfers m
      where m.token_address = ${token} and m.token_id = ${tokenId}::numeric
        and ${isReached(db, db.sql`m`, reach)}
      order by m.block_number desc, m.log_index desc ${limitRows(db, reach.limit)}
    ) m
    join ${db.schema}.token_transfers e on e.token_address = m.token_address
      and e.block_number = m.block_number and e.log_index = m.log_index`;
}

function eventsOfAddress(
  db: Database,
  scope: Extract<TransferScope, { kind: 'address' }>,
  reach: PageBounds,
): Fragment {
  const { direction } = scope;
  const of = (side: Side) =>
    scope.token === undefined
      ? eventsOfSide(db, { ...scope, side }, reach)
      : eventsOfSideAndToken(db, { ...scope, side, token: scope.token }, reach);
  if (direction !== undefined) return of(direction);
  // Transfers to self are found by both scans; excluding them from one could scan without bound.
  return db.sql`
    select distinct on (block_number, log_index) * from (
      select * from (${of('from')}) f
      union all
      select * from (${of('to')}) g
    ) both_sides`;
}

/** The transfers of one token that the address sent or received: by its index, or by that of the side. */
function eventsOfSideAndToken(
  db: Database,
  { side, address, types, token, blocks }: SideScope & { token: Buffer },
  reach: PageBounds,
): Fragment {
  const inBlocks = andInBlocks(db, db.sql`e`, blocks);
  const condition = db.sql`${sideOf(db, side)} = ${address} ${inBlocks} and e.token_address = ${token}`;
  return eventsByType(db, { types, condition, token }, reach);
}

/** One index scan per standard (none: all); for a single token only its own, as other scans would find nothing. */
function eventsByType(
  db: Database,
  {
    types,
    condition,
    token,
  }: { types: readonly TokenType[]; condition: Fragment; token?: Buffer | undefined },
  reach: PageBounds,
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

function newestEvents(db: Database, condition: Fragment, reach: PageBounds): Fragment {
  return db.sql`
    select e.* from ${db.schema}.token_transfers e
    where ${condition} and ${isReached(db, db.sql`e`, reach)}
    order by e.block_number desc, e.log_index desc ${limitRows(db, reach.limit)}`;
}

/** The height alone leaves out newer partitions, which the position does not. */
function isReached(db: Database, row: Fragment, { start }: PageBounds): Fragment {
  if (start === undefined) return db.sql`true`;
  const comparison = start.belowIndex === undefined ? db.sql`<` : db.sql`<=`;
  return db.sql`
    (${row}.block_number, ${row}.log_index) ${comparison} (${start.block_number}::bigint, ${start.index}::integer)
    and ${row}.block_number <= ${start.block_number}::bigint`;
}

/**
 * Only a mint or burn can be one, so that few logs are read. The limit keeps PostgreSQL from hashing all logs of these
 * topics for it.
 */
function isWrap(db: Database): Fragment {
  return db.sql`(
    e.amount is not null and (e.from_address = ${ZERO_ADDRESS} or e.to_address = ${ZERO_ADDRESS}) and coalesce((
      select l.topic0 in (${DEPOSIT_TOPIC}, ${WITHDRAWAL_TOPIC}) from ${db.schema}.logs l
      where l.block_number = e.block_number and l.transaction_index = e.transaction_index
        and l.log_index = e.log_index
      limit 1
    ), false)
  )`;
}

function countIds(db: Database): Fragment {
  return db.sql`
    coalesce(cardinality(e.token_ids), 0) as ids_count, cardinality(e.amounts) as amounts_count`;
}

/**
 * Joins the token IDs `i` of an event `e` that has several, or `onlyId` alone: a row for each, and one row for any other
 * event. Ends in a condition. `e` must be materialized, so that huge arrays are detoasted once.
 */
function spreadEvent(db: Database, onlyId?: string): Fragment {
  const isShown = onlyId === undefined ? db.sql`` : db.sql`and id = ${onlyId}::numeric`;
  return db.sql`
    left join lateral (
      select id as token_id, sum(moved) as value, (min(rank) - 1)::integer as index_in_batch
      from unnest(e.token_ids, e.amounts) with ordinality as batch (id, moved, rank)
      where e.ids_count > 1 and rank <= e.amounts_count ${isShown}
      group by id
    ) i on true
    where (e.ids_count <= 1 or i.token_id is not null)`;
}

/** What `spreadEvent` joins, or the one of an event that has no several. */
const movedId = (db: Database): Fragment => db.sql`coalesce(i.token_id, e.token_ids[1])`;
const movedValue = (db: Database): Fragment => db.sql`coalesce(i.value, e.amount, e.amounts[1])`;
