import { z } from 'zod';
import { addressHash, count, decimalString, timestamp } from './formats';

/** The source of a price, which no block proves. */
const priceSource = z
  .object({
    kind: z.enum(['feed', 'pool', 'file']).meta({
      description:
        'feed: an AggregatorV3 contract in US dollars; pool: the spot price of a pool, which anyone can move, times the price of the other token; file: the price of a day (UTC) in a file of the operator.',
    }),
    address_hash: addressHash.nullable().meta({ description: 'Null for a file.' }),
    description: z.string().nullable().meta({ description: 'Description in the feed.' }),
    updated_at: timestamp.meta({ description: 'When the price was set; for a file the start of its day.' }),
    block_number: count
      .nullable()
      .meta({ description: 'The block height at which it was read; null for a file.' }),
  })
  .meta({ id: 'PriceSource' });
/** The source of a price. */
export type PriceSource = z.output<typeof priceSource>;

const NOW =
  'Current price in US dollars; null unless the operator named a feed with a recent price, or a file with one of today.';
const THEN =
  'Price in US dollars at the time of the block: the last one read up to it, else that of its day in the file of the operator; null if unknown or outdated.';

/** The current price and its source. */
export const priceNow = {
  exchange_rate: decimalString.nullable().default(null).meta({ description: NOW }),
  exchange_rate_source: priceSource.nullable().default(null),
};
/** The price at the time of a block and its source. */
export const priceThen = {
  historic_exchange_rate: decimalString.nullable().default(null).meta({ description: THEN }),
  historic_exchange_rate_source: priceSource.nullable().default(null),
};
