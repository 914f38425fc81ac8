import { loadIndexerState } from '@/lib/api/address/mention-loader';
import { implement } from '@/lib/api/implement';
import { loadBlockRange } from '@/lib/api/transaction/list-filter-loader';
import { findTransactionPosition } from '@/lib/api/transaction/query';
import { getMoneyFlow } from '@/lib/endpoints/money-flow';
import { hexToBuffer } from '@/lib/evm/hex';
import { loadFlow } from './loader';
import { listPlaces, placeKey, presentFlow } from './present';
import { findPlaces } from './query';

/** GET /addresses/{address}/flow. */
export const moneyFlowOperation = implement(getMoneyFlow, async ({ db, params, query }) => {
  const { direction = 'out', asset, least, transaction, open = [] } = query;
  const inside =
    transaction === undefined ? undefined : await findTransactionPosition(db, toBytes(transaction));
  if (transaction !== undefined && inside === undefined) return undefined;
  const [state, blocks] = await Promise.all([loadIndexerState(db), loadBlockRange(db, query)]);
  const flow = await loadFlow(db, {
    address: toBytes(params.address_hash_param),
    direction,
    asset: asset === undefined ? undefined : asset === 'native' ? null : toBytes(asset),
    least,
    blocks: { first: blocks?.first ?? 0, beyond: blocks?.beyond ?? (state?.tip_number ?? -1) + 1 },
    inside,
    open: open.map(toBytes),
  });
  const found = await findPlaces(db, listPlaces(flow));
  const placed = found.map((row) => [placeKey(row), row] as const);
  const hasTraces = state?.has_traces === true;
  return presentFlow(flow, { direction, hasTraces, transactions: new Map(placed) });
});

const toBytes = (hash: string) => hexToBuffer(hash.toLowerCase());
