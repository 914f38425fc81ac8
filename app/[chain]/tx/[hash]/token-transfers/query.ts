import { listTransactionTokenTransfers } from '@/lib/spec/token-transfer';

type SearchParams = Readonly<Record<string, string | string[] | undefined>>;

const { shape } = listTransactionTokenTransfers.query;

/**
 * What a URL asks of the list: parameters that the API would not understand are left out, so that a mistyped one
 * gives the list and no error.
 */
export function readTransfersQuery(searchParams: SearchParams) {
  const query: Record<string, string> = {};
  for (const [name, schema] of Object.entries(shape)) {
    const text = searchParams[name];
    if (typeof text === 'string' && schema.safeParse(text).success) query[name] = text;
  }
  const parsed = shape.type.safeParse(query.type);
  const types: readonly string[] = parsed.success ? (parsed.data ?? []) : [];
  const isFirst = Object.keys(query).every((name) => name === 'type' || name === 'items_count');
  return { query, types, isFirst };
}

/** Parameters as the query of a link. */
export function toQuery(params: Readonly<Record<string, string | number | bigint | undefined>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search.size === 0 ? '' : `?${search}`;
}
