import { type KnownName, withImitated } from '@/lib/api/address/known-name-query';
import { type PriceRow, priceNow } from '@/lib/api/price/query';
import { listParameter, toArrayLiteral } from '@/lib/db/array-literal';
import type { Database, Fragment } from '@/lib/db/open-database';
import type { Row } from '@/lib/db/tables';
import { TOKEN_TYPES, type TokenType, typesWith } from '@/lib/evm/token-standards';
import { ZERO_ADDRESS } from '@/lib/evm/zero-address';
import { iconOf } from './listed-query';

/** Source of a token's balances: sums of transfers, calls, `none`, or null while not compared yet. */
export type BalancesBy = Row<'token_balance_checks'>['balances_by'] | null;

/**
 * A token contract; name and symbol as raw bytes. `holders_count` is null unless its transfers
 * make up all balances: only then all its holders are known.
 */
export type TokenRow = Pick<
  Row<'tokens'>,
  'address' | 'type' | 'name' | 'symbol' | 'decimals' | 'total_supply' | 'transfers_count'
> & {
  holders_count: number | null;
  balances_by: BalancesBy;
  price: PriceRow | null;
  icon_url: string | null;
  imitates?: KnownName | undefined;
};

/** Position in a list of tokens by holders seen in transfers, then address. */
export type TokenRank = { seen_holders: number; address: Buffer };

/** The rows of these tokens, without duplicates; unknown addresses are missing. */
export async function findTokens(db: Database, addresses: readonly Buffer[]): Promise<TokenRow[]> {
  if (addresses.length === 0) return [];
  return withImitatedNames(
    db,
    await db.sql<TokenRow[]>`${tokenRows(db, listParameter(db, 'bytea', addresses))}`,
  );
}

/** Tokens with the known names that theirs imitate. */
export function withImitatedNames<Token extends TokenRow>(
  db: Database,
  rows: readonly Token[],
): Promise<Token[]> {
  return withImitated(db, rows, ({ name, symbol }) => [name, symbol]);
}

/** Query for tokens; `addresses` is a bytea[] expression, nulls are ignored. */
export function tokenRows(db: Database, addresses: Fragment): Fragment {
  return db.sql`
    select ${tokenColumns(db)}, token.decimals::text, token.total_supply::text
    from ${db.schema}.tokens token ${checkOf(db)} where token.address = any(${addresses})`;
}

function tokenColumns(db: Database): Fragment {
  return db.sql`
    token.address, token.type, token.name, token.symbol, token.transfers_count, c.balances_by,
    ${priceNow(db, db.sql`token.address`)} as price, ${iconOf(db, db.sql`token.address`)} as icon_url,
    case when c.balances_by = 'transfers' then token.holders_count end as holders_count`;
}

/** Joins the check of `token`; `offset 0` prevents a join that may read all checks. */
function checkOf(db: Database): Fragment {
  return db.sql`
    left join lateral (
      select balances_by from ${db.schema}.token_balance_checks where token_address = token.address offset 0
    ) c on true`;
}

/** Tokens of some standards (none: all) after a cursor, by holders seen in transfers, descending or ascending. */
export async function listTokens(
  db: Database,
  page: { types: readonly TokenType[]; after: TokenRank | undefined; limit: number; isFewestFirst?: boolean },
): Promise<(TokenRow & TokenRank)[]> {
  const { after, limit } = page;
  const [direction, comparison] = page.isFewestFirst ? [db.sql`asc`, db.sql`>`] : [db.sql`desc`, db.sql`<`];
  const types = toArrayLiteral(page.types.length === 0 ? TOKEN_TYPES : page.types);
  const isAfterCursor =
    after === undefined
      ? db.sql`true`
      : db.sql`(t.holders_count, t.address) ${comparison} (${after.seen_holders}::bigint, ${after.address}::bytea)`;
  const rows = await db.sql<(TokenRow & TokenRank)[]>`
    select ${tokenColumns(db)}, token.decimals, token.total_supply, token.holders_count as seen_holders from (
      select t.* from unnest(${types}::text[]) as k (type) cross join lateral (
        select t.* from ${db.schema}.tokens t where t.type = k.type and ${isAfterCursor}
        order by holders_count ${direction}, address ${direction} limit ${limit}
      ) t
      order by holders_count ${direction}, address ${direction} limit ${limit}
    ) token ${checkOf(db)}
    order by seen_holders ${direction}, token.address ${direction}`;
  return withImitatedNames(db, rows);
}

