import { AppError } from '@/lib/errors';
import type { ResolvedChain } from './resolve-chains';

/** The chain of that ID, or the only one. Throws AppError `config`. */
export function pickChain(chains: readonly ResolvedChain[], id: number | undefined): ResolvedChain {
  const ids = chains.map(({ chainId }) => chainId).join(', ');
  if (chains.length === 0) throw new AppError('config', 'Set RPC_URL or CHAINS_FILE: this needs a node.');
  if (id === undefined && chains.length > 1)
    throw new AppError('config', `Several chains are configured: choose one of ${ids} with --chain.`);
  const chain = id === undefined ? chains[0] : chains.find(({ chainId }) => chainId === id);
  if (!chain) throw new AppError('config', `Chain ${id} is not configured; ${ids} is.`);
  return chain;
}
