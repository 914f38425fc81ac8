import { ChainLink } from '@/components/chain/chain-link';
import { Fact, FactNote, Facts } from '@/components/chain/facts';
import { DayBars } from '@/components/charts/day-bars';
import type { ChartPoint } from '@/lib/endpoints/chart';
import type { FheActivity } from '@/lib/endpoints/fhe-activity';
import { groupDigits } from '@/lib/format/number';
import { formatShortDay } from '@/lib/format/time';
import { t } from '@/lib/language/t';

/** The chart of public decryptions. */
export const DECRYPTIONS_CHART = 'newFheDecryptions';

type Props = { activity: FheActivity; decryptions?: readonly ChartPoint[] | undefined };

/** What a chain has computed on encrypted values, in figures; `decryptions` by day. */
export function FheActivityFacts({ activity, decryptions = [] }: Props) {
  const { sample, callers_count: callers, opened_count: opened } = activity;
  const { from_block: first } = sample;
  const since =
    first !== null &&
    t('since {isGenesis, select, true {genesis} other {block #{block}}}', {
      isGenesis: String(first === 0),
      block: groupDigits(first),
    });
  return (
    <Facts className="grid-cols-2 lg:grid-cols-5">
      <Fact label={t('FHE operations')}>
        {groupDigits(activity.operations_count)}
        <FactNote>
          {t('{callers, plural, one {# caller} other {# callers}}', { callers })} {since}
        </FactNote>
      </Fact>
      <Fact label={t('Total HCU')}>{groupDigits(activity.total_hcu)}</Fact>
      <Fact label={t('FHE transactions')}>{groupDigits(activity.transactions_count)}</Fact>
      <Fact label={t('Confidential transfers')}>{groupDigits(activity.confidential_transfers_count)}</Fact>
      <Fact
        label={t('Public decryptions')}
        hint={t('Logs by which handles were made decryptable by anyone')}
        className="max-lg:col-span-2"
      >
        {groupDigits(opened)}
        {since && <FactNote>{since}</FactNote>}
        <Decryptions days={decryptions} />
      </Fact>
    </Facts>
  );
}

function Decryptions({ days }: { days: readonly ChartPoint[] }) {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined || first === last) return null;
  return (
    <ChainLink to={`/stats/${DECRYPTIONS_CHART}`} className="mt-1 block text-ink">
      <DayBars
        points={days}
        label={t('{label} by day, {shortDay} to {date}', {
          label: t('Public decryptions'),
          shortDay: formatShortDay(first.date),
          date: formatShortDay(last.date),
        })}
      />
    </ChainLink>
  );
}
