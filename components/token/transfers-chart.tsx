import { DayBars } from '@/components/charts/day-bars';
import { Disclosure } from '@/components/ui/disclosure';
import { Panel } from '@/components/ui/panel';
import { groupDigits } from '@/lib/format/number';
import { t } from '@/lib/language/t';
import { fillDays } from './fill-days';

/** Days drawn at most. */
const MAX_DAYS = 180;

type Props = {
  days: readonly Readonly<{ date: string; transfers_count: number }>[];
  isComplete: boolean;
};

/** Transfers of a token by day, drawn and as a table; nothing for a single day. */
export function TransfersChart({ days, isComplete }: Props) {
  const points = fillDays(days, MAX_DAYS);
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || points.length < 2) return null;
  const total = points.reduce((sum, point) => sum + Number(point.value), 0);
  const isCut = !isComplete || first.date !== days[0]?.date;
  const title = t('{count, plural, one {# transfer} other {# transfers}} from {first} to {last}', {
    count: total,
    first: first.date,
    last: last.date,
  });
  return (
    <Panel
      title={t('Transfers by day')}
      id="by-day"
      aside={isCut ? t('{transfers}, the latest days', { transfers: title }) : title}
    >
      <div className="px-4 py-3">
        <DayBars points={points} label={title} />
        <p dir="ltr" className="mt-1 flex justify-between text-xs text-faint">
          <span>{first.date}</span>
          <span>{last.date}</span>
        </p>
      </div>
      <Disclosure
        title={t('As a table')}
        aside={t('{count, plural, one {# day} other {# days}}', { count: days.length })}
      >
        <table className="mx-4 mb-3 text-sm">
          <thead>
            <tr className="text-start text-xs text-faint">
              <th scope="col" className="pe-6 font-medium">
                {t('Day')}
              </th>
              <th scope="col" className="text-end font-medium">
                {t('Transfers')}
              </th>
            </tr>
          </thead>
          <tbody>
            {days.slice(-MAX_DAYS).map((day) => (
              <tr key={day.date}>
                <td className="pe-6">{day.date}</td>
                <td className="text-end">{groupDigits(day.transfers_count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Disclosure>
    </Panel>
  );
}
