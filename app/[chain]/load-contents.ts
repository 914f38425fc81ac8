import { type Chain, findOverview } from '@/lib/client/chains';

/** The contents of a chain, such as its token standards; undefined if the API does not say. */
export async function loadContents(chain: Chain) {
  return (await findOverview(chain.id))?.contents ?? undefined;
}
