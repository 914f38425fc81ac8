import type { DrawnChart } from '@/components/charts/chart-series';
import { PeriodLinks } from '@/components/charts/period-links';
import { type Column, DataTable } from '@/components/ui/data-table';
import { EmptyState } from '@/components/ui/empty-state';
import { Pager } from '@/components/ui/pager';
import { Pill } from '@/components/ui/pill';
import type { ChartPoint } from '@/lib/endpoints/chart';
import { exactChartValue, formatChange } from '@/lib/format/chart-value';
import { groupDigits } from '@/lib/format/number';
import { formatPeriod, PERIOD_NAMES } from '@/lib/format/period';
import { msg, t } from '@/lib/language/t';

const ROWS = 100;

type Props = {
  chart: DrawnChart;
  page: number;
  hrefOf: (page: number) => string;
  /** Path of the chain. */
  chainPath: string;
};
type Row = Readonly<{ point: ChartPoint; before: ChartPoint | undefined }>;

/** Paginated exact points, newest first. */
export function PointsTable({ chart, page, hrefOf, chainPath }: Props) {
  const rows = chart.points
    .map((point, index): Row => ({ point, before: chart.points[index - 1] }))
    .reverse();
  const pages = Math.max(1, Math.ceil(rows.length / ROWS));
  const shown = Math.min(page, pages);
  if (rows.length === 0) {
    return (
      <EmptyState icon="none" title={t('No data in this range')}>
        {t('This chart has no values between these dates.')}
      </EmptyState>
    );
  }
  return (
    <>
      <DataTable
        caption={t('{title} by {period}', {
          title: chart.title,
          period: t(PERIOD_NAMES[chart.resolution].one),
        })}
        columns={columnsFor(chart, chainPath)}
        rows={rows.slice((shown - 1) * ROWS, shown * ROWS)}
        rowId={({ point }) => `p-${point.date}`}
        narrow="max-md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]"
      />
      {pages > 1 && (
        <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-4 py-3">
          <p className="text-sm text-soft">
            {t('Page {shown} of {pages}', { shown: groupDigits(shown), pages: groupDigits(pages) })}
          </p>
          <Pager
            first={shown === 1 ? undefined : hrefOf(1)}
            previous={shown === 1 ? undefined : hrefOf(shown - 1)}
            next={shown === pages ? undefined : hrefOf(shown + 1)}
          />
        </div>
      )}
    </>
  );
}

function columnsFor({ resolution, unit }: DrawnChart, chainPath: string): Column<Row>[] {
  return [
    {
      head: {
        id: 'period',
        text: t(PERIOD_NAMES[resolution].one).replace(/^./, (letter) => letter.toUpperCase()),
      },
      className: 'whitespace-nowrap',
      cell: ({ point }) => (
        <span className="flex flex-wrap items-center gap-x-2">
          <time dateTime={point.date}>{formatPeriod(point, resolution)}</time>
          {point.is_partial === true && <Pill tone="pending">{t('partly indexed')}</Pill>}
          {point.is_approximate === true && <Pill tone="pending">{t('in progress')}</Pill>}
          <PeriodLinks point={point} resolution={resolution} path={chainPath} />
        </span>
      ),
    },
    {
      head: {
        id: 'value',
        text: unit.name === '' ? t('Value') : t('Value, {name}', { name: unit.name }),
      },
      className: 'text-end wrap-any',
      cell: ({ point }) =>
        point.is_missing === true ? (
          <span className="text-faint">{t('no value')}</span>
        ) : (
          exactChartValue(point.value, unit)
        ),
    },
    {
      head: msg('Change'),
      className: 'text-end whitespace-nowrap text-soft md:w-32 max-md:col-span-2 max-md:hidden',
      cell: ({ point, before }) =>
        before === undefined || [point, before].some((each) => each.is_missing === true) ? (
          ''
        ) : (
          <bdi>{formatChange(before.value, point.value)}</bdi>
        ),
    },
  ];
}
