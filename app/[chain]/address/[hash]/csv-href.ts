import type { List } from '@/components/layout/list-page';
import { withQuery } from '@/lib/format/link';

const FILTERS = [
  'from_period',
  'to_period',
  'from_block',
  'to_block',
  'method',
  'counterparty',
  'min_value',
  'only',
  'type',
  'token',
];

/** The CSV export of what a list of an address shows: with its filters. */
export function csvHref(path: string, name: string, { query }: Pick<List, 'query'>): string {
  const filters = Object.entries(query).filter(([key]) => FILTERS.includes(key));
  return withQuery(`${path}/csv/${name}`, { ...Object.fromEntries(filters), filter_value: query.filter });
}
