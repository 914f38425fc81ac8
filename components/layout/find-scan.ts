import { groupDigits } from '@/lib/format/number';
import { t } from '@/lib/language/t';
import type { List } from './list-page';

type ScannedList = Pick<List, 'params' | 'query' | 'isFirst' | 'isFiltered' | 'next' | 'previous'>;

/** Entries that a filter searches at a time; those of FHE operations are transactions which have some. */
const [MOST, MOST_OF_FHE] = [100_000, 10_000];

type Scan = Readonly<{ title: string; href: string; link: string; count: string }>;

/**
 * Title and link of an empty page of a filter without an index: only a part of the list was searched, at most `count`.
 * Undefined if all of it was.
 */
export function findScan(list: ScannedList): Scan | undefined {
  if (!list.isFiltered && !('min_value' in list.query)) return undefined;
  // an empty page has links in one direction only: the one it was reached by
  const href = list.next ?? list.previous;
  if (href === undefined) return undefined;
  const isOldestFirst = list.params.order === 'asc';
  const isTowardOlder = (list.next !== undefined) !== isOldestFirst;
  const count = groupDigits('fhe_operations_count' in list.params ? MOST_OF_FHE : MOST);
  return {
    title: list.isFirst
      ? isOldestFirst
        ? t('None among the oldest {count}', { count })
        : t('None among the newest {count}', { count })
      : t('None in this part of the list'),
    ...{ href, count },
    link: isTowardOlder ? t('Search older ones') : t('Search newer ones'),
  };
}
