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

export type Params = Promise<{ chain: string; hash: string }>;
export type InstanceParams = Promise<{ chain: string; hash: string; id: string }>;

/** Data for the page of an NFT; only the transfer count is always present. */
export type PageInstance = Readonly<{
  chain: Chain;
  collection: string;
  id: string;
  transfersCount: number;
  token: Token | undefined;
  instance: TokenInstance | undefined;
}>;

/** A token, its `call` parameters and the path of its page. */
export type PageToken = Readonly<{
  chain: Chain;
  token: Token;
  where: Readonly<{ chain: string; params: { address_hash_param: string } }>;
  path: string;
}>;

/** Resolves the URL's chain and token; 404 if the API knows neither. */
export async function getPageToken(params: Params): Promise<PageToken> {
  const { hash } = await params;
  const chain = await getChain(params);
  const where = { chain: chain.id, params: { address_hash_param: hash.toLowerCase() } };
  const token = ADDRESS_HASH.test(hash) ? await call(getToken, where) : undefined;
  if (token === undefined) notFound();
  return { chain, token, where, path: `/${chain.id}/token/${token.address_hash}` };
}

/** Resolves the URL's NFT, even one never transferred; 404 if its contract is not a known NFT collection. */
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
