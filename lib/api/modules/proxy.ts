import type { ModuleQuery, ProxyAnswer } from '@/lib/endpoints/module';
import type { CallContext } from '../implement';
import { loadIndexed } from './indexed-loader';

type Params = (query: ModuleQuery) => readonly unknown[];

const block: Params = ({ tag = 'latest', boolean }) => [tag, boolean === 'true'];
const transaction = ({ from, to, data, value, gas, gasPrice }: ModuleQuery) =>
  Object.fromEntries(
    Object.entries({ from, to, data, value, gas, gasPrice }).filter(([, field]) => field !== undefined),
  );

/** Parameters of the methods that Etherscan offers, from its query. */
const METHODS: Readonly<Record<string, Params>> = {
  eth_blockNumber: () => [],
  eth_call: (query) => [transaction(query), query.tag ?? 'latest'],
  eth_estimateGas: (query) => [transaction(query)],
  eth_gasPrice: () => [],
  eth_getBlockByNumber: block,
  eth_getBlockTransactionCountByNumber: ({ tag = 'latest' }) => [tag],
  eth_getCode: ({ address, tag = 'latest' }) => [address, tag],
  eth_getStorageAt: ({ address, position, tag = 'latest' }) => [address, position, tag],
  eth_getTransactionByBlockNumberAndIndex: ({ tag = 'latest', index }) => [tag, index],
  eth_getTransactionByHash: ({ txhash }) => [txhash],
  eth_getTransactionCount: ({ address, tag = 'latest' }) => [address, tag],
  eth_getTransactionReceipt: ({ txhash }) => [txhash],
};

/** Answers the module proxy in JSON-RPC's form; undefined for an action that it does not have. */
export async function callProxy(
  { db, services }: Pick<CallContext, 'db' | 'services'>,
  query: ModuleQuery,
): Promise<ProxyAnswer | undefined> {
  const known = Object.entries(METHODS).find(([name]) => name.toLowerCase() === query.action?.toLowerCase());
  if (!known) return undefined;
  const [method, paramsOf] = known;
  const call = { method, params: paramsOf(query) };
  const answer = await services.jsonRpc(db.chainId, call, await loadIndexed(db));
  return {
    jsonrpc: '2.0',
    id: 1,
    ...('error' in answer ? { error: answer.error } : { result: answer.result }),
  };
}
