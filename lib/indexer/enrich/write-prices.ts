import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database, Transaction } from '@/lib/db/open-database';
import { runTransaction } from '@/lib/db/transaction';
import type { DayPrice } from '@/lib/labels/read-prices-file';
import type { PriceFeed } from '@/lib/rpc/price-feed';
import type { BlockReference } from '@/lib/rpc/token-balances';

/** A price of an asset, with its update time (Unix seconds); null: its contract returned none. */
export type ReadPrice = Readonly<{ asset: Buffer; price: string | null; updatedAt: number | null }>;

/**
 * Replaces the feeds of a chain and removes prices of other ones. A new asset starts with the price history of another
 * asset of the same feed: a node without old state cannot return it again.
 */
export async function replacePriceFeeds(db: Database, feeds: readonly PriceFeed[]): Promise<void> {
  await runTransaction(db.sql, async (sql) => {
    // Locks prices too, so that none is copied that a rollback is removing.
    await sql`lock table ${db.schema}.price_feeds, ${db.schema}.prices in share row exclusive mode`;
    const given = sql`unnest(
      ${toArrayLiteral(feeds.map(({ asset }) => asset))}::bytea[],
      ${toArrayLiteral(feeds.map(({ kind }) => kind))}::text[],
      ${toArrayLiteral(feeds.map(({ contract }) => contract))}::bytea[],
      ${toArrayLiteral(feeds.map(({ maxAge }) => maxAge))}::bigint[]
    ) as given (asset, kind, contract, max_age)`;
    await sql`
      delete from ${db.schema}.price_feeds f where not exists (
        select from ${given} where given.asset = f.asset and given.kind = f.kind and given.contract = f.contract
      )`;
    await sql`
      delete from ${db.schema}.prices p where not exists (
        select from ${db.schema}.price_feeds f where f.asset = p.asset
      )`;
    await sql`
      insert into ${db.schema}.price_feeds as stored (asset, kind, contract, max_age)
      select * from ${given}
      on conflict (asset) do update set max_age = excluded.max_age`;
    await sql`
      insert into ${db.schema}.prices (asset, block_number, price, updated_at)
      select f.asset, known.block_number, known.price, known.updated_at
      from ${db.schema}.price_feeds f
      join ${db.schema}.price_feeds other on other.contract = f.contract and other.asset <> f.asset
      join ${db.schema}.prices known on known.asset = other.asset
      where f.kind = 'feed' and other.kind = 'feed'
      on conflict (asset, block_number) do nothing`;
  });
}

/** Stores the description of a feed. */
export async function storeDescription(db: Database, asset: Buffer, description: string): Promise<void> {
  await db.sql`update ${db.schema}.price_feeds set description = ${description} where asset = ${asset}`;
}

/**
 * Stores the prices of the state after a block; nothing when the block is no longer indexed. With `isChangeOnly` a price
 * equal to the previous one is skipped.
 */
export async function storePrices(
  db: Database,
  block: BlockReference,
  { prices, isChangeOnly }: Readonly<{ prices: readonly ReadPrice[]; isChangeOnly: boolean }>,
): Promise<void> {
  if (prices.length === 0) return;
  await runTransaction(db.sql, async (sql) => {
    // Until the commit no rollback can delete the block; later it also deletes what is stored here.
    const [stored] = await sql`
      select 1 from ${db.schema}.blocks where number = ${block.number} and hash = ${block.hash} for key share`;
    if (!stored) return;
    const isNew = isChangeOnly
      ? sql`where not exists (
          select from (
            select price, updated_at from ${db.schema}.prices stored where stored.asset = given.asset
            order by stored.block_number desc limit 1
          ) last
          where (last.price, last.updated_at) is not distinct from (given.price, given.updated_at)
        )`
      : sql``;
    await sql`
      insert into ${db.schema}.prices (asset, block_number, price, updated_at)
      select given.asset, ${block.number}::bigint, given.price, given.updated_at from unnest(
        ${toArrayLiteral(prices.map(({ asset }) => asset))}::bytea[],
        ${toArrayLiteral(prices.map(({ price }) => price))}::numeric[],
        ${toArrayLiteral(prices.map(({ updatedAt }) => updatedAt))}::bigint[]
      ) as given (asset, price, updated_at)
      join ${db.schema}.price_feeds f on f.asset = given.asset ${isNew}
      on conflict (asset, block_number) do update set price = excluded.price, updated_at = excluded.updated_at`;
  });
}

/** Removes prices above a block; called after the blocks are deleted. */
export async function removePricesAbove(sql: Transaction, db: Database, ancestor: number): Promise<void> {
  await sql`delete from ${db.schema}.prices where block_number > ${ancestor}`;
}

/** Replaces the prices of days by those of the operator's file that are of this chain, in one transaction. */
export async function replaceDayPrices(db: Database, prices: readonly DayPrice[]): Promise<void> {
  const own = prices.filter(({ chainId }) => chainId === undefined || chainId === db.chainId);
  await runTransaction(db.sql, async (sql) => {
    // two programs may start at once
    await sql`lock table ${db.schema}.day_prices in share row exclusive mode`;
    await sql`delete from ${db.schema}.day_prices`;
    await sql`
      insert into ${db.schema}.day_prices (asset, day, price)
      select * from unnest(
        ${toArrayLiteral(own.map(({ asset }) => asset))}::bytea[],
        ${toArrayLiteral(own.map(({ day }) => day))}::integer[],
        ${toArrayLiteral(own.map(({ price }) => price))}::numeric[]
      )`;
  });
}
