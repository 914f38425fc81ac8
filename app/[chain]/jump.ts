import { call } from '@/lib/client/call';
import { listBlocks } from '@/lib/endpoints/block';
import { readDayOrHeight } from '@/lib/format/list-field';
import { findChainPage } from '@/lib/pages/chain-pages';
import type { SearchParams } from './load-list';

/**
 * Turns `at` of the URL, a day or a block, into the cursor of the list of this name, newest first, that begins with that
 * block or the last one of that day. Other parameters stay; a list that was paged further ignores it.
 */
export async function jumpTo(
  chainId: string,
  name: string,
  given: SearchParams | Promise<SearchParams>,
): Promise<SearchParams> {
  const searchParams = await given;
  const others = findChainPage(`/${name}`)?.cursor;
  if (others === undefined) return searchParams;
  const { at, ...rest } = searchParams;
  if (typeof at !== 'string' || rest.block_number !== undefined) return rest;
  const height = await findHeight(chainId, at.trim());
  if (height === undefined) return rest;
  const { order: _, ...params } = rest;
  const zeros = Object.fromEntries(others.map((name) => [name, '0']));
  return { ...params, block_number: String(height + 1), ...zeros };
}

async function findHeight(chainId: string, text: string): Promise<number | undefined> {
  const read = readDayOrHeight(text);
  if (read === undefined) return undefined;
  if ('height' in read) return Number(read.height);
  const page = await call(listBlocks, {
    chain: chainId,
    params: {},
    query: { to_period: read.day, items_count: '1' },
  });
  return page?.items[0]?.height;
}
