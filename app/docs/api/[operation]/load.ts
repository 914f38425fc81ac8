import { notFound } from 'next/navigation';
import { findApiDocument } from '@/lib/client/api-document';
import { type ApiDocument, type ApiOperation, listOperations } from '@/lib/endpoints/api-document';

/** The parameters of a page about one operation. */
export type Params = Promise<{ operation: string }>;

/** The operation that a page is about, and its document; undefined before a service that does not describe itself. */
export async function loadOperation(
  params: Params,
): Promise<{ document: ApiDocument; operation: ApiOperation } | undefined> {
  const [{ operation: id }, document] = await Promise.all([params, findApiDocument()]);
  if (document === undefined) return undefined;
  const operation = listOperations(document).find((candidate) => candidate.id === id);
  return operation === undefined ? notFound() : { document, operation };
}
