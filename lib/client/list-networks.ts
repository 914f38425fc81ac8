import { API_CONFIG_PATH, type ApiConfig, apiConfig } from '@/lib/endpoints/config';
import { AppError } from '@/lib/errors';
import { t } from '@/lib/language/t';
import type { ReadJson } from './call';

type Network = ApiConfig['networks'][number];

/** The API's chains in order, default first; undefined if it has no list. Chains listed by ID only are named after it. */
export async function listNetworks(read: ReadJson): Promise<readonly Network[] | undefined> {
  const config = await read(API_CONFIG_PATH, apiConfig, 'the list of chains');
  if (config === undefined || config.networks.length > 0) return config?.networks;
  return Object.keys(config.chains).map(unnamedNetwork);
}

/** A chain of which only the ID is known. */
export function unnamedNetwork(id: string): Network {
  return { id, name: `Chain ${id}`, symbol: 'ETH', is_demo: false };
}

/** The error for an API without a list of chains. */
export function noChainList(): AppError {
  return new AppError('api_answer', `The API has no ${API_CONFIG_PATH}`, {
    publicMessage: t('The API does not list its chains.'),
  });
}