/** Transfers whose recipients are counted where sums do not give holders. */
const RECIPIENTS_OF = 2_000;

/** Holders by the sums of transfers; of encrypted ones the recipients of the latest 2,000 transfers. */
export async function countSeenHolders(
  db: Database,
  { address, type }: Pick<TokenRow, 'address' | 'type'>,
): Promise<number> {
  const isEncrypted = typesWith('encrypted').some((encrypted) => encrypted === type);
  const [row] = isEncrypted
    ? await db.sql<{ count: number }[]>`
        select count(distinct to_address)::integer as count from (
          select to_address from ${db.schema}.token_transfers where token_address = ${address}
          order by block_number desc, log_index desc limit ${RECIPIENTS_OF}
        ) latest where to_address <> ${ZERO_ADDRESS}`
    : await db.sql<{ count: number }[]>`
        select holders_count::integer as count from ${db.schema}.tokens where address = ${address}`;
  return row?.count ?? 0;
}

/** Number of transfers of an NFT (decimal ID of any size); undefined when the token is unknown or fungible. */
export async function findInstanceTransfersCount(
  db: Database,
  token: Buffer,
  tokenId: string,
): Promise<number | undefined> {
  const rows = await db.sql<{ transfers_count: number }[]>`
    select coalesce(i.transfers_count, 0) as transfers_count
    from ${db.schema}.tokens t
    left join ${db.schema}.token_instances i
      on i.token_address = t.address and i.token_id = ${tokenId}::numeric
    where t.address = ${token} and t.type <> all(${toArrayLiteral(typesWith('no instances'))}::text[])`;
  return rows[0]?.transfers_count;
}

/** Word separators: NUL, which PostgreSQL text refuses, and the punctuation of the column search_words. */
const SEPARATORS = /[\0!-/:-@[-`{-~\s]+/g;

/** The most held tokens of each standard that are searched whatever else matches. */
const LEADING = 200;
/** Other tokens that are found: of a prefix that more have, any. The table is read until there are as many. */
const MAX_MATCHES = 200;

/**
 * Up to 50 tokens with words of these prefixes, most transferred first: of a prefix that very many have, from among the
 * most held tokens and a sample of the others.
 */
export async function searchTokens(
  db: Database,
  text: string,
  types: readonly TokenType[] = [],
): Promise<TokenRow[]> {
  const words = text.replace(SEPARATORS, ' ').trim();
  if (words === '') return [];
  const wanted = toArrayLiteral(types.length === 0 ? TOKEN_TYPES : types);
  const ofTypes = types.length === 0 ? db.sql`` : db.sql`and type = any(${wanted}::text[])`;
  const query = db.sql`to_tsquery('simple', ${`'${words}':*`})`;
  const rows = await db.sql<TokenRow[]>`
    select ${tokenColumns(db)}, token.decimals, token.total_supply from (
      select address from (
        select l.address, l.transfers_count from unnest(${wanted}::text[]) as k (type) cross join lateral (
          select * from ${db.schema}.tokens t where t.type = k.type
          order by holders_count desc, address desc limit ${LEADING}
        ) l where l.search_words @@ ${query}
        union (
          select address, transfers_count from ${db.schema}.tokens where search_words @@ ${query} ${ofTypes}
          limit ${MAX_MATCHES}
        )
      ) matches
      order by transfers_count desc, address limit 50
    ) found join ${db.schema}.tokens token on token.address = found.address ${checkOf(db)}
    order by token.transfers_count desc, token.address`;
  return withImitatedNames(db, rows);
}

/** Names and symbols of the most held tokens of each standard, as received. */
export async function listLeadingNames(
  db: Database,
): Promise<Pick<Row<'tokens'>, 'address' | 'name' | 'symbol'>[]> {
  return await db.sql<Pick<Row<'tokens'>, 'address' | 'name' | 'symbol'>[]>`
    select l.* from unnest(${toArrayLiteral(TOKEN_TYPES)}::text[]) as k (type) cross join lateral (
      select address, name, symbol from ${db.schema}.tokens t where t.type = k.type
      order by holders_count desc, address desc limit ${LEADING}
    ) l`;
}
