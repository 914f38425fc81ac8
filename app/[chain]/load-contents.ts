import { callExtra } from '@/lib/client/call';
import type { Chain } from '@/lib/client/chains';
import { getChainContents } from '@/lib/endpoints/chain-contents';

/** What a chain has, such as its token standards; undefined if the API does not tell. */
export async function loadContents(chain: Chain) {
  return callExtra(getChainContents, { chain: chain.id, params: {} });
}
