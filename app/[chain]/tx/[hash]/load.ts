import { notFound } from 'next/navigation';
import { getChain } from '@/app/[chain]/get-chain';
import type { Neighbours } from '@/components/transaction/fact-strip';
import { call } from '@/lib/client/call';
import type { Chain } from '@/lib/client/chains';
import { getBlock, listBlockTransactions } from '@/lib/spec/block';
import { HASH } from '@/lib/spec/formats';
import { getTransaction, type Transaction } from '@/lib/spec/transaction';

/** The path parameters of a transaction's pages. */
export type Params = Promise<{ chain: string; hash: string }>;

/** The chain and the transaction that a URL names; the page is not found when the API knows either not. */
export async function getPageTransaction(
  params: Params,
): Promise<{ chain: Chain; transaction: Transaction }> {
  const { hash } = await params;
  const chain = await getChain(params);
  const transaction = HASH.test(hash)
    ? await call(getTransaction, {
        chain: chain.id,
        params: { transaction_hash_param: hash.toLowerCase() },
      })
    : undefined;
  if (transaction === undefined) notFound();
  return { chain, transaction };
}

/** The transactions before and after one in its block. None for one that is not in a block. */
export async function findNeighbours(chain: Chain, transaction: Transaction): Promise<Neighbours> {
  const { block_number: number, position } = transaction;
  if (number === null || position === null) {
    return { previous: undefined, next: undefined, count: undefined };
  }
  const params = { block_hash_or_number_param: String(number) };
  const query = { block_number: String(number), index: String(position + 2), items_count: '3' };
  const [block, around] = await Promise.all([
    call(getBlock, { chain: chain.id, params }),
    call(listBlockTransactions, { chain: chain.id, params, query }),
  ]);
  const hashAt = (wanted: number) => around?.items.find((item) => item.position === wanted)?.hash;
  return { previous: hashAt(position - 1), next: hashAt(position + 1), count: block?.transactions_count };
}
