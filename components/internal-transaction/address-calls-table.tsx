import { Counterparty } from '@/components/chain/direction';
import { ListLookAlikes } from '@/components/chain/look-alike-notice';
import { type Column, DataTable } from '@/components/ui/data-table';
import type { InternalTransaction } from '@/lib/endpoints/internal-transaction';
import { findLookAlikes } from '@/lib/format/look-alikes';
import { msg, t } from '@/lib/language/t';
import { CALL_METHOD, CALL_TIME, CALL_TRANSACTION, CALL_TYPE, callValue } from './calls-table';

type Props = { calls: readonly InternalTransaction[]; address: string; symbol: string };

/** Internal transactions as seen from one address. */
export function AddressCallsTable({ calls, address, symbol }: Props) {
  const lookAlikes = findLookAlikes([
    address,
    ...calls.flatMap(({ from, to, created_contract: created }) =>
      [from, to, created].flatMap((end) => (end === null ? [] : [end.hash])),
    ),
  ]);
  return (
    <>
      <ListLookAlikes lookAlikes={lookAlikes} />
      <DataTable
        caption={t('Internal transactions of this address, newest first')}
        columns={[
          CALL_TRANSACTION,
          CALL_TIME,
          CALL_TYPE,
          counterpartyColumn(address, lookAlikes),
          CALL_METHOD,
          callValue(symbol),
        ]}
        rows={calls}
      />
    </>
  );
}

const counterpartyColumn = (
  address: string,
  lookAlikes: ReadonlySet<string>,
): Column<InternalTransaction> => ({
  head: msg('Counterparty'),
  // takes the remaining width, so that long names are truncated
  className: 'max-md:order-3 max-md:col-span-2 md:w-1/2 md:max-w-0',
  cell: ({ from, to, created_contract: created }) => (
    <Counterparty
      from={from}
      to={created ?? to}
      of={address}
      nobody={t('no contract created')}
      lookAlikes={lookAlikes}
    />
  ),
});
