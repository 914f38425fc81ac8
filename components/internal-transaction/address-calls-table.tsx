import { AddressLabel } from '@/components/chain/address';
import { Age } from '@/components/chain/age';
import { CoinAmount } from '@/components/chain/amount';
import { Direction } from '@/components/chain/direction';
import { ListLookAlikes } from '@/components/chain/look-alike-notice';
import { TransactionLink } from '@/components/chain/transaction-link';
import { MethodName } from '@/components/transaction/method-label';
import { type Column, DataTable } from '@/components/ui/data-table';
import { Pill } from '@/components/ui/pill';
import type { InternalTransaction } from '@/lib/endpoints/internal-transaction';
import { findLookAlikes } from '@/lib/format/look-alikes';
import { displayText } from '@/lib/format/text';
import { msg, t } from '@/lib/language/t';
import { CallKind } from './call-kind';

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
          TRANSACTION,
          TIME,
          KIND,
          counterpartyColumn(address, lookAlikes),
          METHOD,
          valueColumn(symbol),
        ]}
        rows={calls}
        narrow="max-md:grid-cols-[minmax(0,1fr)_auto] max-md:items-center"
      />
    </>
  );
}

const TRANSACTION: Column<InternalTransaction> = {
  head: msg('Transaction'),
  className: 'max-md:order-1',
  cell: (call) => <TransactionLink hash={call.transaction_hash} part="/internal" />,
};

const TIME: Column<InternalTransaction> = {
  head: msg('Time'),
  className: 'max-md:order-2 max-md:justify-self-end',
  cell: ({ timestamp }) => <Age timestamp={timestamp} className="text-soft" />,
};

const KIND: Column<InternalTransaction> = {
  head: msg('Type'),
  className: 'max-md:order-5',
  cell: (call) => (
    <span className="inline-flex flex-wrap gap-1">
      <CallKind call={call} />
      {call.error !== null && (
        <Pill tone="error" title={displayText(call.error, 200)}>
          {t('failed')}
        </Pill>
      )}
    </span>
  ),
};

const METHOD: Column<InternalTransaction> = {
  head: msg('Method'),
  className: 'max-md:hidden',
  cell: ({ method }) => method !== null && <MethodName name={method} />,
};

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

function valueColumn(symbol: string): Column<InternalTransaction> {
  return {
    head: msg('Value'),
    className: 'md:text-end max-md:order-6 max-md:justify-self-end',
    cell: ({ value }) =>
      value === '0' ? <span className="text-faint">–</span> : <CoinAmount wei={value} symbol={symbol} />,
  };
}
