import { Fact, FactNote, Facts } from '@/components/chain/facts';
import type { FheActivity } from '@/lib/endpoints/fhe-activity';
import { groupDigits } from '@/lib/format/number';
import { t } from '@/lib/language/t';

/** What a chain has computed on encrypted values, in figures. */
export function FheActivityFacts({ activity }: { activity: FheActivity }) {
  const { sample, callers_count: callers, opened_count: opened } = activity;
  return (
    <Facts className="grid-cols-2 lg:grid-cols-5">
      <Fact label={t('FHE operations')}>{groupDigits(activity.operations_count)}</Fact>
      <Fact label={t('Total HCU')}>{groupDigits(activity.total_hcu)}</Fact>
      <Fact label={t('FHE transactions')}>{groupDigits(activity.transactions_count)}</Fact>
      <Fact label={t('Confidential transfers')}>{groupDigits(activity.confidential_transfers_count)}</Fact>
      <Fact
        label={t('Public decryptions')}
        hint={t('Logs by which handles were made decryptable by anyone')}
        className="max-lg:col-span-2"
      >
        {groupDigits(opened)}
        <FactNote>
          {t('{callers, plural, one {# caller} other {# callers}} since block #{block}', {
            callers,
            block: groupDigits(sample.from_block ?? 0),
          })}
        </FactNote>
      </Fact>
    </Facts>
  );
}
