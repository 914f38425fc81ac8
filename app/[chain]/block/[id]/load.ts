import { notFound } from 'next/navigation';
import { getChain } from '@/app/[chain]/get-chain';
import { call } from '@/lib/client/call';
import type { Chain } from '@/lib/client/chains';
import { type Block, getBlock } from '@/lib/endpoints/block';
import { HASH } from '@/lib/endpoints/formats';

/** `id` is a height or a hash. */
export type Params = Promise<{ chain: string; id: string }>;

/** A block, its `call` parameters and the path of its page. */
export type PageBlock = Readonly<{
  chain: Chain;
  block: Block;
  where: Readonly<{ chain: string; params: { block_hash_or_number_param: string } }>;
  path: string;
}>;

/** Resolves the URL's chain and block; 404 if the API knows neither. */
export async function getPageBlock(params: Params): Promise<PageBlock> {
  const { id } = await params;
  const chain = await getChain(params);
  const block =
    HASH.test(id) || /^\d{1,16}$/.test(id)
      ? await call(getBlock, {
          chain: chain.id,
          params: { block_hash_or_number_param: id.toLowerCase() },
        })
      : undefined;
  if (block === undefined) notFound();
  const where = { chain: chain.id, params: { block_hash_or_number_param: block.hash } };
  return { chain, block, where, path: `/${chain.id}/block/${block.height}` };
}
