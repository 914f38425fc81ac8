import { createBatchLoader } from '@/lib/api/batch-loader';
import type { CallContext } from '@/lib/api/implement';
import type { TokenTransferRow } from '@/lib/api/token-transfer/query';
import type { TransactionRow } from '@/lib/api/transaction/query';
import { COIN } from '@/lib/evm/coin';
import { NO_PRICES_AT, type PricesAt } from './present';
import { findPricesAt, type PriceMoment, type PriceMomentRow } from './query';

const keyOf = ({ asset, block_number }: Pick<PriceMoment, 'asset' | 'block_number'>) =>
  `${asset.toString('hex')} ${block_number}`;
const readPrices = createBatchLoader<PriceMoment, PriceMomentRow>(findPricesAt, {
  ofId: keyOf,
  ofRow: keyOf,
});

/** Loads the prices of assets at the times of blocks, in one statement; none without a price feed. */
export async function loadPricesAt(
  { db, services }: CallContext,
  moments: readonly PriceMoment[],
): Promise<PricesAt> {
  if (moments.length === 0 || !(await services.hasPrices(db))) return NO_PRICES_AT;
  const known = await readPrices(db, moments);
  return (asset, block_number) => known.get(keyOf({ asset, block_number }))?.price ?? null;
}

/** Loads the prices of the coin and of the tokens moved at the time of a transaction. */
export function loadTransactionPrices(
  context: CallContext,
  { block_number, timestamp }: Pick<TransactionRow, 'block_number' | 'timestamp'>,
  transfers: readonly Pick<TokenTransferRow, 'token_address'>[],
): Promise<PricesAt> {
  const assets = [COIN, ...transfers.map(({ token_address }) => token_address)];
  return loadPricesAt(
    context,
    assets.map((asset) => ({ asset, block_number, timestamp })),
  );
}
