import { Breadcrumb, LastCrumb } from '@/components/layout/breadcrumb';
import type { ChartInfo } from '@/lib/endpoints/chart';
import { type ChartUnit, chartDescription } from '@/lib/format/chart-value';
import { t } from '@/lib/language/t';

type Props = {
  chart: ChartInfo;
  section: Readonly<{ id: string; title: string }>;
  unit: ChartUnit;
  /** Path of the catalog. */
  catalog: string;
};

/** Title and description of a chart, with the way from the catalog. */
export function ChartHeader({ chart, section, unit, catalog }: Props) {
  return (
    <>
      <Breadcrumb
        trail={[
          { href: catalog, text: t('Statistics') },
          { href: `${catalog}#${section.id}`, text: section.title },
        ]}
      >
        <LastCrumb>{chart.title}</LastCrumb>
      </Breadcrumb>
      <header>
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
    </>
  );
}
