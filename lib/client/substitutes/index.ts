import { listNetworks, noChainList, unnamedNetwork } from '@/lib/client/list-networks';
import { listBlocks } from '@/lib/endpoints/block';
import { type CallFrame, getCallTree } from '@/lib/endpoints/call-tree';
import { getChainContents } from '@/lib/endpoints/chain-contents';
import { getChainOverview } from '@/lib/endpoints/chain-overview';
import { listCharts } from '@/lib/endpoints/chart';
import { getIndexingStatus } from '@/lib/endpoints/indexing-status';
import { type InternalTransaction, listTransactionInternals } from '@/lib/endpoints/internal-transaction';
import { type Api, type Substitute, substitute } from './substitute';
import { transactionOverview, transactionStatus } from './transaction-overview';

/** Chains that an API without a list is known to serve, to probe each only once. */
const served = new Set<string>();

/** The overview of a chain by the API's list of chains, its status and its newest block. */
const chainOverview = substitute(getChainOverview, async ({ chain }, api) => {
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

const PART = { status: 'partial', message: 'Only the first calls are shown.' } as const;

/** The internal transactions of a list as a flat tree, which has no parts to begin at. */
const callTree = substitute(getCallTree, async ({ chain, params, query }, { callExtra }) => {
  const list =
    query.root === undefined ? await callExtra(listTransactionInternals, { chain, params }) : undefined;
  if (list === undefined) return undefined;
  const count = list.items.length;
  return {
    ...{ source: null, calls_count: count, matches_count: count, root: 0 },
    ...{ failing: null, gas_used: null, ancestors: [], omissions: [], addresses: [] },
    frames: list.items.map(toFrame),
    meta: list.next_page_params === null ? list.meta : PART,
  };
});

function toFrame(call: InternalTransaction): CallFrame {
  return {
    ...call,
    ...{ parent: null, own_gas: null, calls_count: 0, is_failing: false, declared_inputs: null },
    ...{ input: '0x', input_size: 0, output: null, results: null, log_indexes: [], token_transfers: [] },
    depth: call.depth ?? 1,
    is_undone: call.is_undone ?? call.error !== null,
  };
}

/** By the ID of the operation. */
export const SUBSTITUTES: ReadonlyMap<string, Substitute> = new Map(
  [callTree, chainOverview, transactionOverview, transactionStatus].map((one) => [one.id, one]),
);
