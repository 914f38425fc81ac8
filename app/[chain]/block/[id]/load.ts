import { notFound } from 'next/navigation';
import { getChain, type Page } from '@/app/[chain]/get-chain';
import { call } from '@/lib/client/call';
import { type Block, getBlock } from '@/lib/endpoints/block';
import { HASH } from '@/lib/endpoints/formats';

/** `id` is a height or a hash. */
export type Params = Promise<{ chain: string; id: string }>;

export type PageBlock = Page<'block_hash_or_number_param'> & Readonly<{ block: Block }>;

/** Resolves the URL's chain and block; 404 if the API knows neither. */
export async function getPageBlock(params: Params): Promise<PageBlock> {
  const { id } = await params;
  const chain = await getChain(params);
  if (!HASH.test(id) && !/^\d{1,16}$/.test(id)) notFound();
  const requested = { chain: chain.id, params: { block_hash_or_number_param: id.toLowerCase() } };
  const block = (await call(getBlock, requested)) ?? notFound();
  const where = { chain: chain.id, params: { block_hash_or_number_param: block.hash } };
  return { chain, block, where, path: `/${chain.id}/block/${block.height}` };
}
