import { formatUnits } from 'viem/utils';
import type { Hex } from '@/lib/evm/hex';

/**
 * What a transaction did in a protocol, as the API gives it: amounts in whole tokens (`1.5`), addresses EIP-55, the
 * members by protocol and type (upstream behaviour 1.3.3). What a token does not have is null.
 */
export type TransactionAction = Readonly<{
  protocol: 'aave_v3' | 'uniswap_v3';
  type: string;
  data: Readonly<Record<string, string | number | readonly string[] | null>>;
}>;

/** What a token contract says of itself, null for what it does not. */
export type TokenFacts = Readonly<{ name: string | null; symbol: string | null; decimals: number | null }>;

/** The tokens of a Uniswap v3 pool, lower case, in the order of the pool. */
export type PoolFacts = Readonly<{ token0: Hex; token1: Hex }>;

/**
 * What is known beside the logs; addresses are lower case. A pool is null when it was looked up and is none of the
 * Uniswap v3 factory: anyone can emit a pool's events, so the caller must have asked the factory.
 */
export type KnownFacts = Readonly<{
  tokens: ReadonlyMap<string, TokenFacts>;
  pools: ReadonlyMap<string, PoolFacts | null>;
}>;

/** The facts without which actions were left out: addresses, lower case, each once, in the order of the logs. */
export type MissingFacts = Readonly<{ tokens: readonly Hex[]; pools: readonly Hex[] }>;

/** Looks facts up and remembers which were missing. */
export type FactLookup = Readonly<{
  findToken: (address: Hex) => TokenFacts | undefined;
  findPool: (address: Hex) => PoolFacts | null | undefined;
  listMissing: () => MissingFacts;
}>;

/** A lookup over what is known. */
export function createFactLookup(known: KnownFacts): FactLookup {
  const tokens = new Set<Hex>();
  const pools = new Set<Hex>();
  return {
    findToken(address) {
      const facts = known.tokens.get(address);
      if (facts === undefined) tokens.add(address);
      return facts;
    },
    findPool(address) {
      const facts = known.pools.get(address);
      if (facts === undefined) pools.add(address);
      return facts;
    },
    listMissing: () => ({ tokens: [...tokens], pools: [...pools] }),
  };
}

/** An amount in whole tokens, without zeros at the end; null without sensible decimals. */
export function formatTokenAmount(amount: bigint, { decimals }: TokenFacts): string | null {
  const makesSense = decimals !== null && Number.isInteger(decimals) && decimals >= 0 && decimals <= 255;
  return makesSense ? formatUnits(amount, decimals) : null;
}
