import { groupDigits } from '@/lib/format/number';
import { TabLink } from './tab-link';

/** A tab: path below the layout (null for the first), name and item count. */
export type Tab = Readonly<{
  segment: string | null;
  /** A page elsewhere, instead of one below the layout. */
  href?: string;
  /** Path of a subpage without a tab of its own. */
  leadsTo?: string;
  name: string;
  count?: number | undefined;
  suffix?: string;
}>;

/** Tabs, wrapped into several rows on narrow screens so that none is hidden. */
export function TabList({ base, label, tabs }: { base: string; label: string; tabs: readonly Tab[] }) {
  return (
    <nav aria-label={label} className="no-print border-b border-line">
      <ul className="flex flex-wrap gap-x-4 sm:gap-x-6">
        {tabs.map((tab) => (
          <li key={tab.name}>
            <TabLink
              href={tab.href ?? (tab.segment === null ? base : `${base}/${tab.segment}`)}
              segment={tab.segment}
              leadsTo={tab.leadsTo}
            >
              {tab.name}
              {tab.count !== undefined && (
                <span className="rounded-full bg-hover px-1.5 text-xs text-soft">
                  {groupDigits(tab.count)}
                  {tab.suffix}
                </span>
              )}
            </TabLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
