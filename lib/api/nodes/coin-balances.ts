import { fetchBalance, type StateHeight } from '@/lib/rpc/methods';
import { createCache } from '../cache';
import { createChainNodes, type NodeOptions } from './chain-nodes';

/** Fetches a coin balance in wei after a block; undefined when no node answers in time. */
export type CoinBalances = (
  chainId: number,
  address: Buffer,
  height: StateHeight,
) => Promise<bigint | undefined>;

const LIMITS = { timeoutMs: 1_500, maxConcurrent: 512, maxPerSecond: 1_000 };
const TTL_MS = 3_000;
const MAX_KEYS = 5_000;

/** Fetches balances from the configured chains' nodes, cached for 3 s. */
export function createCoinBalances(options: NodeOptions): CoinBalances {
  const request = createChainNodes({ ...options, limits: LIMITS });
  const cache = createCache<bigint | undefined>({ name: 'coin_balances', ttlMs: TTL_MS, maxKeys: MAX_KEYS });
  return (chainId, address, height) =>
    cache(`${chainId}/${height}/${address.toString('latin1')}`, async () => {
      const answer = await request(chainId, (rpc) => fetchBalance(rpc, address, height));
      return answer.kind === 'answered' ? answer.value : undefined;
    });
}
