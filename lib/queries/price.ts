import type { Database, Fragment } from '@/lib/db/open-database';

/** A price as it is joined to what it is of: dollars for one whole coin or token, and who told it. */
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

/** Expression of a PriceRow: the last price of an asset (an expression, empty for the coin) that is not too old now. Null without. */
export function priceNow(db: Database, asset: Fragment): Fragment {
  return lastPrice(db, asset, { reach: db.sql``, time: db.sql`extract(epoch from now())` });
}

/** Expression of a PriceRow: the last price that was read up to a block and was not too old then. Null without. */
export function priceAt(db: Database, asset: Fragment, { height, timestamp }: BlockColumns): Fragment {
  return lastPrice(db, asset, { reach: db.sql`and known.block_number <= ${height}`, time: timestamp });
}

/** Expression of the coin as an asset. */
export function coinAsset(db: Database): Fragment {
  return db.sql`''::bytea`;
}

function lastPrice(db: Database, asset: Fragment, { reach, time }: { reach: Fragment; time: Fragment }) {
  return db.sql`(
    select json_build_object(
      'price', last.price::text, 'kind', feed.kind, 'contract', encode(feed.contract, 'hex'),
      'description', feed.description, 'updated_at', last.updated_at, 'block_number', last.block_number
    )
    from ${db.schema}.price_feeds feed
    cross join lateral (
      select * from ${db.schema}.prices known where known.asset = feed.asset ${reach}
      order by known.block_number desc limit 1
    ) last
    where feed.asset = ${asset} and last.price is not null and last.updated_at + feed.max_age > ${time}
  )`;
}
