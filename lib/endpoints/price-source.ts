import { z } from 'zod';
import { addressHash, count, decimalString, timestamp } from './formats';

/** Who told a price, which no block proves. */
const priceSource = z
  .object({
    kind: z.enum(['feed', 'pool']).meta({
      description:
        'feed: an AggregatorV3 contract in US dollars; pool: the spot price of a pool, which anyone can move, times the price of the other token.',
    }),
    address_hash: addressHash,
    description: z.string().nullable().meta({ description: 'What the feed calls itself.' }),
    updated_at: timestamp.meta({ description: 'When the price was set.' }),
    block_number: count.meta({ description: 'The height of the state in which it was read.' }),
  })
  .meta({ id: 'PriceSource' });
/** Who told a price. */
export type PriceSource = z.output<typeof priceSource>;

const NOW = 'US dollars for one, now; null unless the operator named a feed whose last price is recent.';
const THEN =
  'US dollars for one at the time of the block: the last price read up to it; null if none is known, or it was old.';

/** The price now, and who told it. */
export const priceNow = {
  exchange_rate: decimalString.nullable().default(null).meta({ description: NOW }),
  exchange_rate_source: priceSource.nullable().default(null),
};
/** The price at the time of a block, and who told it. */
export const priceThen = {
  historic_exchange_rate: decimalString.nullable().default(null).meta({ description: THEN }),
  historic_exchange_rate_source: priceSource.nullable().default(null),
};
