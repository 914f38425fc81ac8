import { cache } from 'react';
import { getChainOverview } from '@/lib/endpoints/chain-overview';
import type { ApiConfig } from '@/lib/endpoints/config';
import { call, readJson } from './call';
import { listNetworks, noChainList } from './list-networks';

/** A chain of the API. `id` is decimal; `isDemo` marks the bundled demo chain. */
export type Chain = Readonly<{ id: string; name: string; symbol: string; isDemo: boolean }>;

/** The chain of an answer. */
export function toChain({ is_demo: isDemo, ...rest }: ApiConfig['networks'][number]): Chain {
  return { ...rest, isDemo };
}

/** The API's chains in order, default first; undefined if it has no list. Throws AppError like `call`. */
export const findChainList = cache(
  async (): Promise<readonly Chain[] | undefined> => (await listNetworks(readJson))?.map(toChain),
);

/** Like `findChainList`, but throws AppError `api_answer` if the API has no list. */
export async function listChains(): Promise<readonly Chain[]> {
  const chains = await findChainList();
  if (chains === undefined) throw noChainList();
  return chains;
}

/** Data of the frame of a chain's pages; undefined if the chain is not served. Throws like `call`. */
export const findOverview = cache((id: string) => call(getChainOverview, { chain: id, params: {} }));

/** The chain with that decimal ID; undefined if not served. Throws like `call`. */
export async function findChain(id: string): Promise<Chain | undefined> {
  return (await findOverview(id))?.networks.map(toChain).find((chain) => chain.id === id);
}
