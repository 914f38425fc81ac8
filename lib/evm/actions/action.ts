import { formatUnits } from 'viem/utils';
import type { Hex } from '@/lib/evm/hex';

/** A protocol action in the API's form (upstream 1.3.3): amounts in whole tokens (`1.5`), EIP-55 addresses. */
export type TransactionAction = Readonly<{
  protocol: 'aave_v3' | 'uniswap_v3';
  type: string;
  data: Readonly<Record<string, string | number | readonly string[] | null>>;
}>;

/** A token's own metadata, null where missing. */
export type TokenFacts = Readonly<{ name: string | null; symbol: string | null; decimals: number | null }>;

/** The tokens of a Uniswap v3 pool, lower case, in pool order. */
export type PoolFacts = Readonly<{ token0: Hex; token1: Hex }>;

/** Facts by lower-case address. A pool is null unless the factory knows it: anyone can emit pool events. */
export type ActionFacts = Readonly<{
  tokens: ReadonlyMap<string, TokenFacts>;
  pools: ReadonlyMap<string, PoolFacts | null>;
}>;

/** Addresses (lower case, unique, in log order) whose facts are missing. */
export type MissingFacts = Readonly<{ tokens: readonly Hex[]; pools: readonly Hex[] }>;

/** Looks up facts and records missing ones. */
export type FactLookup = Readonly<{
  findToken: (address: Hex) => TokenFacts | undefined;
  findPool: (address: Hex) => PoolFacts | null | undefined;
  listMissing: () => MissingFacts;
}>;

/** Creates a lookup over known facts. */
export function createFactLookup(known: ActionFacts): FactLookup {
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

/** An amount in whole tokens, without trailing zeros; null without valid decimals. */
export function formatTokenAmount(amount: bigint, { decimals }: TokenFacts): string | null {
  const isValid = decimals !== null && Number.isInteger(decimals) && decimals >= 0 && decimals <= 255;
  return isValid ? formatUnits(amount, decimals) : null;
}
