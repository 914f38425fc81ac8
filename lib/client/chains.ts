import { cache } from 'react';
import { listCharts } from '@/lib/endpoints/chart';
import { API_CONFIG_PATH, apiConfig } from '@/lib/endpoints/config';
import { AppError } from '@/lib/errors';
import { callExtra, getJson, parseAnswer } from './call';

/** A chain that the API serves. `id` is decimal; `isDemo` marks the chain that comes with the project. */
export type Chain = Readonly<{ id: string; name: string; symbol: string; isDemo: boolean }>;

/**
 * The chains of the API in their order, the default one first; undefined when the API has no list of them. A service
 * that tells only ids gives them numbers for names. Throws AppError like `call`.
 */
export const findChainList = cache(async (): Promise<readonly Chain[] | undefined> => {
  const json = await getJson(API_CONFIG_PATH);
  if (json === undefined) return undefined;
  const config = parseAnswer(apiConfig, json, 'the list of chains');
  if (config.networks.length === 0) return Object.keys(config.chains).map(unnamed);
  return config.networks.map(({ id, name, symbol, is_demo }) => ({ id, name, symbol, isDemo: is_demo }));
});

/** Like `findChainList`, where nothing can be done without the list: throws AppError `api_answer` without one. */
export async function listChains(): Promise<readonly Chain[]> {
  const chains = await findChainList();
  if (chains !== undefined) return chains;
  throw new AppError('api_answer', `The API has no ${API_CONFIG_PATH}`, {
    publicMessage: 'The API does not list its chains.',
  });
}

/**
 * The chain of that decimal id, undefined when the API does not serve it. A service without a list of chains is asked
 * for something that every one of its chains has. Throws AppError like `call`.
 */
export async function findChain(id: string): Promise<Chain | undefined> {
  if (withoutList.has(id)) return unnamed(id);
  const chains = await findChainList();
  if (chains !== undefined) return chains.find((chain) => chain.id === id);
  // a service that does not even have this chain is not understood at all
  if (!(await isServed(id))) await listChains();
  withoutList.add(id);
  return unnamed(id);
}

/** Chains that a service without a list has shown to serve: it is not asked twice. */
const withoutList = new Set<string>();

/** The catalog of charts is the one operation of every service that is about nothing but a chain. */
async function isServed(id: string): Promise<boolean> {
  return (await callExtra(listCharts, { chain: id, params: {} })) !== undefined;
}

function unnamed(id: string): Chain {
  return { id, name: `Chain ${id}`, symbol: 'ETH', isDemo: false };
}
