import { call } from '@/lib/client/call';
import type { Chain } from '@/lib/client/chains';
import { listBlocks } from '@/lib/endpoints/block';

/**
 * The day of a chain's newest indexed block, `YYYY-MM-DD` in UTC: ranges end there, because an index that still
 * catches up has nothing of today. Today where no block is known.
 */
export async function findNewestDay(chain: Chain): Promise<string> {
  const newest = await call(listBlocks, { chain: chain.id, params: {}, query: { items_count: '1' } });
  return newest?.items[0]?.timestamp.slice(0, 10) ?? new Date().toISOString().slice(0, 10);
}
