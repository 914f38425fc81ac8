import { AddressLabel } from '@/components/chain/address';
import { Direction } from '@/components/chain/direction';
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
        narrow="max-md:grid-cols-[minmax(0,1fr)_auto] max-md:items-center"
      />
    </>
  );
}

function counterpartyColumn(address: string, lookAlikes: ReadonlySet<string>): Column<InternalTransaction> {
  const self = address.toLowerCase();
  return {
    head: msg('Counterparty'),
    // takes the remaining width, so that long names are truncated
    className: 'max-md:order-3 max-md:col-span-2 md:w-1/2 md:max-w-0',
    cell: ({ from, to, created_contract: created }) => {
      const target = created ?? to;
      const isOut = from.hash.toLowerCase() === self;
      return (
        <span className="flex min-w-0 items-center gap-2">
          <span className="w-10 shrink-0">
            <Direction from={from.hash} to={target?.hash} of={address} />
          </span>
          {isOut && target === null ? (
            <span className="text-faint">{t('no contract created')}</span>
          ) : (
            <AddressLabel address={isOut && target !== null ? target : from} lookAlikes={lookAlikes} />
          )}
        </span>
      );
    },
  };
}
