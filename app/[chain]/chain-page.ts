import type { Metadata } from 'next';
import { listTokenTypes } from '@/lib/evm/token-standards';
import { type Msg, t } from '@/lib/language/t';
import { getChain, type Page } from './get-chain';

type Params = Promise<{ chain: string }>;

/** A page of a whole chain, by the last segment of its path. */
export async function getChainPage(params: Params, segment: string): Promise<Page<never>> {
  const chain = await getChain(params);
  return { chain, where: { chain: chain.id, params: {} }, path: `/${chain.id}/${segment}` };
}

/** The metadata of such a page. Its texts may name the chain (`{name}`) and the token standards (`{tokenTypes}`). */
export function describeChainPage(segment: string, texts: { title: Msg; description: Msg }) {
  return async ({ params }: { params: Params }): Promise<Metadata> => {
    const { chain, path } = await getChainPage(params, segment);
    const values = { name: chain.name, tokenTypes: listTokenTypes('and') };
    return {
      title: t(texts.title, values),
      description: t(texts.description, values),
      alternates: { canonical: path },
    };
  };
}
