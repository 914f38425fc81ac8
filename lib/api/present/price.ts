import type { PriceSource } from '@/lib/endpoints/price-source';
import { bufferToAddress } from '@/lib/evm/hex';
import type { PriceRow } from '@/lib/queries/price';
import type { CoinPrices } from '@/lib/queries/whole-transaction';
import { presentTimestamp } from './values';

/** Presents who told a price; null without one. */
export function presentPriceSource(row: PriceRow | null): PriceSource | null {
  if (row === null) return null;
  return {
    kind: row.kind,
    address_hash: bufferToAddress(Buffer.from(row.contract, 'hex')),
    description: row.description,
    updated_at: presentTimestamp(row.updated_at),
    block_number: row.block_number,
  };
}

/** Presents the price of the coin now and at the time of a block; nulls where they were not read. */
export function presentCoinPrices({ now, atBlock }: CoinPrices = NO_PRICES) {
  return {
    exchange_rate: now?.price ?? null,
    exchange_rate_source: presentPriceSource(now),
    historic_exchange_rate: atBlock?.price ?? null,
    historic_exchange_rate_source: presentPriceSource(atBlock),
  };
}

const NO_PRICES: CoinPrices = { now: null, atBlock: null };
