import type { Tab } from '@/components/ui/tab-list';
import { t } from '@/lib/language/t';
import { TABS, type TabbedPage } from '@/lib/pages/tabs';

/** The tabs of a page: with counts by path, and without those that are null there. */
export function listTabs(
  page: TabbedPage,
  overrides: Readonly<Record<string, Omit<Partial<Tab>, 'segment' | 'name'> | null>>,
): Tab[] {
  return TABS[page].flatMap(({ path, label }) =>
    label === undefined || overrides[path] === null
      ? []
      : [{ segment: path === '' ? null : path, name: t(label), ...overrides[path] }],
  );
}

/** The names of the tabs behind the first, by path. */
export function nameTabs(page: TabbedPage): Readonly<Record<string, string>> {
  const named = TABS[page].flatMap(({ path, label }) =>
    path === '' || label === undefined ? [] : [[path, t(label)] as const],
  );
  return Object.fromEntries(named);
}
