import { withQuery } from '@/lib/format/link';
import { FilterChips } from './filter-chips';

const DIRECTIONS = [
  { filter: undefined, text: 'All' },
  { filter: 'from', text: 'Sent' },
  { filter: 'to', text: 'Received' },
] as const;

type Props = { list: Readonly<{ path: string; kept: Readonly<Record<string, string>> }> };

/** Direction filter chips (`filter` in the URL). */
export function DirectionFilter({ list: { path, kept } }: Props) {
  const { filter: chosen, ...others } = kept;
  const choices = DIRECTIONS.map(({ filter, text }) => ({
    text,
    href: withQuery(path, { ...others, filter }),
    isOn: chosen === filter,
  }));
  return <FilterChips label="Direction" choices={choices} />;
}
