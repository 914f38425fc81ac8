import type { List } from '@/components/layout/list-page';
import type { Exports } from '@/components/ui/export-panel';
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

const PERIOD = ['from_period', 'to_period', 'from_block', 'to_block'];

/** The files of a list of an address; movements of a kind (undefined: none) are its rows for people. */
export function exportsOf(
  path: string,
  list: Pick<List, 'query'>,
  { name, kind }: Readonly<{ name: string; kind?: 'transaction' | 'call' | 'token' }>,
): Exports {
  const movements = `${path}/csv/movements`;
  const period = Object.entries(list.query).filter(([key]) => PERIOD.includes(key));
  return {
    raw: csvHref(path, name, list),
    people: kind && withQuery(movements, { ...Object.fromEntries(period), kinds: kind }),
    movements,
  };
}
