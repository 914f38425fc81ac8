import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database, Fragment } from '@/lib/db/open-database';
import type { TokenType } from '@/lib/evm/token-standards';
import { instanceColumns, type TokenInstanceRow } from './token-instance';

/** A holder and its positive balance, a decimal integer. */
export type HolderRow = { holder: Buffer; value: string };
/** A token and the balance held. */
export type HoldingRow = { token_address: Buffer; value: string };
/** An NFT and the balance held. */
export type InstanceHoldingRow = TokenInstanceRow & { value: string };

type Page<Position> = Readonly<{ after: Position | undefined; limit: number }>;
/** Filtered holdings. When a bounded scan ended before the page was full, `scannedTo` is where to continue. */
type ScannedPage<Row, Position> = Readonly<{ rows: Row[]; scannedTo: Position | undefined }>;
/** Position of an NFT in its holder's list. */
export type InstancePosition = { token: Buffer; tokenId: string };

const MAX_SCANNED = 1_000;

/** The holders of a token after a cursor, by balance descending. */
export async function listTokenHolders(
  db: Database,
  token: Buffer,
  page: Page<HolderRow>,
): Promise<HolderRow[]> {
  return await db.sql<HolderRow[]>`
    select h.holder, h.value from ${db.schema}.token_holders h
    where h.token_address = ${token} and h.value > 0 ${isAfterCursor(db, page)}
    order by h.value desc, h.holder desc limit ${page.limit}`;
}

/** The holders of an NFT after a cursor, by balance descending. */
export async function listInstanceHolders(
  db: Database,
  instance: Readonly<{ token: Buffer; tokenId: string }>,
  page: Page<HolderRow>,
): Promise<HolderRow[]> {
  return await db.sql<HolderRow[]>`
    select h.holder, h.value from ${db.schema}.token_instance_holders h
    where h.token_address = ${instance.token} and h.token_id = ${instance.tokenId}::numeric and h.value > 0
      ${isAfterCursor(db, page)}
    order by h.value desc, h.holder desc limit ${page.limit}`;
}

/** The tokens an address holds, of some standards (none: all), by token address. */
export async function listHoldings(
  db: Database,
  holder: Buffer,
  page: Page<Buffer> & Readonly<{ types: readonly TokenType[] }>,
): Promise<ScannedPage<HoldingRow, Buffer>> {
  const isLater = page.after === undefined ? db.sql`` : db.sql`and h.token_address > ${page.after}`;
  const held = db.sql`
    select h.token_address, h.value from ${db.schema}.token_holders h
    where h.holder = ${holder} and h.value > 0 ${isLater}
    order by h.token_address`;
  const rows = await db.sql<HoldingRow[]>`
    with scanned as materialized (${held} limit ${scanLimit(page)})
    select h.token_address, h.value from scanned h
    cross join lateral ${tokenOf(db, page.types)} t
    order by h.token_address limit ${page.limit}`;
  const last = await findScanned<HoldingRow>(db, held, { ...page, rows });
  return { rows, scannedTo: last?.token_address };
}

/** The NFTs an address holds, of some standards (none: all), by collection and ID. */
export async function listInstanceHoldings(
  db: Database,
  holder: Buffer,
  page: Page<InstancePosition> & Readonly<{ types: readonly TokenType[] }>,
): Promise<ScannedPage<InstanceHoldingRow, InstancePosition>> {
  const { after } = page;
  const isLater =
    after === undefined
      ? db.sql``
      : db.sql`and (h.token_address, h.token_id) > (${after.token}::bytea, ${after.tokenId}::numeric)`;
  const all = db.sql`
    select h.token_address, h.token_id, h.value from ${db.schema}.token_instance_holders h
    where h.holder = ${holder} and h.value > 0 ${isLater}
    order by h.token_address, h.token_id`;
  const rows = await db.sql<InstanceHoldingRow[]>`
    with scanned as materialized (${all} limit ${scanLimit(page)}), held as materialized (
      select h.*, t.type from scanned h
      cross join lateral ${tokenOf(db, page.types)} t
      order by h.token_address, h.token_id limit ${page.limit}
    )
    ${selectHeld(db)}
    order by t.token_address, t.token_id`;
  const last = await findScanned<InstanceHoldingRow>(db, all, { ...page, rows });
  return { rows, scannedTo: last && { token: last.token_address, tokenId: last.token_id } };
}

function scanLimit({ types, limit }: Readonly<{ types: readonly TokenType[]; limit: number }>): number {
  return types.length === 0 ? limit : Math.max(limit, MAX_SCANNED);
}

async function findScanned<Row extends HoldingRow>(
  db: Database,
  held: Fragment,
  page: Readonly<{ types: readonly TokenType[]; limit: number; rows: readonly Row[] }>,
): Promise<Row | undefined> {
  if (page.types.length === 0 || page.rows.length >= page.limit) return undefined;
  const rows = await db.sql<Row[]>`${held} limit 1 offset ${scanLimit(page) - 1}`;
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
      select h.*, t.type from unnest(${toArrayLiteral(held.tokens)}::bytea[]) as k (token)
      cross join lateral (
        select h.token_address, h.token_id, h.value from ${db.schema}.token_instance_holders h
        where h.holder = ${held.holder} and h.token_address = k.token and h.value > 0
        order by h.token_id desc limit ${limit}
      ) h
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
  const isBelow = page.below === undefined ? db.sql`` : db.sql`and h.token_id < ${page.below}::numeric`;
  return await db.sql<InstanceHoldingRow[]>`
    with held as materialized (
      select h.token_address, h.token_id, h.value, t.type from ${db.schema}.token_instance_holders h
      join ${db.schema}.tokens t on t.address = h.token_address
      where h.holder = ${held.holder} and h.token_address = ${held.token} and h.value > 0 ${isBelow}
      order by h.token_id desc limit ${page.limit}
    )
    ${selectHeld(db)}
    order by t.token_id desc`;
}

function selectHeld(db: Database): Fragment {
  return db.sql`
    select ${instanceColumns(db)}, t.value from held t
    join ${db.schema}.token_instances i on i.token_address = t.token_address and i.token_id = t.token_id
    left join ${db.schema}.token_instance_metadata m
      on m.token_address = i.token_address and m.token_id = i.token_id`;
}

function isAfterCursor(db: Database, { after }: Page<HolderRow>): Fragment {
  if (after === undefined) return db.sql``;
  return db.sql`and (h.value, h.holder) < (${after.value}::numeric, ${after.holder}::bytea)`;
}

/** The token of holding `h` if of these standards; `offset 0` prevents a join that may read all tokens. */
function tokenOf(db: Database, types: readonly TokenType[]): Fragment {
  const isOfTypes = types.length === 0 ? db.sql`` : db.sql`and type = any(${toArrayLiteral(types)}::text[])`;
  return db.sql`(select type from ${db.schema}.tokens where address = h.token_address ${isOfTypes} offset 0)`;
}
