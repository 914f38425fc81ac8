import { encodeFunctionData, parseAbi } from 'viem';
import { startTestChain, type TestChain } from '../demo/test-chain';
import { openSiteDatabase } from '../test/support/site';
import { until } from '../test/support/until';
import { deployLamp } from './lamp';
import { type Product, runProduct } from './run-product';
import { shareSite } from './site';
import { executeOperation } from './user-operation';

const API_KEY = 'the-server-key-that-nobody-may-see';
const EXECUTOR = '0xe3a9105a3a932253A70F126eb1E3b589C643dD24';
const UINT256 = 8;
const INDEX_TIMEOUT_MS = 600_000;

/** Starts the demo chain with fixed contents and, by the program of `npm start`, the whole product over it. */
export default async function startSite(): Promise<() => Promise<void>> {
  const testChain = await startTestChain();
  const largest = await encryptLargest(testChain);
  await executeOperation(testChain);
  const lamp = await deployLamp(testChain);
  let product: Product | undefined;
  try {
    // the folder, DEV and the verification are as `npm start` sets them for its own demo chain; nobody is asked for compilers
    product = await runProduct({
      ...{ RPC_URL: testChain.rpcUrl, CHAIN_NAME: 'Demo', API_KEY },
      ...{ ABI_DIR: 'demo/abi', VERIFICATION: 'on', COMPILERS_URL: 'http://127.0.0.1:9' },
      ...{ DEV: 'off', FHE_RELAYERS: '31337=https://relayer.example/v2' },
    });
    await untilIndexed(product, testChain.history.tip.number + 3);
  } catch (error) {
    await product?.stop();
    await testChain.stop();
    throw error;
  }
  const { stop } = product;
  shareSite({
    url: product.url,
    apiUrl: product.apiUrl,
    apiKey: API_KEY,
    chainId: '31337',
    rpcUrl: testChain.rpcUrl,
    lamp,
    transactions: { ...testChain.history.transactions, 'encryption of 2^256-1': largest },
  });
  return async () => {
    await stop();
    await testChain.stop();
  };
}

/**
 * Waits for the block at `tip`, the metadata of all tokens and the comparison of their balances: `npm start` waits 15 s
 * for a chain that is not its own.
 */
async function untilIndexed({ dataDir }: Product, tip: number): Promise<void> {
  const sql = await openSiteDatabase({ dataDir });
  try {
    await until(
      'the index of the demo chain',
      async () => {
        const [row] = await sql`
        select tip_number >= ${tip}
          and not exists (select from chain_31337.tokens where metadata_status = 'pending')
          and not exists (select from chain_31337.token_instances where metadata_status = 'pending')
          and not exists (
            select from chain_31337.tokens t where type <> 'ERC-7984' and not exists (
              select from chain_31337.token_balance_checks c where c.token_address = t.address
            )
          ) as is_whole
        from chain_31337.indexer_state`;
        return row?.is_whole === true;
      },
      INDEX_TIMEOUT_MS,
    );
  } finally {
    await sql.end();
  }
}

/** The largest possible plaintext, in a log of the executor. */
async function encryptLargest({ chain }: TestChain): Promise<string> {
  const data = encodeFunctionData({
    abi: parseAbi(['function trivialEncrypt(uint256 plaintext, uint8 toType) returns (bytes32)']),
    args: [2n ** 256n - 1n, UINT256],
  });
  const hash = await chain.send({ from: chain.accounts.deployer, to: EXECUTOR, data, gas: 500_000n });
  await chain.mine();
  return hash;
}
