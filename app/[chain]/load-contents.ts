import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import { callExtra } from '@/lib/client/call';
import type { Chain } from '@/lib/client/chains';
import { getChainContents } from '@/lib/endpoints/chain-contents';

/** The bar of every page asks for them, and they hardly ever change. */
const CACHE_MS = 10_000;
const MAX_CHAINS = 100;
const recent = new LRUCache<string, z.output<typeof getChainContents.response>>({
  ttl: CACHE_MS,
  max: MAX_CHAINS,
});

/** What a chain has, such as its token standards, of the last ten seconds; undefined if the API does not tell. */
export async function loadContents(chain: Chain) {
  const known = recent.get(chain.id);
  if (known !== undefined) return known;
  const contents = await callExtra(getChainContents, { chain: chain.id, params: {} });
  if (contents !== undefined) recent.set(chain.id, contents);
  return contents;
}
