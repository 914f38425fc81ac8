import { DEFAULT_CREDITS } from '@/lib/api/gate/plans';
import type { ApiConfig } from '@/lib/endpoints/config';
import { type AnswerTypes, SERVICE_PREFIX } from '@/lib/endpoints/endpoint';
import { ENDPOINTS } from '@/lib/endpoints/endpoints';
import type { ChainRow } from './chain-query';
import { presentNetworks } from './network-present';

/** The body of /api/json/config. */
export function getApiConfig(
  chains: readonly ChainRow[],
  { publicUrl, dialect }: { publicUrl: string; dialect: AnswerTypes },
): ApiConfig {
  const special = ENDPOINTS.filter((endpoint) => endpoint.credits !== DEFAULT_CREDITS);
  return {
    chains: Object.fromEntries(chains.map(({ chain_id }) => [String(chain_id), `${publicUrl}/${chain_id}`])),
    endpoint_pricing: {
      default: DEFAULT_CREDITS,
      ...Object.fromEntries(
        special.map((endpoint) => [`${SERVICE_PREFIX[endpoint.service]}${endpoint.path}`, endpoint.credits]),
      ),
    },
    networks: presentNetworks(chains),
    dialect,
  };
}
