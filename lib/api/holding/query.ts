import { type WithMentioned, withMentioned } from '@/lib/api/lists/mentioned-query';
import type { BalancesBy, TokenRow } from '@/lib/api/token/query';
import { instanceColumns, type TokenInstanceRow } from '@/lib/api/token-instance/query';
import { toArrayLiteral } from '@/lib/db/array-literal';
import { limitRows } from '@/lib/db/limit-rows';
import type { Database, Fragment } from '@/lib/db/open-database';
import { hasTrait, type TokenType } from '@/lib/evm/token-standards';
import { ZERO_ADDRESS } from '@/lib/evm/zero-address';
import {
  balanceColumns,
  balanceJoins,
  heldTokens,
  instanceBalanceColumns,
  mergedInstances,
  type StoredBalance,
} from './stored-balance-query';

/** A holder; `value` is the sum or answer that it is ranked by, above zero. */
export type HolderRow = StoredBalance & { holder: Buffer; token_id: string | null; value: string };
/** A token of an address; of one that is held by ID, `sum` and `called` are of no ID. */
export type HoldingRow = StoredBalance & { type: string };
/** An NFT of an address. */
export type InstanceHoldingRow = TokenInstanceRow & StoredBalance;

/** A page of a list after a position. */
export type Page<Position> = Readonly<{ after: Position | undefined; limit: number }>;
/** Filtered holdings. When a bounded scan ended before the page was full, `scannedTo` is where to continue. */
type ScannedPage<Row, Position> = Readonly<{ rows: Row[]; scannedTo: Position | undefined }>;
/** Position of a holder in a list by balance. */
export type RankedHolder = Readonly<{ holder: Buffer; value: string }>;
/** Position of an NFT in its holder's list. */
export type InstancePosition = { token: Buffer; tokenId: string };
/** Position in a holder's list of tokens: behind the token, or behind this ID of it. */
export type HoldingPosition = { token: Buffer; tokenId: string | null };

const MAX_SCANNED = 1_000;

/** The known holders of a token after a cursor, by balance descending, with what they mention; by sum of transfers when that is all there is. */
export async function listTokenHolders(
  db: Database,
  token: Pick<TokenRow, 'address' | 'balances_by'>,
  page: Page<RankedHolder>,
): Promise<(HolderRow & WithMentioned)[]> {
  const isCalled = token.balances_by === 'calls';
  const table = isCalled ? db.sql`${db.schema}.token_balances` : db.sql`${db.schema}.token_holders`;
  const rows = db.sql`
    select h.token_address, h.holder, null as token_id, ${rankedColumns(db, token.balances_by)}
    from ${table} h left join ${db.schema}.indexer_state s on true
    where h.token_address = ${token.address} and h.value > 0 ${isAfterCursor(db, page)}
    order by h.value desc, h.holder desc ${limitRows(db, page.limit)}`;
  const order = db.sql`page.value desc, page.holder desc`;
  return await db.sql<(HolderRow & WithMentioned)[]>`${withMentioned(db, 'holders', { rows, order })}`;
}

/** The known holders of an NFT after a cursor, by balance descending; of an ID with one owner the last recipient. */
export async function listInstanceHolders(
  db: Database,
  instance: Readonly<{ token: Pick<TokenRow, 'address' | 'type' | 'balances_by'>; tokenId: string }>,
  page: Page<RankedHolder>,
): Promise<HolderRow[]> {
  const { token, tokenId } = instance;
  if (hasTrait(token.type, 'unique')) return page.after ? [] : listOwner(db, token.address, tokenId);
  const isCalled = token.balances_by === 'calls';
  const table = isCalled
    ? db.sql`${db.schema}.token_instance_balances`
    : db.sql`${db.schema}.token_instance_holders`;
  return await db.sql<HolderRow[]>`
    select h.token_address, h.holder, h.token_id::text, ${rankedColumns(db, token.balances_by)}
    from ${table} h left join ${db.schema}.indexer_state s on true
    where h.token_address = ${token.address} and h.token_id = ${tokenId}::numeric and h.value > 0
      ${isAfterCursor(db, page)}
    order by h.value desc, h.holder desc limit ${page.limit}`;
}

async function listOwner(db: Database, token: Buffer, tokenId: string): Promise<HolderRow[]> {
  return await db.sql<HolderRow[]>`
    select i.token_address, i.owner as holder, i.token_id::text, '1' as value, '1' as sum, null as called,
      null::bigint as called_block, 'transfers' as balances_by, s.tip_number, s.tip_hash
    from ${db.schema}.token_instances i left join ${db.schema}.indexer_state s on true
    where i.token_address = ${token} and i.token_id = ${tokenId}::numeric and i.owner <> ${ZERO_ADDRESS}`;
}

/** Columns of a StoredBalance but its token, from the ranked `h` and the indexer's state `s`. */
export function rankedColumns(db: Database, by: BalancesBy): Fragment {
  const known =
    by === 'calls'
      ? db.sql`null as sum, h.value as called, h.block_number as called_block`
      : db.sql`h.value as sum, null as called, null::bigint as called_block`;
  return db.sql`h.value, ${known}, ${by}::text as balances_by, s.tip_number, s.tip_hash`;
}

/**
 * The tokens of an address, of some standards (none: all), by token address, with stored balances, which may be zero.
 * After an ID its token comes again.
 */
export async function listHoldings(
  db: Database,
  holder: Buffer,
  page: Page<HoldingPosition> & Readonly<{ types: readonly TokenType[] }>,
): Promise<ScannedPage<HoldingRow, Buffer>> {
  const all = heldTokens(db, holder, { where: isLaterToken(db, page.after), limit: scanLimit(page) });
  const rows = await db.sql<HoldingRow[]>`
    with scanned as materialized (${all})
    select b.token_address, t.type, ${balanceColumns(db)} from scanned b
    cross join lateral ${tokenOf(db, page.types)} t ${balanceJoins(db)}
    order by b.token_address limit ${page.limit}`;
  const last = await findScanned<HoldingRow>(db, all, { ...page, rows });
  return { rows, scannedTo: last?.token_address };
}

