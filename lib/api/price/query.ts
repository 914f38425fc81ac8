import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database, Fragment } from '@/lib/db/open-database';

/** A price as joined to its asset: dollars for one whole coin or token, and its source. */
export type PriceRow = Readonly<{
  price: string;
  kind: 'feed' | 'pool';
  /** Lower-case hex without 0x. */
  contract: string;
  description: string | null;
  /** When the price was set, in Unix seconds. */
  updated_at: number;
  /** The height of the state in which it was read. */
  block_number: number;
}>;

/** A block in a statement: expressions of its height and time. */
type BlockColumns = Readonly<{ height: Fragment; timestamp: Fragment }>;

/** Expression of a PriceRow: the last price of an asset (an expression, empty for the coin); null if it is too old now. */
export function priceNow(db: Database, asset: Fragment): Fragment {
  return lastPrice(db, asset, { reach: db.sql``, time: db.sql`extract(epoch from now())` });
}

/** Expression of a PriceRow: the last price that was read up to a block and was not too old then. Null without. */
function priceAt(db: Database, asset: Fragment, { height, timestamp }: BlockColumns): Fragment {
  return lastPrice(db, asset, { reach: db.sql`and known.block_number <= ${height}`, time: timestamp });
}

/** An asset at the time of a block, in Unix seconds; no bytes are the coin. */
export type PriceMoment = Readonly<{ asset: Buffer; block_number: number; timestamp: number }>;

/** A price of an asset at the time of a block; null without one. */
export type PriceMomentRow = Readonly<{ asset: Buffer; block_number: number; price: PriceRow | null }>;

/** The prices of assets at the times of blocks, in one statement. */
export async function findPricesAt(db: Database, moments: readonly PriceMoment[]): Promise<PriceMomentRow[]> {
  const block = { height: db.sql`given.height`, timestamp: db.sql`given.time` };
  return await db.sql<PriceMomentRow[]>`
    select given.asset, given.height as block_number, ${priceAt(db, db.sql`given.asset`, block)} as price
    from unnest(
      (select ${toArrayLiteral(moments.map(({ asset }) => asset))}::bytea[]),
      (select ${toArrayLiteral(moments.map(({ block_number }) => block_number))}::bigint[]),
      (select ${toArrayLiteral(moments.map(({ timestamp }) => timestamp))}::bigint[])
    ) as given (asset, height, time)`;
}

/** Whether the operator configured any price feed. */
export async function hasPriceFeeds(db: Database): Promise<boolean> {
  const rows = await db.sql`select 1 from ${db.schema}.price_feeds limit 1`;
  return rows.length > 0;
}

/** Expression of the coin as an asset. */
export function coinAsset(db: Database): Fragment {
  return db.sql`''::bytea`;
}

function lastPrice(db: Database, asset: Fragment, { reach, time }: { reach: Fragment; time: Fragment }) {
  return db.sql`(
    select (
      select case when known.price is not null and known.updated_at + feed.max_age > ${time} then json_build_object(
        'price', known.price::text, 'kind', feed.kind, 'contract', encode(feed.contract, 'hex'),
        'description', feed.description, 'updated_at', known.updated_at, 'block_number', known.block_number
      ) end
      from ${db.schema}.prices known where known.asset = feed.asset ${reach}
      order by known.block_number desc limit 1
    )
    from ${db.schema}.price_feeds feed where feed.asset = ${asset}
  )`;
}
