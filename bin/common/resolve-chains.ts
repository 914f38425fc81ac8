import type { ChainConfig } from '@/lib/config';
import type { ChainRegistration } from '@/lib/db/register-chains';
import { AppError } from '@/lib/errors';
import { hexToBuffer } from '@/lib/evm/hex';
import { type FheDeployment, findDeployments } from '@/lib/fhe/deployments';
import { listPriceFeeds } from '@/lib/indexer/enrich/price-feeds';
import { createRpc, type Rpc } from '@/lib/rpc/client';
import { type DevNode, fetchDevNode } from '@/lib/rpc/dev-node';
import { findEnsRegistry } from '@/lib/rpc/ens';
import { fetchBlockHash, fetchChainId } from '@/lib/rpc/methods';
import type { PriceFeed } from '@/lib/rpc/price-feed';

/** A configured chain whose node answered. Without `endBlock`, follow the head. */
export type ResolvedChain = ChainRegistration &
  Readonly<{
    rpcUrls: readonly string[];
    endBlock: number | undefined;
    ensRegistry?: Buffer | undefined;
    partitionBlocks?: number | undefined;
    prices?: readonly PriceFeed[];
    /** Set if its node is a development node on loopback. */
    dev?: DevNode | undefined;
    /** Its fhEVMs; undefined: none is known, and any contract's logs of FHE operations count. */
    deployments?: readonly FheDeployment[] | undefined;
  }>;

/** Short, because an operator is watching. */
const TIMEOUT_MS = 10_000;

/** A configured chain, resolved by its node, or why it cannot be used (AppError `config`). */
export type Resolution = Readonly<{ configured: ChainConfig }> &
  Readonly<{ chain: ResolvedChain } | { error: AppError }>;

/** Fetches every node's chain ID; fails for a node that does not respond or contradicts CHAINS_FILE. */
export async function resolveChains(chains: readonly ChainConfig[]): Promise<Resolution[]> {
  return Promise.all(
    chains.map(async (configured) => {
      try {
        return { configured, chain: await resolveChain(configured) };
      } catch (error) {
        if (error instanceof AppError) return { configured, error };
        throw error;
      }
    }),
  );
}

async function resolveChain(chain: ChainConfig): Promise<ResolvedChain> {
  const rpc = createRpc({ urls: chain.rpcUrls, timeoutMs: TIMEOUT_MS, retries: 1 });
  const source = chain.id === undefined ? 'RPC_URL' : `CHAINS_FILE, chain ${chain.id}`;
  const { chainId, firstBlock, firstBlockHash, dev } = await identifyNode(rpc, chain, source);
  if (chain.id !== undefined && chain.id !== chainId) {
    throw new AppError(
      'config',
      `${source}: ${rpc.hosts.join(', ')} is a node of chain ${chainId}: correct id or rpc.`,
    );
  }
  const published = findDeployments(chainId);
  const deployments = chain.fheDeployments ?? (published.length === 0 ? undefined : published);
  const executor = deployments?.[0]?.executor;
  const known = chain.name && chain.symbol ? undefined : await findKnownChain(chainId);
  return {
    chainId,
    name: chain.name ?? known?.name ?? `Chain ${chainId}`,
    symbol: chain.symbol ?? known?.nativeCurrency.symbol ?? 'ETH',
    firstBlock,
    firstBlockHash: firstBlockHash ?? null,
    isDemo: false,
    fheExecutor: executor === undefined ? null : hexToBuffer(executor),
    deployments,
    ensRegistry: chain.ensRegistry ? hexToBuffer(chain.ensRegistry) : findEnsRegistry(chainId),
    prices: listPriceFeeds(chainId, chain.prices),
    rpcUrls: chain.rpcUrls,
    endBlock: chain.endBlock,
    partitionBlocks: chain.partitionBlocks,
    dev,
  };
}

async function identifyNode(rpc: Rpc, chain: ChainConfig, source: string) {
  try {
    const chainId = await fetchChainId(rpc);
    const dev = chain.dev === 'off' ? undefined : await fetchDevNode(rpc, chain.dev === 'on');
    // What a fork has below is of the forked chain.
    const firstBlock = Math.max(chain.startBlock, dev?.forkBlock ?? 0);
    return { chainId, dev, firstBlock, firstBlockHash: await fetchBlockHash(rpc, firstBlock) };
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    throw new AppError(
      'config',
      `${source} cannot be used: ${cause.message.replace(/\.$/, '')}: start the node or correct the URL.`,
      { cause },
    );
  }
}

/** Imported lazily: the registry of known chains is large. */
async function findKnownChain(chainId: number) {
  const chains = await import('viem/chains');
  return Object.values(chains).find((chain) => 'id' in chain && chain.id === chainId);
}
