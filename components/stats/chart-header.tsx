import type { ChartInfo } from '@/lib/endpoints/chart';
import { type ChartUnit, chartDescription } from '@/lib/format/chart-value';

type Props = {
  chart: ChartInfo;
  section: Readonly<{ id: string; title: string }>;
  unit: ChartUnit;
  /** Path of the catalog. */
  catalog: string;
};

/** Title and description of a chart, with a link back to the catalog. */
export function ChartHeader({ chart, section, unit, catalog }: Props) {
  return (
    <header>
      <nav aria-label="Breadcrumb" className="wrap-any no-print mb-1 text-sm text-faint">
        <a href={catalog}>Statistics</a>
        <span aria-hidden="true"> / </span>
        <a href={`${catalog}#${section.id}`}>
          <bdi>{section.title}</bdi>
        </a>
      </nav>
      <h1 className="wrap-any text-xl font-semibold tracking-tight">
        <bdi>{chart.title}</bdi>
        {unit.name !== '' && (
          <>
            {' '}
            <bdi className="text-md font-normal text-soft">{unit.name}</bdi>
          </>
        )}
      </h1>
      <p className="wrap-any text-soft">
        <bdi>{chartDescription(chart)}</bdi>
      </p>
    </header>
  );
}
