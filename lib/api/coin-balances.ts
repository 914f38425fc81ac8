import { setTimeout as delay } from 'node:timers/promises';
import type { ChainConfig } from '@/lib/config';
import { AppError } from '@/lib/errors';
import type { Logger } from '@/lib/log';
import { createRpc, type Rpc } from '@/lib/rpc/client';
import { fetchBalance, fetchChainId } from '@/lib/rpc/methods';
import { createCache } from './cache';

/** A coin balance in wei after a block, or on the newest state; undefined when no node tells in time. */
export type CoinBalances = (
  chainId: number,
  address: Buffer,
  height: number | 'latest',
) => Promise<bigint | undefined>;

const TIMEOUT_MS = 1_500;
const REMEMBERED_MS = 3_000;
const MOST_REMEMBERED = 5_000;
const MOST_AT_ONCE = 32;
/** After a failure nobody waits for that chain's node again so soon. */
const REST_MS = 5_000;

type Node = { rpc: Rpc; chainId: number | undefined; restsUntil: number };

/**
 * Asks the nodes of the configured chains. A request waits at most a moment, asks only while few others do, and not at
 * all right after a failure: a node that is slow or gone costs an answer one figure, not its time.
 */
export function createCoinBalances(options: {
  chains: readonly Pick<ChainConfig, 'id' | 'rpcUrls'>[];
  log: Logger;
}): CoinBalances {
  const nodes = options.chains.map(
    ({ id, rpcUrls }): Node => ({
      rpc: createRpc({ urls: rpcUrls, timeoutMs: TIMEOUT_MS, retries: 0 }),
      chainId: id,
      restsUntil: 0,
    }),
  );
  const remembered = createCache<bigint | undefined>({ ttlMs: REMEMBERED_MS, maxKeys: MOST_REMEMBERED });
  let asking = 0;
  const ask = async (chainId: number, address: Buffer, height: number | 'latest') => {
    const node = nodes.find((candidate) => candidate.chainId === chainId || candidate.chainId === undefined);
    if (!node || asking >= MOST_AT_ONCE || node.restsUntil > Date.now()) return undefined;
    asking += 1;
    try {
      return await inTime(readBalance(node, { chainId, address, height }));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      node.restsUntil = Date.now() + REST_MS;
      options.log.warn({ error, chain: chainId }, 'the node did not tell a balance');
      return undefined;
    } finally {
      asking -= 1;
    }
  };
  return (chainId, address, height) =>
    remembered(`${chainId}/${height}/${address.toString('latin1')}`, () => ask(chainId, address, height));
}

/** A node that RPC_URL alone names must first say of which chain it is. */
async function readBalance(
  node: Node,
  { chainId, address, height }: { chainId: number; address: Buffer; height: number | 'latest' },
): Promise<bigint | undefined> {
  node.chainId ??= await fetchChainId(node.rpc);
  return node.chainId === chainId ? fetchBalance(node.rpc, address, height) : undefined;
}

async function inTime<T>(answer: Promise<T>): Promise<T> {
  const stopped = new AbortController();
  const late = delay(TIMEOUT_MS, undefined, { signal: stopped.signal, ref: false }).then(() => {
    throw new AppError('node_unreachable', 'The node did not answer in time.');
  });
  // When the answer wins, the timer is given up: that rejection is nobody's.
  late.catch(() => undefined);
  try {
    return await Promise.race([answer, late]);
  } finally {
    stopped.abort();
  }
}
