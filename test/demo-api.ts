import { startTestChain, type TestChain } from '@/demo/test-chain';
import { loadInterfaces } from '@/lib/api/load-interfaces';
import { BUILT_IN } from '@/lib/evm/signatures';
import { createLog } from '@/lib/log';
import { createRpc } from '@/lib/rpc/client';
import { createTestApi, type TestApi } from './api-harness';
import { indexAll } from './indexer-harness';
import { ROOT } from './source-tree';

/** The API over an index of the whole demo chain, which has the same blocks and hashes every time. */
export type DemoApi = Readonly<{ api: TestApi; chain: TestChain; stop(): Promise<void> }>;

/** Builds the demo chain, indexes it and serves it. */
export async function startDemoApi(): Promise<DemoApi> {
  const chain = await startTestChain();
  const interfaces = await loadInterfaces(`${ROOT}/demo/abi`, createLog({ name: 'test', level: 'error' }));
  const api = await createTestApi({ signatures: [interfaces, BUILT_IN] });
  await indexAll({ rpc: createRpc({ urls: [chain.rpcUrl] }), db: api.db });
  const stop = async () => {
    await api.stop();
    await chain.stop();
  };
  return { api, chain, stop };
}
