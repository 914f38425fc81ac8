import { listBlocks } from '@/lib/endpoints/block';
import { getChainContents } from '@/lib/endpoints/chain-contents';
import { getChainOverview } from '@/lib/endpoints/chain-overview';
import { listCharts } from '@/lib/endpoints/chart';
import { getIndexingStatus } from '@/lib/endpoints/indexing-status';
import { listNetworks, noChainList, unnamedNetwork } from '../list-networks';
import { type Api, substitute } from './substitute';

/** Chains that an API without a list is known to serve, to probe each only once. */
const served = new Set<string>();

/** The overview of a chain by the API's list of chains, its status and its newest block. */
export const chainOverview = substitute(getChainOverview, async ({ chain }, api) => {
  const networks = served.has(chain) ? [unnamedNetwork(chain)] : await findNetworks(chain, api);
  if (!networks.some(({ id }) => id === chain)) return undefined;
  const [status, newest, contents] = await Promise.all([
    api.callExtra(getIndexingStatus, { chain, params: {} }),
    api.callExtra(listBlocks, { chain, params: {}, query: { items_count: '1' } }),
    api.callExtra(getChainContents, { chain, params: {} }),
  ]);
  const [block] = newest?.items ?? [];
  const head = status && {
    indexed_block: status.indexed_block ?? block?.height ?? null,
    head_block: status.head_block,
    timestamp: block?.timestamp ?? null,
  };
  return { networks: [...networks], head: head ?? null, contents: contents ?? null };
});

/** All chains, or the given one for an API without a list. */
async function findNetworks(chain: string, { callExtra, read }: Api) {
  const listed = await listNetworks(read);
  if (listed !== undefined) return listed;
  // The chart catalog is the one operation of every API server whose only parameter is the chain; an API that lacks
  // this chain too is not usable.
  if ((await callExtra(listCharts, { chain, params: {} })) === undefined) throw noChainList();
  served.add(chain);
  return [unnamedNetwork(chain)];
}
