import { withQuery } from '@/lib/format/link';
import { msg, t } from '@/lib/language/t';
import { FilterChips } from './filter-chips';

const DIRECTIONS = [
  { filter: undefined, text: msg('All') },
  { filter: 'from', text: msg('Sent') },
  { filter: 'to', text: msg('Received') },
] as const;

type Props = { list: Readonly<{ path: string; params: Readonly<Record<string, string>> }> };

/** Direction filter chips (`filter` in the URL). */
export function DirectionFilter({ list: { path, params } }: Props) {
  const { filter: chosen, ...others } = params;
  const choices = DIRECTIONS.map(({ filter, text }) => ({
    text: t(text),
    href: withQuery(path, { ...others, filter }),
    isOn: chosen === filter,
  }));
  return <FilterChips label={t('Direction')} choices={choices} />;
}
