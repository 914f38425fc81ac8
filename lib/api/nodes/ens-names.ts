import { requestName } from '@/lib/api/address/ens-name-query';
import { createBoundedCache } from '@/lib/bounded-cache';
import type { ChainConfig } from '@/lib/config';
import { currentGeneration } from '@/lib/db/generation';
import type { OpenChain } from '@/lib/db/open-database';
import { bufferToHex, hexToBuffer } from '@/lib/evm/hex';
import { fetchEnsAddress, findEnsRegistry, normalizeName } from '@/lib/rpc/ens';
import { createCache } from '../cache';
import { createChainNodes, type NodeOptions } from './chain-nodes';

/** Names of ENS, on chains that have it. */
export type EnsNames = Readonly<{
  /** The address that a name resolves to, from the node; undefined for none, or when no node answers in time. */
  resolve(chainId: number, name: string): Promise<{ address: Buffer; name: string } | undefined>;
  /** Schedules a lookup of an address's primary name by the indexer. Never rejects. */
  want(chainId: number, address: Buffer): Promise<void>;
}>;

type Options = Omit<NodeOptions, 'chains'> &
  Readonly<{ openChain: OpenChain; chains: readonly Pick<ChainConfig, 'id' | 'rpcUrls' | 'ensRegistry'>[] }>;

const LIMITS = { timeoutMs: 1_500, maxConcurrent: 8, maxPerSecond: 20, maxAnswerBytes: 64 * 1024 };
const TTL_MS = 60_000;
const MAX_KEYS = 5_000;
const REQUESTED_MS = 10 * 60_000;

/** Resolves names by the configured chains' nodes, cached for a minute; chains are written to. */
export function createEnsNames({ openChain, ...options }: Options): EnsNames {
  const request = createChainNodes({ ...options, limits: LIMITS });
  const cache = createCache<Buffer | undefined>({ name: 'ens_names', ttlMs: TTL_MS, maxKeys: MAX_KEYS });
  const requested = createBoundedCache<string, true>({
    ...{ name: 'requested_ens_names', maxBytes: 1_000 * MAX_KEYS, maxKeys: MAX_KEYS, ttlMs: REQUESTED_MS },
  });
  const registryOf = (chainId: number) => {
    const configured = options.chains.find(({ id }) => id === chainId)?.ensRegistry;
    return configured === undefined ? findEnsRegistry(chainId) : hexToBuffer(configured);
  };
  return {
    resolve: async (chainId, text) => {
      const registry = registryOf(chainId);
      const name = normalizeName(text);
      if (!registry || name === undefined) return undefined;
      const address = await cache(`${chainId}/${name}`, async () => {
        const answer = await request(chainId, (rpc) =>
          fetchEnsAddress(rpc, { address: registry, height: 'latest' }, name),
        );
        return answer.kind === 'answered' ? (answer.value ?? undefined) : undefined;
      });
      return address && { address, name };
    },
    want: async (chainId, address) => {
      const key = `${currentGeneration()}/${chainId}/${bufferToHex(address)}`;
      if (!registryOf(chainId) || requested.has(key)) return;
      requested.set(key, true);
      await requestName(openChain(chainId), address).catch(() => requested.delete(key));
    },
  };
}
