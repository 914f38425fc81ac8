import { Disclosure } from '@/components/ui/disclosure';
import { Panel } from '@/components/ui/panel';
import { ScrollArea } from '@/components/ui/scroll-area';
import type { AddressActivity } from '@/lib/endpoints/address-activity';
import { countOf, groupDigits } from '@/lib/format/number';
import { formatShortDay, MONTHS } from '@/lib/format/time';
import { layOutCalendar } from './calendar-layout';

type Calendar = NonNullable<AddressActivity['calendar']>;

const CELL = 12;
const GAP = 2;
const TOP = 16;
const LEFT = 30;
const SHADES = ['fill-hover', 'fill-accent/30', 'fill-accent/50', 'fill-accent/75', 'fill-accent'] as const;
const WEEKDAYS = [
  [0, 'Mon'],
  [2, 'Wed'],
  [4, 'Fri'],
] as const;

/** Transactions sent by day in the 53 weeks up to the latest block, drawn and as a table. */
export function ActivityCalendar({ calendar }: { calendar: Calendar }) {
  const total = calendar.days.reduce((sum, day) => sum + day.transactions_count, 0);
  const period = describePeriod(calendar);
  if (total === 0)
    return (
      <p className="text-sm text-soft">
        No transaction was sent from this address in the indexed blocks of {period} (UTC).
      </p>
    );
  return (
    <Panel
      title="Transactions sent by day"
      id="calendar"
      aside={`${countOf(total, 'transaction')} on ${countOf(calendar.days.length, 'day')}`}
    >
      <ScrollArea label="Calendar" className="flex flex-row-reverse px-4 py-3">
        <Drawing calendar={calendar} label={`${countOf(total, 'transaction')} sent by day, ${period}`} />
      </ScrollArea>
      <p className="px-4 pb-3 text-xs text-faint">
        Exact for the indexed blocks of {period} (UTC). A calendar has 53 weeks at most.
      </p>
      <Disclosure title="As a table" aside={countOf(calendar.days.length, 'day')}>
        <DayTable calendar={calendar} />
      </Disclosure>
    </Panel>
  );
}

function describePeriod({ from, to }: Calendar): string {
  const [first, last] = [from, to].map((day) => `${formatShortDay(day)} ${day.slice(0, 4)}`);
  return from === to ? `${last}` : `${first} to ${last}`;
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
      className="mr-auto block max-w-none shrink-0 text-[10px]"
    >
      {months.map(({ column, month }) => (
        <text key={column} x={LEFT + column * (CELL + GAP)} y={10} className="fill-faint">
          {MONTHS[month]}
        </text>
      ))}
      {WEEKDAYS.map(([row, name]) => (
        <text key={name} x={0} y={TOP + row * (CELL + GAP) + 10} className="fill-faint">
          {name}
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
            <th scope="col" className="pr-6 text-left text-xs font-medium text-faint">
              Day
            </th>
            <th scope="col" className="text-right text-xs font-medium text-faint">
              Transactions
            </th>
          </tr>
        </thead>
        <tbody>
          {calendar.days.map((day) => (
            <tr key={day.date}>
              <td className="pr-6">{day.date}</td>
              <td className="text-right">{groupDigits(day.transactions_count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
