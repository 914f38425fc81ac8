import { notFound } from 'next/navigation';
import { type Chain, findChain } from '@/lib/client/chains';

/** Resolves the chain of the URL; 404 if the API does not serve it. */
export async function getChain(params: Promise<{ chain: string }>): Promise<Chain> {
  const { chain: id } = await params;
  const chain = /^\d{1,20}$/.test(id) ? await findChain(id) : undefined;
  if (chain === undefined) notFound();
  return chain;
}
