import { notFound } from 'next/navigation';
import { findApiDocument } from '@/lib/client/api-document';
import { type ApiDocument, type ApiOperation, listOperations } from '@/lib/endpoints/api-document';

export type Params = Promise<{ operation: string }>;

/** The operation of the URL and its document; undefined if the API publishes no document. */
export async function loadOperation(
  params: Params,
): Promise<{ document: ApiDocument; operation: ApiOperation } | undefined> {
  const [{ operation: id }, document] = await Promise.all([params, findApiDocument()]);
  if (document === undefined) return undefined;
  const operation = listOperations(document).find((candidate) => candidate.id === id);
  return operation === undefined ? notFound() : { document, operation };
}
