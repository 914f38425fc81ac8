import { type ListQuery, readListQuery, type SearchParams } from '@/app/[chain]/list-query';
import { listTransactionTokenTransfers } from '@/lib/endpoints/token-transfer';

const { shape } = listTransactionTokenTransfers.query;

/** What a URL asks of the list, and the standards that it keeps. */
export function readTransfersQuery(searchParams: SearchParams): ListQuery & { types: readonly string[] } {
  const asked = readListQuery(shape, searchParams, ['type']);
  const parsed = shape.type.safeParse(asked.query.type);
  return { ...asked, types: parsed.success ? (parsed.data ?? []) : [] };
}
