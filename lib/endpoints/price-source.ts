import { z } from 'zod';
import { addressHash, count, decimalString, timestamp } from './formats';

/** The source of a price, which no block proves. */
const priceSource = z
  .object({
    kind: z.enum(['feed', 'pool']).meta({
      description:
        'feed: an AggregatorV3 contract in US dollars; pool: the spot price of a pool, which anyone can move, times the price of the other token.',
    }),
    address_hash: addressHash,
    description: z.string().nullable().meta({ description: 'Description in the feed.' }),
    updated_at: timestamp.meta({ description: 'When the price was set.' }),
    block_number: count.meta({ description: 'The block height at which it was read.' }),
  })
  .meta({ id: 'PriceSource' });
/** The source of a price. */
export type PriceSource = z.output<typeof priceSource>;

const NOW = 'Current price in US dollars; null unless the operator named a feed with a recent price.';
const THEN =
  'Price in US dollars at the time of the block: the last one read up to it; null if unknown or outdated.';

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
