import { t } from '@/lib/language/t';
import type { List } from './list-page';

type ScannedList = Pick<List, 'params' | 'query' | 'isFirst' | 'isFiltered' | 'next' | 'previous'>;

/**
 * Title and link of an empty page of a filter without an index: only a part of the list was searched. Undefined if all of
 * it was.
 */
export function findScan(list: ScannedList): { title: string; href: string; link: string } | undefined {
  if (!list.isFiltered && !('min_value' in list.query)) return undefined;
  // an empty page has links in one direction only: the one it was reached by
  const href = list.next ?? list.previous;
  if (href === undefined) return undefined;
  const isOldestFirst = list.params.order === 'asc';
  const isTowardOlder = (list.next !== undefined) !== isOldestFirst;
  return {
    title: list.isFirst
      ? isOldestFirst
        ? t('None among the oldest 100,000')
        : t('None among the newest 100,000')
      : t('None in this part of the list'),
    href,
    link: isTowardOlder ? t('Search older ones') : t('Search newer ones'),
  };
}
