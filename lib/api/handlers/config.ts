import type { ChainRow } from '@/lib/queries/chain';
import type { ApiConfig } from '@/lib/spec/config';
import { SERVICE_PREFIX } from '@/lib/spec/endpoint';
import { ENDPOINTS } from '@/lib/spec/endpoints';
import { DEFAULT_CREDITS } from '../plans';

/** The body of /api/json/config. */
export function getApiConfig(chains: readonly ChainRow[], publicUrl: string): ApiConfig {
  const special = ENDPOINTS.filter((endpoint) => endpoint.credits !== DEFAULT_CREDITS);
  return {
    chains: Object.fromEntries(chains.map(({ chain_id }) => [String(chain_id), `${publicUrl}/${chain_id}`])),
    endpoint_pricing: {
      default: DEFAULT_CREDITS,
      ...Object.fromEntries(
        special.map((endpoint) => [`${SERVICE_PREFIX[endpoint.service]}${endpoint.path}`, endpoint.credits]),
      ),
    },
    networks: chains.map(({ chain_id, name, symbol, is_demo }) => ({
      id: String(chain_id),
      name,
      symbol,
      is_demo,
    })),
  };
}
