import { groupDigits } from '@/lib/format/number';
import { TabLink } from './tab-link';

/** A tab: its path below the layout (null for the first), its name, how many things it holds. */
export type Tab = Readonly<{
  segment: string | null;
  /** The path of a page that is reached from the tab and has none of its own. */
  leadsTo?: string;
  name: string;
  count?: number | undefined;
  suffix?: string;
}>;

/** Pages of one thing, side by side; in several rows where the window is narrow, so that none is out of sight. */
export function TabList({ base, label, tabs }: { base: string; label: string; tabs: readonly Tab[] }) {
  return (
    <nav aria-label={label} className="no-print border-b border-line">
      <ul className="flex flex-wrap gap-x-4 sm:gap-x-6">
        {tabs.map((tab) => (
          <li key={tab.name}>
            <TabLink
              href={tab.segment === null ? base : `${base}/${tab.segment}`}
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
