import type { Address, Hex } from 'viem';
import { startAnvil } from './anvil';
import { buildHistory } from './build-history';
import type { DemoChain } from './chain';
import { asHex, asList, asRecord, type ChainTip, fetchTip, type NodeRequest } from './node-request';

const GENESIS_TIMESTAMP = 1_767_225_600;
const BLOCK_SECONDS = 12;
/** All states of the history and of tests: without a bound, anvil would write old ones to the home folder. */
const KEPT_STATES = 2_000;

export type TestHistory = {
  contracts: Readonly<Record<string, Address>>;
  transactions: Readonly<Record<string, Hex>>;
  /** Handles of encrypted values, by the transaction that transfers them. */
  handles: Readonly<Record<string, Hex>>;
  tip: ChainTip;
};
export type TestChain = {
  rpcUrl: string;
  history: TestHistory;
  chain: DemoChain;
  stop(): Promise<void>;
};

/** A demo chain with fixed timestamps on a fresh port: the same blocks and hashes every time. */
export async function startTestChain(): Promise<TestChain> {
  const anvil = await startAnvil({ timestamp: GENESIS_TIMESTAMP, keptStates: KEPT_STATES });
  try {
    const chain = await buildHistory(anvil.request, (height) => GENESIS_TIMESTAMP + height * BLOCK_SECONDS);
    const contracts = [...chain.contracts].map(([name, { address }]) => [name, address] as const);
    const history = {
      contracts: Object.fromEntries(contracts),
      transactions: Object.fromEntries(chain.notable),
      handles: { 'confidential transfer': await findMoved(anvil.request, chain) },
      tip: await fetchTip(anvil.request),
    };
    return { rpcUrl: anvil.rpcUrl, history, chain, stop: anvil.stop };
  } catch (error) {
    await anvil.stop();
    throw error;
  }
}

const CONFIDENTIAL_TRANSFER = '0x67500e8d0ed826d2194f514dd0d8124f35648ab6e3fb5e6ed867134cffe661e9';

async function findMoved(request: NodeRequest, { notable }: DemoChain): Promise<Hex> {
  const receipt = await request('eth_getTransactionReceipt', [notable.get('confidential transfer')]);
  const topics = asList(asRecord(receipt).logs).map((log) => asList(asRecord(log).topics));
  return asHex(topics.find(([first]) => first === CONFIDENTIAL_TRANSFER)?.[3]);
}
