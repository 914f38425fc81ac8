import { readQuery, type SearchParams } from '@/app/[chain]/tx/[hash]/query';
import { listTransactionTokenTransfers } from '@/lib/spec/token-transfer';

const { shape } = listTransactionTokenTransfers.query;

/** What a URL asks of the list, the standards that it keeps, and whether it begins at the beginning. */
export function readTransfersQuery(searchParams: SearchParams) {
  const query = readQuery(shape, searchParams);
  const parsed = shape.type.safeParse(query.type);
  const types: readonly string[] = parsed.success ? (parsed.data ?? []) : [];
  const isFirst = Object.keys(query).every((name) => name === 'type' || name === 'items_count');
  return { query, types, isFirst };
}
