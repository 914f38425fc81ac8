import { Choices } from '@/components/ui/choices';
import { type ChartInfo, RESOLUTIONS, type Resolution } from '@/lib/endpoints/chart';
import { PERIOD_NAMES } from '@/lib/format/period';
import { t } from '@/lib/language/t';
import { type ChartState, chartHref } from './links';
import { RANGE_LABELS, RANGE_NAMES, RANGES } from './range';

type Props = { chart: ChartInfo; path: string; state: ChartState; resolution: Resolution };

/** Range, period, scale and view of a chart as links. `resolution` is the one in use. */
export function ChartControls({ chart, path, state, resolution }: Props) {
  const isOwnRange = state.from !== undefined || state.to !== undefined;
  const to = (change: Partial<ChartState>) => chartHref(path, { ...state, page: 1, ...change });
  return (
    <div className="no-print flex flex-wrap items-center gap-2 border-b border-line px-3 py-2 empty:hidden">
      <Choices
        label={t('Range')}
        choices={RANGES.map((range) => ({
          text: t(RANGE_LABELS[range]),
          title: t(RANGE_NAMES[range]),
          href: to({ range, from: undefined, to: undefined }),
          isOn: !isOwnRange && range === state.range,
        }))}
      />
      <Choices
        label={t('Period')}
        choices={RESOLUTIONS.filter((name) => chart.resolutions.includes(name)).map((name) => ({
          text: t(PERIOD_NAMES[name].one).replace(/^./, (letter) => letter.toUpperCase()),
          href: to({ resolution: name }),
          isOn: name === resolution,
        }))}
      />
      <div className="flex flex-wrap gap-2 sm:ms-auto">
        {!state.isTable && (
          <Choices
            label={t('Scale')}
            choices={[
              { text: t('Linear'), href: to({ isLog: false }), isOn: !state.isLog },
              { text: t('Log'), title: t('Logarithmic'), href: to({ isLog: true }), isOn: state.isLog },
            ]}
          />
        )}
        <Choices
          label={t('View')}
          choices={[
            { text: t('Chart'), href: to({ isTable: false }), isOn: !state.isTable },
            { text: t('Table'), href: to({ isTable: true }), isOn: state.isTable },
          ]}
        />
      </div>
    </div>
  );
}