function isLaterToken(db: Database, after: HoldingPosition | undefined): Fragment {
  if (after === undefined) return db.sql`true`;
  return after.tokenId === null
    ? db.sql`token_address > ${after.token}`
    : db.sql`token_address >= ${after.token}`;
}

/** As `listHoldings` for the NFTs of an address, by collection and ID. */
export async function listInstanceHoldings(
  db: Database,
  holder: Buffer,
  page: Page<InstancePosition> & Readonly<{ types: readonly TokenType[] }>,
): Promise<ScannedPage<InstanceHoldingRow, InstancePosition>> {
  const { after } = page;
  const isLater =
    after === undefined
      ? db.sql``
      : db.sql`and (token_address, token_id) > (${after.token}::bytea, ${after.tokenId}::numeric)`;
  const all = mergedInstances(db, {
    where: db.sql`holder = ${holder} ${isLater}`,
    order: db.sql`token_address, token_id`,
    limit: scanLimit(page),
  });
  const rows = await db.sql<InstanceHoldingRow[]>`
    with scanned as materialized (${all}), held as materialized (
      select b.*, t.type from scanned b
      cross join lateral ${tokenOf(db, page.types)} t
      order by b.token_address, b.token_id limit ${page.limit}
    )
    ${selectHeld(db)}
    order by t.token_address, t.token_id`;
  const last = await findScanned<InstanceHoldingRow>(db, all, { ...page, rows });
  return { rows, scannedTo: last && { token: last.token_address, tokenId: last.token_id } };
}

function scanLimit({ types, limit }: Readonly<{ types: readonly TokenType[]; limit: number }>): number {
  return types.length === 0 ? limit : Math.max(limit, MAX_SCANNED);
}

/** `all` are in order, and as many as are scanned. */
async function findScanned<Row extends StoredBalance>(
  db: Database,
  all: Fragment,
  page: Readonly<{ types: readonly TokenType[]; limit: number; rows: readonly Row[] }>,
): Promise<Row | undefined> {
  if (page.types.length === 0 || page.rows.length >= page.limit) return undefined;
  const rows = await db.sql<Row[]>`${all} offset ${scanLimit(page) - 1}`;
  return rows[0];
}

/** The NFTs that an address holds in each of these collections, at most `limit` per collection, by ID descending. */
export async function listHoldingsOfCollections(
  db: Database,
  held: Readonly<{ holder: Buffer; tokens: readonly Buffer[] }>,
  limit: number,
): Promise<InstanceHoldingRow[]> {
  return await db.sql<InstanceHoldingRow[]>`
    with held as materialized (
      select b.*, t.type from unnest(${toArrayLiteral(held.tokens)}::bytea[]) as k (token)
      cross join lateral (${ofCollection(db, held.holder, { token: db.sql`k.token`, limit })}) b
      join ${db.schema}.tokens t on t.address = k.token
    )
    ${selectHeld(db)}
    order by t.token_address, t.token_id desc`;
}

/** The NFTs of one collection that an address holds below an ID, by ID descending. */
export async function listCollectionHoldings(
  db: Database,
  held: Readonly<{ holder: Buffer; token: Buffer }>,
  page: Readonly<{ below: string | undefined; limit: number }>,
): Promise<InstanceHoldingRow[]> {
  const { holder, token } = held;
  const all = ofCollection(db, holder, { token: db.sql`${token}::bytea`, ...page });
  return await db.sql<InstanceHoldingRow[]>`
    with held as materialized (
      select b.*, t.type from (${all}) b join ${db.schema}.tokens t on t.address = b.token_address
    )
    ${selectHeld(db)}
    order by t.token_id desc`;
}

function ofCollection(
  db: Database,
  holder: Buffer,
  page: Readonly<{ token: Fragment; below?: string | undefined; limit: number }>,
): Fragment {
  const isBelow = page.below === undefined ? db.sql`` : db.sql`and token_id < ${page.below}::numeric`;
  return mergedInstances(db, {
    where: db.sql`holder = ${holder} and token_address = ${page.token} ${isBelow}`,
    order: db.sql`token_id desc`,
    limit: page.limit,
  });
}

/** Query for `InstanceHoldingRow`s of `held`, which has the columns of `mergedInstances` and the type of the token. */
export function selectHeld(db: Database, maxBytes?: number): Fragment {
  return db.sql`
    select ${instanceColumns(db, maxBytes)}, ${instanceBalanceColumns(db)} from held b
    cross join lateral (select b.token_address, b.token_id, b.type) t
    join ${db.schema}.token_instances i on i.token_address = b.token_address and i.token_id = b.token_id
    left join ${db.schema}.token_instance_metadata m
      on m.token_address = i.token_address and m.token_id = i.token_id
    ${balanceJoins(db)}`;
}

function isAfterCursor(db: Database, { after }: Page<RankedHolder>): Fragment {
  if (after === undefined) return db.sql``;
  return db.sql`and (h.value, h.holder) < (${after.value}::numeric, ${after.holder}::bytea)`;
}

/** The token of holding `b` if of these standards; `offset 0` prevents a join that may read all tokens. */
function tokenOf(db: Database, types: readonly TokenType[]): Fragment {
  const isOfTypes = types.length === 0 ? db.sql`` : db.sql`and type = any(${toArrayLiteral(types)}::text[])`;
  return db.sql`(select type from ${db.schema}.tokens where address = b.token_address ${isOfTypes} offset 0)`;
}
