import type { DrawnChart } from '@/components/charts/chart-series';
import { t } from '@/lib/language/t';
import { ChartPanel } from './chart-panel';

type Props = {
  id: string;
  chart: DrawnChart;
  about: string;
  path: string;
  without: string;
  chainPath: string;
};

/** A second chart below the first, over the same periods. `without` is the page without it. */
export function ChartComparison({ id, chart, about, path, without, chainPath }: Props) {
  return (
    <section className="min-w-0 border-t border-line" aria-label={chart.title}>
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 pt-3">
        <h2 className="wrap-any text-sm font-semibold">
          <a href={path}>
            <bdi>{chart.title}</bdi>
          </a>
          {chart.unit.name !== '' && <bdi className="ms-1 font-normal text-soft">{chart.unit.name}</bdi>}
        </h2>
        <a href={without} className="no-print text-sm">
          {t('Remove')}
        </a>
      </header>
      <ChartPanel id={id} chart={chart} about={about} chainPath={chainPath} />
    </section>
  );
}
