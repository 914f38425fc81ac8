import { presentTimestamp } from '@/lib/api/values';
import type { PriceSource } from '@/lib/endpoints/price-source';
import { bufferToAddress } from '@/lib/evm/hex';
import type { PriceRow } from './query';

/** Presents the source of a price; null without a price. */
export function presentPriceSource(row: PriceRow | null): PriceSource | null {
  if (row === null) return null;
  return {
    kind: row.kind,
    address_hash: row.contract === null ? null : bufferToAddress(Buffer.from(row.contract, 'hex')),
    description: row.description,
    updated_at: presentTimestamp(row.updated_at),
    block_number: row.block_number,
  };
}

/** The price of an asset at the time of a block; null where it is not known. */
export type PricesAt = (asset: Buffer, block_number: number) => PriceRow | null;

/** No price is known. */
export const NO_PRICES_AT: PricesAt = () => null;

/** Presents the price now; nulls where it is not known. */
export function presentPriceNow(now: PriceRow | null) {
  return { exchange_rate: now?.price ?? null, exchange_rate_source: presentPriceSource(now) };
}

/** Presents the price at the time of a block; nulls where it was not read. */
export function presentPriceThen(atBlock: PriceRow | null) {
  return {
    historic_exchange_rate: atBlock?.price ?? null,
    historic_exchange_rate_source: presentPriceSource(atBlock),
  };
}
