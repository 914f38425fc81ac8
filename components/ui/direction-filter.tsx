import { withQuery } from '@/lib/format/link';
import { FilterChips } from './filter-chips';

const DIRECTIONS = [
  { filter: undefined, text: 'All' },
  { filter: 'from', text: 'Sent' },
  { filter: 'to', text: 'Received' },
] as const;

type Props = { list: Readonly<{ path: string; params: Readonly<Record<string, string>> }> };

/** Direction filter chips (`filter` in the URL). */
export function DirectionFilter({ list: { path, params } }: Props) {
  const { filter: chosen, ...others } = params;
  const choices = DIRECTIONS.map(({ filter, text }) => ({
    text,
    href: withQuery(path, { ...others, filter }),
    isOn: chosen === filter,
  }));
  return <FilterChips label="Direction" choices={choices} />;
}
