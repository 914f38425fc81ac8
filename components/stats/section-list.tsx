import { groupDigits } from '@/lib/format/number';
import { t } from '@/lib/language/t';
import type { ChartSection } from './search-charts';

/** Sections with their chart counts: a sidebar, or one line on narrow screens. */
export function SectionList({ sections }: { sections: readonly ChartSection[] }) {
  return (
    <nav
      aria-label={t('Sections')}
      className="no-print min-w-0 max-lg:-mx-4 max-lg:overflow-x-auto max-lg:px-4 lg:sticky lg:top-20 lg:self-start"
    >
      <ul className="flex gap-1 max-lg:pb-1 lg:flex-col">
        {sections.map((section) => (
          <li key={section.id}>
            <a
              href={`#${section.id}`}
              className="flex h-8 items-center justify-between gap-3 rounded-md px-2.5 whitespace-nowrap text-soft hover:bg-hover hover:text-ink hover:no-underline max-lg:border max-lg:border-line max-lg:bg-surface"
            >
              <bdi className="max-w-56 truncate" title={section.title}>
                {section.title}
              </bdi>
              <span className="text-xs text-faint">{groupDigits(section.charts.length)}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
