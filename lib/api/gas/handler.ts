import { loadAddressesOf } from '@/lib/api/address/mention-loader';
import { findBlockOfPath } from '@/lib/api/block/loader';
import { implement } from '@/lib/api/implement';
import { withNames } from '@/lib/api/names/loader';
import { loadTransactionContext } from '@/lib/api/transaction/loader';
import { getBlockGas, getGasPrices } from '@/lib/endpoints/gas';
import { presentBlockGas, presentGasPrices } from './present';
import { listTransactionsByGas } from './query';

/** The most items of `getBlockGas`. */
const LIMIT = 300;

/** GET /gas-prices. */
export const gasPricesOperation = implement(getGasPrices, async ({ db, services }) => {
  const sample = await services.gasSample(db);
  if (sample === undefined) return undefined;
  const addresses = await loadAddressesOf(db, sample.consumers, ({ address }) => address);
  return presentGasPrices(sample, addresses);
});

/** GET /blocks/{hash or number}/gas. */
export const blockGasOperation = implement(getBlockGas, async (context) => {
  const block = await findBlockOfPath(context.db, context.params.block_hash_or_number_param);
  if (block === undefined) return undefined;
  const rows = await listTransactionsByGas(context.db, block, LIMIT);
  const body = await loadTransactionContext(context, rows);
  return withNames(context, (signatures) => presentBlockGas(block, rows, { ...body, signatures }));
});
