import { startTestChain, type TestChain } from '@/demo/test-chain';
import { loadInterfaces, loadNamedContracts } from '@/lib/api/interfaces/load-interfaces';
import { createBlockProofs } from '@/lib/api/nodes/block-proofs';
import { createCoinBalances } from '@/lib/api/nodes/coin-balances';
import { createContractCodes } from '@/lib/api/nodes/contract-codes';
import { createJsonRpc } from '@/lib/api/nodes/json-rpc';
import { createTokenBalances } from '@/lib/api/nodes/token-balances';
import { createTransactionTraces } from '@/lib/api/nodes/transaction-traces';
import { BUILT_IN } from '@/lib/evm/signatures';
import { createLog } from '@/lib/log';
import { replaceNamedContracts } from '@/lib/queries/contract';
import { createRpc } from '@/lib/rpc/client';
import { createTestApi, TEST_CHAIN_ID, type TestApi } from './api-harness';
import { DEMO_VERIFICATION } from './demo-calls';
import { checkAllBalances, indexAll } from './indexer-harness';
import { ROOT } from './source-tree';

/** The API over an index of the whole demo chain, which has the same blocks and hashes every time. */
export type DemoApi = Readonly<{ api: TestApi; chain: TestChain; stop(): Promise<void> }>;

export async function startDemoApi(): Promise<DemoApi> {
  const chain = await startTestChain();
  const [folder, log] = [`${ROOT}/demo/abi`, createLog({ name: 'test', level: 'error' })];
  const interfaces = await loadInterfaces(folder, log);
  const nodes = { chains: [{ id: TEST_CHAIN_ID, rpcUrls: [chain.rpcUrl] }], log };
  const api = await createTestApi({
    signatures: [interfaces, BUILT_IN],
    names: {},
    coinBalance: createCoinBalances(nodes),
    tokenBalances: createTokenBalances(nodes),
    contractCode: createContractCodes(nodes),
    blockProof: createBlockProofs(nodes),
    // a busy machine traces instructions in more than the usual seconds
    traces: createTransactionTraces({ ...nodes, timeoutMs: 60_000 }),
    jsonRpc: createJsonRpc(nodes),
    verification: () => ({
      listCompilers: async () => ['0.8.37'],
      listVyperCompilers: async () => [],
      add: async () => ({ refusal: 'full' }),
      find: async (id) =>
        id === DEMO_VERIFICATION ? { state: 'waiting', address: `0x${'11'.repeat(20)}` } : undefined,
    }),
  });
  const source = { rpc: createRpc({ urls: [chain.rpcUrl] }), db: api.db };
  await indexAll(source);
  await checkAllBalances(source);
  await replaceNamedContracts(api.db, await loadNamedContracts(folder, log));
  const stop = async () => {
    await api.stop();
    await chain.stop();
  };
  return { api, chain, stop };
}
