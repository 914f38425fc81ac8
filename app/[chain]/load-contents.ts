import { type Chain, findOverview } from '@/lib/client/chains';

/** What a chain has, such as its token standards; undefined if the API does not tell. */
export async function loadContents(chain: Chain) {
  return (await findOverview(chain.id))?.contents ?? undefined;
}
