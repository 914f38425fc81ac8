import type { ChainConfig } from '@/lib/config';
import type { Logger } from '@/lib/log';
import { fetchBalance } from '@/lib/rpc/methods';
import { createCache } from '../cache';
import { createChainNodes } from './chain-nodes';

/** A coin balance in wei after a block, or on the newest state; undefined when no node tells in time. */
export type CoinBalances = (
  chainId: number,
  address: Buffer,
  height: number | 'latest',
) => Promise<bigint | undefined>;

const LIMITS = { timeoutMs: 1_500, maxConcurrent: 512, maxPerSecond: 1_000 };
const REMEMBERED_MS = 3_000;
const MAX_REMEMBERED = 5_000;

/** Asks the nodes of the configured chains; what they say is remembered for a moment. */
export function createCoinBalances(options: {
  chains: readonly Pick<ChainConfig, 'id' | 'rpcUrls'>[];
  log: Logger;
}): CoinBalances {
  const ask = createChainNodes({ ...options, limits: LIMITS });
  const remembered = createCache<bigint | undefined>({ ttlMs: REMEMBERED_MS, maxKeys: MAX_REMEMBERED });
  return (chainId, address, height) =>
    remembered(`${chainId}/${height}/${address.toString('latin1')}`, async () => {
      const answer = await ask(chainId, (rpc) => fetchBalance(rpc, address, height));
      return answer.kind === 'answered' ? answer.value : undefined;
    });
}
