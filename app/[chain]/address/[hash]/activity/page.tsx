import { ActivityCalendar } from '@/components/address/activity-calendar';
import { CounterpartiesTable } from '@/components/address/counterparties-table';
import { PageCall } from '@/components/layout/page-call';
import { EmptyState } from '@/components/ui/empty-state';
import { NotOffered } from '@/components/ui/not-offered';
import { Panel } from '@/components/ui/panel';
import { callExtra, callPath } from '@/lib/client/call';
import { getAddressActivity, listCounterparties } from '@/lib/endpoints/address-activity';
import { countOf, groupDigits } from '@/lib/format/number';
import { getPageAddress, type Params } from '../load';

/** Activity of an address: a calendar of what it sent, and with whom it deals. */
export default async function AddressActivityPage({ params }: { params: Params }) {
  const { chain, where, path, address } = await getPageAddress(params);
  const [activity, dealings] = await Promise.all([
    callExtra(getAddressActivity, where),
    callExtra(listCounterparties, where),
  ]);
  return (
    <section aria-label="Activity" className="flex flex-col gap-4">
      {activity?.calendar && <ActivityCalendar calendar={activity.calendar} />}
      <Panel
        title="Counterparties"
        id="counterparties"
        aside={dealings && `${groupDigits(dealings.counterparties_count)} in all`}
      >
        {dealings === undefined ? (
          <NotOffered what="the counterparties of an address" />
        ) : dealings.items.length === 0 ? (
          <EmptyState icon="arrowRight" title="No counterparties">
            The indexed blocks have no transaction between this address and another.
          </EmptyState>
        ) : (
          <>
            <CounterpartiesTable
              counterparties={dealings.items}
              address={address.hash}
              path={path}
              symbol={chain.symbol}
            />
            <p className="border-t border-line px-4 py-2 text-xs text-faint">
              {dealings.is_complete
                ? `Of all ${countOf(dealings.transactions_count, 'transaction')}.`
                : `Of the last ${groupDigits(dealings.transactions_count)} transactions.`}{' '}
              Values are of the transactions themselves, without internal transactions and tokens.
            </p>
          </>
        )}
      </Panel>
      <PageCall path={callPath(listCounterparties, where)} />
    </section>
  );
}
