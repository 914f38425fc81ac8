import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database, Fragment } from '@/lib/db/open-database';

/** A price as joined to its asset: dollars for one whole coin or token, and its source. */
export type PriceRow = Readonly<{
  price: string;
  kind: 'feed' | 'pool' | 'file';
  /** Lower-case hex without 0x; null for the operator's file. */
  contract: string | null;
  description: string | null;
  /** When the price was set, in Unix seconds. */
  updated_at: number;
  /** The height of the state in which it was read; null for the operator's file. */
  block_number: number | null;
}>;

/** A block in a statement: expressions of its height and time. */
type BlockColumns = Readonly<{ height: Fragment; timestamp: Fragment }>;

/** Expression of a PriceRow: the last price of an asset (an expression, empty for the coin), or that of today; null if it is too old now. */
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

/** Whether the operator configured any price feed, or gave prices of days. */
export async function hasAnyPrices(db: Database): Promise<boolean> {
  const [row] = await db.sql<{ known: boolean }[]>`
    select exists (select from ${db.schema}.price_feeds) or exists (select from ${db.schema}.day_prices) as known`;
  return row?.known === true;
}

/** Expression of the coin as an asset. */
export function coinAsset(db: Database): Fragment {
  return db.sql`''::bytea`;
}

/** Of the operator's feed, else of the file, which counts for its day alone. */
function lastPrice(db: Database, asset: Fragment, { reach, time }: { reach: Fragment; time: Fragment }) {
  return db.sql`coalesce((
    select (
      select case when known.price is not null and known.updated_at + feed.max_age > ${time} then json_build_object(
        'price', known.price::text, 'kind', feed.kind, 'contract', encode(feed.contract, 'hex'),
        'description', feed.description, 'updated_at', known.updated_at, 'block_number', known.block_number
      ) end
      from ${db.schema}.prices known where known.asset = feed.asset ${reach}
      order by known.block_number desc limit 1
    )
    from ${db.schema}.price_feeds feed where feed.asset = ${asset}
  ), (
    select json_build_object('price', filed.price::text, 'kind', 'file', 'contract', null, 'description', null,
      'updated_at', filed.day::bigint * 86400, 'block_number', null)
    from ${db.schema}.day_prices filed where filed.asset = ${asset} and filed.day = floor(${time} / 86400)::integer
  ))`;
}
