import { createBoundedCache } from '@/lib/bounded-cache';
import {
  type BalanceCall,
  type BlockReference,
  type CalledBalance,
  createBalanceReader,
} from '@/lib/rpc/token-balances';
import { createChainNodes, type NodeOptions } from './chain-nodes';

/** Calls balanceOf on the state after a block, in the order of `calls`; undefined when no node answers in time. */
export type TokenBalances = (
  chainId: number,
  block: BlockReference,
  calls: readonly BalanceCall[],
) => Promise<readonly CalledBalance[]>;

const LIMITS = {
  timeoutMs: 1_500,
  maxConcurrent: 32,
  maxPerSecond: 50,
  maxAnswerBytes: 16 * 1024 * 1024,
};
const TTL_MS = 10_000;
const MAX_KEYS = 20_000;

/** Reads from the configured chains' nodes; results and failures are cached for 10 s. */
export function createTokenBalances(options: NodeOptions): TokenBalances {
  const request = createChainNodes({ ...options, limits: LIMITS });
  const fetchBalances = createBalanceReader();
  const cache = createBoundedCache<string, { value: CalledBalance }>({
    ...{ name: 'token_balances', maxBytes: 600 * MAX_KEYS, maxKeys: MAX_KEYS, ttlMs: TTL_MS },
  });
  return async (chainId, block, calls) => {
    const keyed = calls.map((call) => ({ call, key: keyOf(chainId, block, call) }));
    const known = new Map(keyed.map(({ key }) => [key, cache.get(key)]));
    const missing = keyed.filter(({ key }) => known.get(key) === undefined);
    if (missing.length > 0) {
      const answer = await request(chainId, (rpc) =>
        fetchBalances(
          rpc,
          block,
          missing.map(({ call }) => call),
        ),
      );
      missing.forEach(({ key }, at) => {
        const entry = { value: answer.kind === 'answered' ? answer.value[at] : undefined };
        known.set(key, entry);
        cache.set(key, entry);
      });
    }
    return keyed.map(({ key }) => known.get(key)?.value);
  };
}

function keyOf(chainId: number, { hash }: BlockReference, { token, holder, tokenId }: BalanceCall): string {
  const bytes = Buffer.concat([hash, token, holder ?? Buffer.alloc(0)]);
  return `${chainId}/${bytes.toString('latin1')}/${tokenId}`;
}
