import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database } from '@/lib/db/open-database';

/** A token contract; name and symbol as received. */
export type TokenRow = {
  address: Buffer;
  type: string;
  name: Buffer | null;
  symbol: Buffer | null;
  decimals: string | null;
  total_supply: string | null;
};

/** The rows of these tokens, each once; addresses that are no known token are missing. */
export async function findTokens(db: Database, addresses: readonly Buffer[]): Promise<TokenRow[]> {
  if (addresses.length === 0) return [];
  return await db.sql<TokenRow[]>`
    select address, type, name, symbol, decimals, total_supply
    from ${db.schema}.tokens where address = any(${toArrayLiteral(addresses)}::bytea[])`;
}

/**
 * How many transfer events moved an NFT, 0 for an id that never moved; undefined when the token is unknown or
 * fungible. `tokenId` is a decimal integer of any size.
 */
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
    where t.address = ${token} and t.type <> 'ERC-20'`;
  return rows[0]?.transfers_count;
}

/** What separates words: NUL, which PostgreSQL's text refuses, and the punctuation of the column search_words. */
const SEPARATORS = /[\0!-/:-@[-`{-~\s]+/g;

/**
 * At most 50 tokens with words of the name or symbol that begin with the words of the text, the most transferred
 * first. A very common beginning is answered from a sample of its matches.
 */
export async function searchTokens(db: Database, text: string): Promise<TokenRow[]> {
  const words = text.replace(SEPARATORS, ' ').trim();
  if (words === '') return [];
  return await db.sql<TokenRow[]>`
    select address, type, name, symbol, decimals, total_supply from (
      select * from ${db.schema}.tokens where search_words @@ to_tsquery('simple', ${`'${words}':*`}) limit 1000
    ) matches
    order by transfers_count desc, address limit 50`;
}
