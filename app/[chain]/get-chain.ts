import { notFound } from 'next/navigation';
import { type Chain, findChain } from '@/lib/client/chains';

/** The chain of a page's first segment; the page is not found when there is none. */
export async function getChain(params: Promise<{ chain: string }>): Promise<Chain> {
  const { chain: id } = await params;
  const chain = /^\d{1,20}$/.test(id) ? await findChain(id) : undefined;
  if (chain === undefined) notFound();
  return chain;
}
