import { Disclosure } from '@/components/ui/disclosure';
import { Panel } from '@/components/ui/panel';
import { rich } from '@/components/ui/rich';
import { ScrollArea } from '@/components/ui/scroll-area';
import type { AddressActivity } from '@/lib/endpoints/address-activity';
import { groupDigits } from '@/lib/format/number';
import { formatDay } from '@/lib/format/period';
import { monthName } from '@/lib/format/time';
import { msg, t } from '@/lib/language/t';
import { layOutCalendar } from './calendar-layout';

type Calendar = NonNullable<AddressActivity['calendar']>;

const CELL = 12;
const GAP = 2;
const TOP = 16;
const LEFT = 30;
const SHADES = ['fill-hover', 'fill-accent/30', 'fill-accent/50', 'fill-accent/75', 'fill-accent'] as const;
const WEEKDAYS = [
  [0, msg('Mon')],
  [2, msg('Wed')],
  [4, msg('Fri')],
] as const;

/** Transactions sent by day in the 53 weeks up to the latest block, drawn and as a table. */
export function ActivityCalendar({ calendar }: { calendar: Calendar }) {
  const total = calendar.days.reduce((sum, day) => sum + day.transactions_count, 0);
  const period = describePeriod(calendar);
  if (total === 0)
    return (
      <p className="text-sm text-soft">
        {rich('No transaction was sent from this address in the indexed blocks of {period} (UTC).', {
          period,
        })}
      </p>
    );
  return (
    <Panel
      title={t('Transactions sent by day')}
      id="calendar"
      aside={t(
        '{count, plural, one {# transaction} other {# transactions}} on {days, plural, one {# day} other {# days}}',
        { count: total, days: calendar.days.length },
      )}
    >
      <ScrollArea label={t('Calendar')} className="flex flex-row-reverse px-4 py-3">
        <Drawing
          calendar={calendar}
          label={t('{count, plural, one {# transaction} other {# transactions}} sent by day, {period}', {
            count: total,
            period,
          })}
        />
      </ScrollArea>
      <p className="px-4 pb-3 text-xs text-faint">
        {rich('Counted in the indexed blocks of {period} (UTC), at most the last 53 weeks.', { period })}
      </p>
      <Disclosure
        title={t('As a table')}
        aside={t('{count, plural, one {# day} other {# days}}', { count: calendar.days.length })}
      >
        <DayTable calendar={calendar} />
      </Disclosure>
    </Panel>
  );
}

function describePeriod({ from, to }: Calendar): string {
  const [first, last] = [formatDay(from), formatDay(to)];
  return from === to ? last : t('{first} to {last}', { first, last });
}

function Drawing({ calendar, label }: { calendar: Calendar; label: string }) {
  const { days, months, columns } = layOutCalendar(calendar);
  const width = LEFT + columns * (CELL + GAP);
  const height = TOP + 7 * (CELL + GAP);
  return (
    <svg
      role="img"
      aria-label={label}
      width={width}
      height={height}
      className="me-auto block max-w-none shrink-0 text-[10px]"
    >
      {months.map(({ column, month }) => (
        <text key={column} x={LEFT + column * (CELL + GAP)} y={10} className="fill-faint">
          {monthName(month)}
        </text>
      ))}
      {WEEKDAYS.map(([row, name]) => (
        <text key={row} x={0} y={TOP + row * (CELL + GAP) + 10} className="fill-faint">
          {t(name)}
        </text>
      ))}
      {SHADES.map((shade, level) => (
        // one path per shade: a rectangle per day would be 371 elements
        <path key={shade} d={outline(days.filter((day) => day.level === level))} className={shade} />
      ))}
    </svg>
  );
}

function outline(days: readonly Readonly<{ column: number; row: number }>[]): string {
  return days
    .map(({ column, row }) => `M${LEFT + column * (CELL + GAP)} ${TOP + row * (CELL + GAP)}h12v12h-12z`)
    .join('');
}

function DayTable({ calendar }: { calendar: Calendar }) {
  return (
    <div className="max-h-80 overflow-auto border-t border-line px-4 py-2">
      <table className="text-sm">
        <thead>
          <tr>
            <th scope="col" className="pe-6 text-start text-xs font-medium text-faint">
              {t('Day')}
            </th>
            <th scope="col" className="text-end text-xs font-medium text-faint">
              {t('Transactions')}
            </th>
          </tr>
        </thead>
        <tbody>
          {calendar.days.map((day) => (
            <tr key={day.date}>
              <td className="pe-6">{day.date}</td>
              <td className="text-end">{groupDigits(day.transactions_count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
