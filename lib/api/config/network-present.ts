import type { ApiConfig } from '@/lib/endpoints/config';
import type { ChainRow } from './chain-query';

/** The served chains in their order. */
export function presentNetworks(chains: readonly ChainRow[]): ApiConfig['networks'] {
  return chains.map(({ chain_id, name, symbol, is_demo }) => ({
    id: String(chain_id),
    name,
    symbol,
    is_demo,
  }));
}
