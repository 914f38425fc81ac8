import { cache } from 'react';
import { listCharts } from '@/lib/endpoints/chart';
import { API_CONFIG_PATH, apiConfig } from '@/lib/endpoints/config';
import { AppError } from '@/lib/errors';
import { t } from '@/lib/language/t';
import { callExtra, getJson, parseAnswer } from './call';

/** A chain of the API. `id` is decimal; `isDemo` marks the bundled demo chain. */
export type Chain = Readonly<{ id: string; name: string; symbol: string; isDemo: boolean }>;

/**
 * The API's chains in order, default first; undefined if it has no list. Chains listed by ID only are named after it.
 * Throws AppError like `call`.
 */
export const findChainList = cache(async (): Promise<readonly Chain[] | undefined> => {
  const json = await getJson(API_CONFIG_PATH);
  if (json === undefined) return undefined;
  const config = parseAnswer(apiConfig, json, 'the list of chains');
  if (config.networks.length === 0) return Object.keys(config.chains).map(unnamed);
  return config.networks.map(({ id, name, symbol, is_demo }) => ({ id, name, symbol, isDemo: is_demo }));
});

/** Like `findChainList`, but throws AppError `api_answer` if the API has no list. */
export async function listChains(): Promise<readonly Chain[]> {
  const chains = await findChainList();
  if (chains !== undefined) return chains;
  throw new AppError('api_answer', `The API has no ${API_CONFIG_PATH}`, {
    publicMessage: t('The API does not list its chains.'),
  });
}

/** The chain with that decimal ID; undefined if not served. Probes an API that has no list. Throws like `call`. */
export async function findChain(id: string): Promise<Chain | undefined> {
  if (withoutList.has(id)) return unnamed(id);
  const chains = await findChainList();
  if (chains !== undefined) return chains.find((chain) => chain.id === id);
  // an API that lacks this chain too is not understood at all: fail on its missing list
  if (!(await isServed(id))) await listChains();
  withoutList.add(id);
  return unnamed(id);
}

/** Chains that a list-less API is known to serve, to probe each only once. */
const withoutList = new Set<string>();

/** Probes the chart catalog: the one operation of every API server whose only parameter is the chain. */
async function isServed(id: string): Promise<boolean> {
  return (await callExtra(listCharts, { chain: id, params: {} })) !== undefined;
}

function unnamed(id: string): Chain {
  return { id, name: `Chain ${id}`, symbol: 'ETH', isDemo: false };
}
