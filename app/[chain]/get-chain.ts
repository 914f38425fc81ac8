import { notFound } from 'next/navigation';
import { type Chain, findChain } from '@/lib/client/chains';

/** Shared by the pages of an entity: its chain, the request for it, and the path of its first page. */
export type Page<Param extends string> = Readonly<{
  chain: Chain;
  where: Readonly<{ chain: string; params: Readonly<Record<Param, string>> }>;
  path: string;
}>;

/** Resolves the chain of the URL; 404 if the API does not serve it. */
export async function getChain(params: Promise<{ chain: string }>): Promise<Chain> {
  const { chain: id } = await params;
  const chain = /^\d{1,20}$/.test(id) ? await findChain(id) : undefined;
  if (chain === undefined) notFound();
  return chain;
}

/** Resolves the chain of the URL; 404 if its hash has another form. */
export async function getHash(
  params: Promise<{ chain: string; hash: string }>,
  form: RegExp,
): Promise<{ chain: Chain; hash: string }> {
  const { hash } = await params;
  const chain = await getChain(params);
  if (!form.test(hash)) notFound();
  return { chain, hash };
}
