import { COIN } from '@/lib/evm/coin';
import { findPricesAt, type PriceMoment, type PriceMomentRow } from '@/lib/queries/price';
import type { TokenTransferRow } from '@/lib/queries/token-transfer';
import type { TransactionRow } from '@/lib/queries/transaction';
import type { CallContext } from '../implement';
import { NO_PRICES_AT, type PricesAt } from '../present/price';
import { createBatchLoader } from './batch-loader';

const keyOf = ({ asset, block_number }: Pick<PriceMoment, 'asset' | 'block_number'>) =>
  `${asset.toString('hex')} ${block_number}`;
const readPrices = createBatchLoader<PriceMoment, PriceMomentRow>(findPricesAt, {
  ofId: keyOf,
  ofRow: keyOf,
});

/** Loads the prices of assets at the times of blocks, in one statement; in none where no contract tells prices. */
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
