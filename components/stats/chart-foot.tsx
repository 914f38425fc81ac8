import type { ReactNode } from 'react';
import { CopyButton } from '@/components/ui/copy-button';
import { HiddenFields } from '@/components/ui/form-parts';
import { Icon } from '@/components/ui/icon';
import { rich } from '@/components/ui/rich';
import { t } from '@/lib/language/t';
import type { ChartState } from './links';
import { DEFAULT_RANGE } from './range';
import type { ChartSection } from './search-charts';

type Props = {
  path: string;
  state: ChartState;
  /** First and last day shown or requested; empty if none. */
  days: Readonly<{ start: string; end: string }>;
  /** Undefined if there are no points. */
  csv: string | undefined;
  /** Charts to compare with, by section. */
  others: readonly ChartSection[];
  /** HTML that shows the chart on another site. */
  embed: string;
};

const FIELD = 'h-8 rounded-sm border border-edge bg-surface px-2 text-sm text-ink';

/** Custom date range and CSV link. */
export function ChartFoot({ path, state, days, csv, others, embed }: Props) {
  const hidden = {
    resolution: state.resolution,
    scale: state.isLog ? 'log' : undefined,
    view: state.isTable ? 'table' : undefined,
    range: state.range === DEFAULT_RANGE ? undefined : state.range,
  };
  return (
    <div className="no-print flex flex-wrap items-end gap-x-4 gap-y-3 border-t border-line px-4 py-3">
      <form action={path} method="get" className="flex flex-wrap items-center gap-x-2 gap-y-2 text-sm">
        <HiddenFields of={hidden} />
        {rich('<from>From</from> <until>to</until>', {
          from: (words) => <DayField words={words} name="from" day={days.start} />,
          until: (words) => <DayField words={words} name="to" day={days.end} />,
        })}
        <label className="flex items-center gap-2 text-soft">
          {t('Compare with')}

          <select name="compare" defaultValue={state.compare ?? ''} className={`${FIELD} max-w-48`}>
            <option value="">{t('none')}</option>
            {others.map(({ id, title, charts }) => (
              <optgroup key={id} label={title}>
                {charts.map((chart) => (
                  <option key={chart.id} value={chart.id}>
                    {chart.title}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
        </label>
        <button
          type="submit"
          className="h-8 rounded-sm border border-edge bg-surface px-3 font-medium text-ink hover:bg-hover"
        >
          {t('Show')}
        </button>
      </form>
      <details className="ms-auto text-sm">
        <summary className="flex h-8 cursor-pointer items-center rounded-sm px-2 font-medium text-accent hover:bg-hover">
          {t('Embed')}
        </summary>
        <span className="flex items-center gap-1 py-1">
          <code className="mono wrap-any text-xs text-soft">{embed}</code>
          <CopyButton value={embed} what={t('HTML')} />
        </span>
      </details>
      {csv !== undefined && (
        <a
          href={csv}
          download=""
          className="inline-flex h-8 items-center gap-1.5 rounded-sm px-2 text-sm font-medium hover:bg-hover hover:no-underline"
        >
          <Icon name="arrowDown" className="size-3.5" />
          {t('CSV')}
        </a>
      )}
    </div>
  );
}

function DayField({ words, name, day }: { words: ReactNode; name: 'from' | 'to'; day: string }) {
  return (
    <label className="flex items-center gap-2 text-soft">
      {words}
      <input type="date" name={name} defaultValue={day} className={FIELD} />
    </label>
  );
}
