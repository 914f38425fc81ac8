import { notFound } from 'next/navigation';
import { getChain } from '@/app/[chain]/get-chain';
import { call, callExtra } from '@/lib/client/call';
import type { Chain } from '@/lib/client/chains';
import { ADDRESS_HASH } from '@/lib/endpoints/formats';
import {
  getToken,
  getTokenInstanceTransfersCount,
  type Token,
  type TokenInstance,
} from '@/lib/endpoints/token';
import { getTokenInstance } from '@/lib/endpoints/token-instance';

/** The path parameters of a token's pages. */
export type Params = Promise<{ chain: string; hash: string }>;
/** The path parameters of the page of an NFT. */
export type InstanceParams = Promise<{ chain: string; hash: string; id: string }>;

/** What the page of an NFT shows; only the count is sure. */
export type PageInstance = Readonly<{
  chain: Chain;
  collection: string;
  id: string;
  transfersCount: number;
  token: Token | undefined;
  instance: TokenInstance | undefined;
}>;

/** A token, what `call` takes for it, and the path of its page. */
export type PageToken = Readonly<{
  chain: Chain;
  token: Token;
  where: Readonly<{ chain: string; params: { address_hash_param: string } }>;
  path: string;
}>;

/** The chain and the token that a URL names; the page is not found when the API knows either not. */
export async function getPageToken(params: Params): Promise<PageToken> {
  const { hash } = await params;
  const chain = await getChain(params);
  const where = { chain: chain.id, params: { address_hash_param: hash.toLowerCase() } };
  const token = ADDRESS_HASH.test(hash) ? await call(getToken, where) : undefined;
  if (token === undefined) notFound();
  return { chain, token, where, path: `/${chain.id}/token/${token.address_hash}` };
}

/** The NFT that a URL names, also one that never moved; not found when its contract is no known NFT contract. */
export async function getPageInstance(params: InstanceParams): Promise<PageInstance> {
  const { hash, id } = await params;
  const chain = await getChain(params);
  if (!ADDRESS_HASH.test(hash) || !/^(0|[1-9]\d{0,77})$/.test(id)) notFound();
  const where = { chain: chain.id, params: { address_hash_param: hash, token_id_param: id } };
  const [count, token, instance] = await Promise.all([
    call(getTokenInstanceTransfersCount, where),
    callExtra(getToken, { chain: chain.id, params: { address_hash_param: hash } }),
    callExtra(getTokenInstance, where),
  ]);
  if (count === undefined) notFound();
  const collection = token?.address_hash ?? hash;
  return { chain, collection, id, transfersCount: count.transfers_count, token, instance };
}
