import { call } from '@/lib/client/call';
import type { Chain } from '@/lib/client/chains';
import { listBlocks } from '@/lib/endpoints/block';

/** UTC day (`YYYY-MM-DD`) of the latest indexed block, where chart ranges end; today if there is none. */
export async function findNewestDay(chain: Chain): Promise<string> {
  const newest = await call(listBlocks, { chain: chain.id, params: {}, query: { items_count: '1' } });
  return newest?.items[0]?.timestamp.slice(0, 10) ?? new Date().toISOString().slice(0, 10);
}
