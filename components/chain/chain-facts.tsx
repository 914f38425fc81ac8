import { Meter } from '@/components/ui/meter';
import { Notice } from '@/components/ui/notice';
import type { ChartPoint } from '@/lib/endpoints/chart';
import { countOf, formatPercent, groupDigits, perMille } from '@/lib/format/number';
import { formatMilliseconds, formatShortDay } from '@/lib/format/time';
import { DayBars } from '../charts/day-bars';
import { Age } from './age';
import { GasPrice } from './amount';
import { BlockLink } from './block-link';
import { LATE_BLOCKS } from './chain-health';
import { ChainLink } from './chain-link';
import { Fact, FactNote } from './facts';

/** Progress and totals of a chain's index. */
export type ChainStatus = Readonly<{
  finished_indexing_blocks: boolean;
  first_block: number | null;
  indexed_block: number | null;
  head_block: number | null;
  blocks_count: number | null;
  transactions_count: number | null;
  addresses_count: number | null;
}>;
/** Daily points, oldest first. */
type Days = readonly ChartPoint[];

type HeadProps = {
  status: ChainStatus;
  /** Timestamp of the latest indexed block. */
  timestamp: string | undefined;
  /** Usual time between blocks. */
  usualMs: number | undefined;
};

/** The latest block, its age, and how far behind the node it is. */
export function HeadFact({ status, timestamp, usualMs }: HeadProps) {
  const { indexed_block: indexed, head_block: head, blocks_count: count } = status;
  const behind = indexed === null || head === null ? 0 : Math.max(0, head - indexed);
  return (
    <Fact label="Latest block">
      <span className="text-xl font-semibold tracking-tight">
        {indexed === null ? (
          <span className="text-faint">none yet</span>
        ) : (
          <BlockLink height={indexed} className="text-ink" />
        )}
      </span>
      <FactNote>
        {timestamp !== undefined && <Age timestamp={timestamp} />}
        {behind > LATE_BLOCKS ? (
          <span className="text-pending"> · {countOf(behind, 'block')} behind the node</span>
        ) : (
          head !== null && ' · synced'
        )}
      </FactNote>
      {usualMs !== undefined && <FactNote>a block every {formatMilliseconds(usualMs)}</FactNote>}
      {count !== null && <FactNote>{countOf(count, 'block')} indexed</FactNote>}
    </Fact>
  );
}

type DailyProps = { chart: string; label: string; total: number | null; days: Days; noun?: string };

/** A total, and what came day by day. */
export function DailyFact({ chart, label, total, days, noun = 'transaction' }: DailyProps) {
  const newest = days.at(-1);
  if (total === null && newest === undefined) return null;
  return (
    <Fact label={label}>
      <span className="text-xl font-semibold tracking-tight">
        {total === null ? <span className="text-faint">unknown</span> : groupDigits(total)}
      </span>
      {newest && (
        <ChainLink to={`/stats/${chart}`} className="mt-1 block text-ink">
          <DayBars
            points={days}
            label={`${label} by day, ${formatShortDay(days[0]?.date ?? newest.date)} to ${formatShortDay(newest.date)}`}
          />
          <FactNote>
            {countOf(BigInt(newest.value.split('.')[0] ?? '0'), noun)} {onDay(newest)}
          </FactNote>
        </ChainLink>
      )}
    </Fact>
  );
}

/** `now`: wei per gas that half of the latest transactions would pay at most in the next block; null if unknown. */
export function GasPriceFact({ now, days }: { now: string | null; days: Days }) {
  const newest = days.at(-1);
  if (now === null && newest === undefined) return null;
  return (
    <Fact label={now === null ? 'Average gas price' : 'Gas price'}>
      <span className="text-xl font-semibold tracking-tight">
        {now === null ? (
          <>
            {shorten(newest?.value ?? '0')} <span className="text-soft">Gwei</span>
          </>
        ) : (
          <ChainLink to="/gas" className="text-ink">
            <GasPrice wei={now} isShort />
          </ChainLink>
        )}
      </span>
      {newest && (
        <ChainLink to="/stats/averageGasPrice" className="mt-1 block text-ink">
          <DayBars points={days} label="Average gas price by day" />
          <FactNote>
            {now !== null && `average ${shorten(newest.value)} Gwei `}
            {onDay(newest)}
          </FactNote>
        </ChainLink>
      )}
    </Fact>
  );
}

const onDay = (point: ChartPoint) =>
  point.is_approximate === true
    ? `on ${formatShortDay(point.date)} so far`
    : `on ${formatShortDay(point.date)}`;

/** At most three significant fractional digits. */
function shorten(decimal: string): string {
  const [whole = '0', fraction = ''] = decimal.split('.');
  const room = whole === '0' ? (/^0*/.exec(fraction)?.[0].length ?? 0) + 3 : Math.max(0, 4 - whole.length);
  const shown = fraction.slice(0, room).replace(/0+$/, '');
  return shown === '' ? groupDigits(whole) : `${groupDigits(whole)}.${shown}`;
}

/** How far the index is while it catches up. */
export function IndexProgress({ status }: { status: ChainStatus }) {
  const { first_block: first, indexed_block: indexed, head_block: head } = status;
  if (head === null) {
    return (
      <Notice tone="pending" icon="clock" title="Waiting for the node">
        The height of the chain is not known yet.
      </Notice>
    );
  }
  const from = first ?? 0;
  const all = BigInt(Math.max(1, head - from + 1));
  const done = BigInt(indexed === null ? 0 : Math.max(0, indexed - from + 1));
  const rounded = formatPercent(done, all) ?? '0%';
  const share = done < all && rounded === '100%' ? '99.9%' : rounded;
  return (
    <Notice tone="pending" icon="clock" title={`Indexing: ${share} of the chain`}>
      Blocks #{groupDigits(from)} to {indexed === null ? 'none' : `#${groupDigits(indexed)}`} of #
      {groupDigits(head)} are indexed. Newer transactions cannot be found yet.
      <Meter
        className="mt-2"
        label={`${share} indexed`}
        stretches={[{ perMille: perMille(done, all), className: 'fill-pending' }]}
      />
    </Notice>
  );
}
