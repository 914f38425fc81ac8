import { EmptyState } from '@/components/ui/empty-state';
import { Markup } from '@/components/ui/markup';
import { Notice } from '@/components/ui/notice';
import { rich } from '@/components/ui/rich';
import type { ChartSeries } from '@/lib/endpoints/chart';
import { groupDigits } from '@/lib/format/number';
import { displayText } from '@/lib/format/text';
import { t } from '@/lib/language/t';
import { ChartCard } from './chart-card';
import { type CatalogState, catalogHref } from './links';
import { DEFAULT_RANGE } from './range';
import type { ChartSection } from './search-charts';

type Props = {
  /** Sections with the matching charts. */
  sections: readonly ChartSection[];
  /** Undefined if the API has none. */
  series: readonly ChartSeries[] | undefined;
  path: string;
  state: CatalogState;
};

export function Catalog({ sections, series, path, state }: Props) {
  const shown = sections.filter(({ charts }) => charts.length > 0);
  if (shown.length === 0) return <NothingFound path={path} state={state} />;
  const byId = new Map(series?.map((each) => [each.id, each]));
  const params = { range: state.range === DEFAULT_RANGE ? '' : state.range };
  return (
    <div className="grid grid-cols-1 gap-x-8 gap-y-4 lg:grid-cols-[11rem_minmax(0,1fr)]">
      <SectionList sections={shown} />
      <div className="flex min-w-0 flex-col gap-8">
        {series === undefined && (
          <Notice icon="none" title={t('No previews available')}>
            {t('The API behind this site does not return several charts at once. Open a chart to see it.')}
          </Notice>
        )}
        {shown.map((section) => (
          <section key={section.id} id={section.id} aria-labelledby={`${section.id}-title`}>
            <h2 id={`${section.id}-title`} className="wrap-any mb-2 text-sm font-semibold">
              <bdi>{section.title}</bdi>
            </h2>
            <Markup tag="ul" attributes={{ className: state.isList ? LIST : CARDS }}>
              {section.charts.map((chart) => (
                <ChartCard
                  key={chart.id}
                  chart={chart}
                  series={byId.get(chart.id)}
                  path={`${path}/${encodeURIComponent(chart.id)}`}
                  params={params}
                  isList={state.isList}
                />
              ))}
            </Markup>
          </section>
        ))}
      </div>
    </div>
  );
}

const FIELD = 'overflow-hidden rounded-md border border-line shadow-panel';
const LIST = `${FIELD} divide-y divide-line`;
const CARDS =
  'grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-3 min-[112rem]:grid-cols-4 *:rounded-md *:border *:border-line *:shadow-panel';

function NothingFound({ path, state }: { path: string; state: CatalogState }) {
  return (
    <div className="rounded-md border border-line bg-surface shadow-panel">
      {state.q === '' ? (
        <EmptyState icon="none" title={t('No charts')}>
          {t('The API behind this site has no statistics for this chain.')}
        </EmptyState>
      ) : (
        <EmptyState icon="search" title={t('No charts found')}>
          <p>
            {rich('No chart matches all words of “{query}” in its title, description or ID.', {
              query: <bdi>{displayText(state.q, 60)}</bdi>,
            })}
          </p>
          <p className="mt-2">
            <a href={catalogHref(path, { ...state, q: '' })}>{t('Show all charts')}</a>
          </p>
        </EmptyState>
      )}
    </div>
  );
}

/** Sections with their chart counts: a sidebar, or one line on narrow screens. */
function SectionList({ sections }: { sections: readonly ChartSection[] }) {
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
