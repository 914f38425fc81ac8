import { Meter } from '@/components/ui/meter';
import { Notice } from '@/components/ui/notice';
import { rich } from '@/components/ui/rich';
import type { ChartPoint } from '@/lib/endpoints/chart';
import { formatShare, groupDigits, perMille } from '@/lib/format/number';
import { formatMilliseconds, formatShortDay } from '@/lib/format/time';
import { type Msg, msg, t } from '@/lib/language/t';
import { DayBars } from '../charts/day-bars';
import { Age } from './age';
import { GasPrice } from './amount';
import { BlockLink } from './block-link';
import { LATE_BLOCKS } from './chain-health';
import { ChainLink } from './chain-link';
import { Fact, FactNote } from './facts';
import { countIndexed } from './indexed-share';

/** Progress and totals of a chain's index. */
export type ChainStatus = Readonly<{
  finished_indexing_blocks: boolean;
  is_following: boolean | null;
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
    <Fact label={t('Latest block')}>
      <span className="key-figure">
        {indexed === null ? (
          <span className="text-faint">{t('none yet')}</span>
        ) : (
          <BlockLink height={indexed} className="text-ink" />
        )}
      </span>
      <FactNote>
        {timestamp !== undefined && <Age timestamp={timestamp} />}
        {behind > LATE_BLOCKS ? (
          <span className="text-pending">
            {' · '}
            {t('{count, plural, one {# block} other {# blocks}} behind the node', { count: behind })}
          </span>
        ) : (
          head !== null && ` · ${t('synced')}`
        )}
      </FactNote>
      {usualMs !== undefined && (
        <FactNote>{rich('a block every {usualMs}', { usualMs: formatMilliseconds(usualMs) })}</FactNote>
      )}
      {count !== null && (
        <FactNote>{t('{count, plural, one {# block} other {# blocks}} indexed', { count })}</FactNote>
      )}
    </Fact>
  );
}

const TRANSACTIONS = msg('{count, plural, one {# transaction} other {# transactions}}');

type DailyProps = { chart: string; label: string; total: number | null; days: Days; noun?: Msg };

/** A total, and what came day by day. */
export function DailyFact({ chart, label, total, days, noun = TRANSACTIONS }: DailyProps) {
  const newest = days.at(-1);
  if (total === null && newest === undefined) return null;
  return (
    <Fact label={label}>
      <span className="key-figure">
        {total === null ? <span className="text-faint">{t('unknown')}</span> : groupDigits(total)}
      </span>
      {newest && (
        <ChainLink to={`/stats/${chart}`} className="mt-1 block text-ink">
          <DayBars
            points={days}
            label={t('{label} by day, {shortDay} to {date}', {
              label,
              shortDay: formatShortDay(days[0]?.date ?? newest.date),
              date: formatShortDay(newest.date),
            })}
          />
          <FactNote>
            {t(noun, { count: BigInt(newest.value.split('.')[0] ?? '0') })} {onDay(newest)}
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
    <Fact label={now === null ? t('Average gas price') : <ChainLink to="/gas">{t('Gas price')}</ChainLink>}>
      <span className="key-figure">
        {now === null ? (
          <>
            {shorten(newest?.value ?? '0')} <span className="text-soft">{t('Gwei')}</span>
          </>
        ) : (
          <GasPrice wei={now} isShort />
        )}
      </span>
      {newest && (
        <ChainLink to="/stats/averageGasPrice" className="mt-1 block text-ink">
          <DayBars points={days} label={t('Average gas price by day')} />
          <FactNote>
            {now !== null && `${t('average {price} Gwei', { price: shorten(newest.value) })} `}
            {onDay(newest)}
          </FactNote>
        </ChainLink>
      )}
    </Fact>
  );
}

const onDay = (point: ChartPoint) => {
  const date = formatShortDay(point.date);
  if (point.is_partial === true) return t('on {date}, partly indexed', { date });
  return point.is_approximate === true ? t('on {date} so far', { date }) : t('on {date}', { date });
};

/** At most three significant fractional digits. */
function shorten(decimal: string): string {
  const [whole = '0', fraction = ''] = decimal.split('.');
  const room = whole === '0' ? (/^0*/.exec(fraction)?.[0].length ?? 0) + 3 : Math.max(0, 4 - whole.length);
  const shown = fraction.slice(0, room).replace(/0+$/, '');
  return groupDigits(shown === '' ? whole : `${whole}.${shown}`);
}

/** How far the index is while it catches up. */
export function IndexProgress({ status }: { status: ChainStatus }) {
  const { first_block: first, indexed_block: indexed, head_block: head } = status;
  if (head === null) {
    return (
      <Notice tone="pending" icon="clock" title={t('Waiting for the node')}>
        {t('The height of the chain is not known yet.')}
      </Notice>
    );
  }
  const from = first ?? 0;
  const { done, all } = countIndexed(status);
  const share = formatShare(done, all);
  return (
    <Notice tone="pending" icon="clock" title={t('Indexing: {share} of the chain', { share })}>
      {rich('Blocks #{from} to {indexed} of #{head} are indexed. Newer transactions cannot be found yet.', {
        from: groupDigits(from),
        indexed: indexed === null ? t('none') : `#${groupDigits(indexed)}`,
        head: groupDigits(head),
      })}
      <Meter
        className="mt-2"
        label={t('{share} indexed', { share })}
        stretches={[{ perMille: perMille(done, all), className: 'fill-pending' }]}
      />
    </Notice>
  );
}
