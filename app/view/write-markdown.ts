import { siteUrl } from '@/app/site-url';
import { addressMarkdown } from '@/components/address/address-markdown';
import { blockMarkdown } from '@/components/block/block-markdown';
import { transactionMarkdown } from '@/components/transaction/transaction-markdown';
import { call, callExtra } from '@/lib/client/call';
import { type Chain, findOverview } from '@/lib/client/chains';
import { getAddress, getAddressCounters } from '@/lib/endpoints/address';
import { getBlock } from '@/lib/endpoints/block';
import { listAddressTransactions, listBlockTransactions } from '@/lib/endpoints/transaction';
import { getTransactionOverview } from '@/lib/endpoints/transaction-overview';
import type { View } from './page-data';

type Markdown = Promise<string | undefined>;

/** The Markdown summary of a page; undefined if the entity does not exist, and for tabs. */
export async function writeMarkdown({ kind, id, tab }: View, chain: Chain) {
  const write = tab === '' ? WRITERS[kind] : undefined;
  const text = await write?.(chain, id);
  return text === undefined ? undefined : { status: 200, text };
}

const WRITERS: Readonly<Record<string, (chain: Chain, id: string) => Markdown>> = {
  tx: writeTransaction,
  block: writeBlock,
  address: writeAddress,
};

const urlOf = (path: string) => new URL(path, siteUrl()).href;

async function writeTransaction(chain: Chain, hash: string): Markdown {
  const where = { chain: chain.id, params: { transaction_hash_param: hash } };
  const overview = await call(getTransactionOverview, where);
  if (overview === undefined) return undefined;
  const { transaction, net_changes: net } = overview;
  const url = urlOf(`/${chain.id}/tx/${transaction.hash}`);
  return transactionMarkdown(transaction, { chain, net: net ?? undefined, url });
}

async function writeBlock(chain: Chain, id: string): Markdown {
  const where = { chain: chain.id, params: { block_hash_or_number_param: id } };
  const [block, list] = await Promise.all([call(getBlock, where), callExtra(listBlockTransactions, where)]);
  if (block === undefined) return undefined;
  const url = urlOf(`/${chain.id}/block/${block.height}`);
  return blockMarkdown(block, { chain, url, transactions: list?.items ?? [] });
}

async function writeAddress(chain: Chain, hash: string): Markdown {
  const where = { chain: chain.id, params: { address_hash_param: hash } };
  const [address, counters, list, overview] = await Promise.all([
    call(getAddress, where),
    call(getAddressCounters, where),
    callExtra(listAddressTransactions, where),
    findOverview(chain.id),
  ]);
  if (address === undefined) return undefined;
  const url = urlOf(`/${chain.id}/address/${address.hash}`);
  const since = overview?.head?.first_block ?? 0;
  return addressMarkdown(address, { chain, url, counters, transactions: list?.items ?? [], since });
}
