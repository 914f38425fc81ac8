import { notFound } from 'next/navigation';
import { getHash, type Page } from '@/app/[chain]/get-chain';
import { call, callExtra } from '@/lib/client/call';
import { ADDRESS_HASH } from '@/lib/endpoints/formats';
import {
  getToken,
  getTokenInstanceTransfersCount,
  type TokenInfo,
  type TokenInstance,
} from '@/lib/endpoints/token';
import { getTokenInstance } from '@/lib/endpoints/token-instance';

export type Params = Promise<{ chain: string; hash: string }>;
export type InstanceParams = Promise<{ chain: string; hash: string; id: string }>;

/** Data for the page of an NFT; only the transfer count is always present. */
export type PageInstance = Page<'address_hash_param' | 'token_id_param'> &
  Readonly<{
    collection: string;
    id: string;
    transfersCount: number;
    token: TokenInfo | undefined;
    instance: TokenInstance | undefined;
  }>;

export type PageToken = Page<'address_hash_param'> & Readonly<{ token: TokenInfo }>;

/** Resolves the URL's chain and token; 404 if the API knows neither. */
export async function getPageToken(params: Params): Promise<PageToken> {
  const { chain, hash } = await getHash(params, ADDRESS_HASH);
  const where = { chain: chain.id, params: { address_hash_param: hash.toLowerCase() } };
  const token = (await call(getToken, where)) ?? notFound();
  return { chain, token, where, path: `/${chain.id}/token/${token.address_hash}` };
}

/** Resolves the URL's NFT, even one never transferred; 404 if its contract is not a known NFT collection. */
export async function getPageInstance(params: InstanceParams): Promise<PageInstance> {
  const { id } = await params;
  const { chain, hash } = await getHash(params, ADDRESS_HASH);
  if (!/^(0|[1-9]\d{0,77})$/.test(id)) notFound();
  const requested = { chain: chain.id, params: { address_hash_param: hash, token_id_param: id } };
  const [count, token, instance] = await Promise.all([
    call(getTokenInstanceTransfersCount, requested),
    callExtra(getToken, { chain: chain.id, params: { address_hash_param: hash } }),
    callExtra(getTokenInstance, requested),
  ]);
  if (count === undefined) notFound();
  const collection = token?.address_hash ?? hash;
  const where = { chain: chain.id, params: { address_hash_param: collection, token_id_param: id } };
  const path = `/${chain.id}/token/${collection}/instance/${id}`;
  return { chain, where, path, collection, id, transfersCount: count.transfers_count, token, instance };
}
