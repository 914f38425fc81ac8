import { cache } from 'react';
import { AppError } from '@/lib/errors';
import { API_CONFIG_PATH, apiConfig } from '@/lib/spec/config';
import { getJson, parseAnswer } from './call';

/** A chain that the API serves. `id` is decimal; `isDemo` marks the chain that comes with the project. */
export type Chain = Readonly<{ id: string; name: string; symbol: string; isDemo: boolean }>;

/**
 * The chains of the API in their order, the default one first. A service that tells only ids gives them numbers
 * for names. Throws AppError like `call`.
 */
export const listChains = cache(async (): Promise<readonly Chain[]> => {
  const json = await getJson(API_CONFIG_PATH);
  if (json === undefined) {
    throw new AppError('api_answer', `The API has no ${API_CONFIG_PATH}`, {
      publicMessage: 'The data service does not tell which chains it has.',
    });
  }
  const config = parseAnswer(apiConfig, json, 'the list of chains');
  if (config.networks.length === 0) {
    return Object.keys(config.chains).map((id) => ({
      id,
      name: `Chain ${id}`,
      symbol: 'ETH',
      isDemo: false,
    }));
  }
  return config.networks.map(({ id, name, symbol, is_demo }) => ({ id, name, symbol, isDemo: is_demo }));
});

/** The chain of that decimal id, undefined when the API does not serve it. Throws AppError like `call`. */
export async function findChain(id: string): Promise<Chain | undefined> {
  const chains = await listChains();
  return chains.find((chain) => chain.id === id);
}
