import { ActivityCalendar } from '@/components/address/activity-calendar';
import { CounterpartiesTable } from '@/components/address/counterparties-table';
import { PageCall } from '@/components/layout/page-call';
import { EmptyState } from '@/components/ui/empty-state';
import { NotOffered } from '@/components/ui/not-offered';
import { Panel } from '@/components/ui/panel';
import { callExtra, callPath } from '@/lib/client/call';
import { getAddressActivity, listCounterparties } from '@/lib/endpoints/address-activity';
import { groupDigits } from '@/lib/format/number';
import { t } from '@/lib/language/t';
import { getPageAddress, type Params } from '../load';

/** Activity of an address: a calendar of sent transactions, and its counterparties. */
export default async function AddressActivityPage({ params }: { params: Params }) {
  const { chain, where, path, address } = await getPageAddress(params);
  const [activity, list] = await Promise.all([
    callExtra(getAddressActivity, where),
    callExtra(listCounterparties, where),
  ]);
  return (
    <section aria-label={t('Activity')} className="flex flex-col gap-4">
      {activity?.calendar && <ActivityCalendar calendar={activity.calendar} />}
      <Panel
        title={t('Counterparties')}
        id="counterparties"
        aside={
          list &&
          t('{counterpartiesCount} in all', {
            counterpartiesCount: groupDigits(list.counterparties_count),
          })
        }
      >
        {list === undefined ? (
          <NotOffered what={t('the counterparties of an address')} />
        ) : list.items.length === 0 ? (
          <EmptyState icon="arrowRight" title={t('No counterparties')}>
            {t('The indexed blocks contain no transactions between this address and another.')}
          </EmptyState>
        ) : (
          <>
            <CounterpartiesTable
              counterparties={list.items}
              address={address.hash}
              path={path}
              symbol={chain.symbol}
            />
            <p className="border-t border-line px-4 py-2 text-xs text-faint">
              {list.is_complete
                ? t(
                    'Based on all {count, plural, one {# indexed transaction} other {# indexed transactions}}.',
                    {
                      count: list.transactions_count,
                    },
                  )
                : t('Based on the last {count, plural, one {# transaction} other {# transactions}}.', {
                    count: list.transactions_count,
                  })}{' '}
              {t(
                'Values are those of the transactions themselves, excluding internal transactions and tokens.',
              )}
            </p>
          </>
        )}
      </Panel>
      <PageCall path={callPath(listCounterparties, where)} />
    </section>
  );
}
