import { createCodeAnalyzer } from '@/lib/api/contract/code-analyzer';
import { replaceNamedContracts } from '@/lib/api/contract/query';
import { loadNamedContracts } from '@/lib/api/interfaces/load-interfaces';
import { createAccountStates } from '@/lib/api/nodes/account-states';
import { createBlockProofs } from '@/lib/api/nodes/block-proofs';
import { createCoinBalances } from '@/lib/api/nodes/coin-balances';
import { createContractCodes } from '@/lib/api/nodes/contract-codes';
import { createJsonRpc } from '@/lib/api/nodes/json-rpc';
import { createSimulations } from '@/lib/api/nodes/simulations';
import { createTokenBalances } from '@/lib/api/nodes/token-balances';
import { createFailureTraces, createGasTraces, createStepTraces } from '@/lib/api/nodes/tracers';
import { createTransactionTraces } from '@/lib/api/nodes/transaction-traces';
import { openArtifactFolder } from '@/lib/artifacts/artifact-folder';
import { indexArtifacts } from '@/lib/artifacts/artifact-index';
import { openDatabase } from '@/lib/db/open-database';
import { BUILT_IN, indexSignatures } from '@/lib/evm/signatures';
import { createLog } from '@/lib/log';
import { createRpc } from '@/lib/rpc/client';
import { createApiDatabase, provideTestApi, TEST_CHAIN_ID, type TestApi } from './api-harness';
import { createTestDatabase, shareTemplate, type TestDatabase } from './database';
import { DEMO_VERIFICATION } from './demo-calls';
import { checkAllBalances, indexAll } from './indexer-harness';
import { type SharedChain, shareTestChain } from './shared-chain';
import { ROOT } from './source-tree';

/**
 * The API over an index of the whole demo chain, named and verified as `npm start` does, which has the same blocks and
 * hashes every time. Files of one worker share the chain, to which they add nothing, all files the index that they copy.
 */
export type DemoApi = Readonly<{
  api: TestApi;
  chain: SharedChain;
}>;

const FOLDER = `${ROOT}/demo/abi`;
/** The wall clock's otherwise. */
const VERIFIED_AT = Date.UTC(2026, 2, 1) / 1000;
const log = createLog({ name: 'test', level: 'error' });

export async function provideDemoApi(): Promise<DemoApi> {
  const chain = await shareTestChain();
  const template = await shareTemplate('demo', () => indexDemo(chain));
  const { items } = await openArtifactFolder(FOLDER, log).read();
  const nodes = { chains: [{ id: TEST_CHAIN_ID, rpcUrls: [chain.rpcUrl] }], log };
  const api = await provideTestApi({
    database: await createTestDatabase(template),
    signatures: [indexSignatures(items), BUILT_IN],
    names: {},
    accountState: createAccountStates(nodes),
    coinBalance: createCoinBalances(nodes),
    tokenBalances: createTokenBalances(nodes),
    contractCode: createContractCodes(nodes),
    codeFacts: createCodeAnalyzer({ program: `${ROOT}/dist/analyze-code.mjs` }),
    blockProof: createBlockProofs(nodes),
    // a busy machine traces instructions in more than the usual seconds
    traces: createTransactionTraces({ ...nodes, timeoutMs: 60_000 }),
    failureTraces: createFailureTraces({ ...nodes, timeoutMs: 60_000 }),
    stepTraces: createStepTraces({ ...nodes, timeoutMs: 60_000 }),
    gasTraces: createGasTraces({ ...nodes, timeoutMs: 60_000 }),
    simulations: createSimulations({ ...nodes, timeoutMs: 60_000 }),
    jsonRpc: createJsonRpc(nodes),
    verification: () => ({
      listCompilers: async () => ({
        ...{ versions: ['0.8.37', '0.8.30'], installed: ['0.8.37'] },
        ...{ host: 'registry.example', reason: undefined },
      }),
      outline: async () => null,
      add: async () => ({ refusal: 'full' }),
      find: async (id) =>
        id === DEMO_VERIFICATION
          ? {
              ...{ state: 'waiting', chainId: TEST_CHAIN_ID, address: `0x${'11'.repeat(20)}`, ahead: 2 },
              ...{ startedAt: new Date(0), endedAt: null },
            }
          : undefined,
    }),
  });
  return { api, chain };
}

async function indexDemo(chain: SharedChain): Promise<TestDatabase> {
  const { artifacts } = await openArtifactFolder(FOLDER, log).read();
  const database = await createApiDatabase(TEST_CHAIN_ID);
  const { sql } = database;
  const source = { rpc: createRpc({ urls: [chain.rpcUrl] }), db: openDatabase(sql, TEST_CHAIN_ID) };
  await indexAll({ ...source, artifacts: { index: indexArtifacts(artifacts) } });
  await checkAllBalances(source);
  await replaceNamedContracts(source.db, await loadNamedContracts(FOLDER, log));
  await sql`
    update ${source.db.schema}.contract_interfaces set verified_at = ${VERIFIED_AT} where source = 'verified'`;
  return database;
}
