import { AddressLabel } from '@/components/chain/address';
import { Age } from '@/components/chain/age';
import { Unknown } from '@/components/chain/amount';
import { Ends } from '@/components/chain/ends';
import { MethodLabel } from '@/components/transaction/method-label';
import { TransactionCell } from '@/components/transaction/transaction-status';
import type { ListUrl } from '@/components/ui/column-picker';
import { type Column, DataTable } from '@/components/ui/data-table';
import type { FheTransaction } from '@/lib/endpoints/fhe-activity';
import { groupDigits } from '@/lib/format/number';
import { msg, t } from '@/lib/language/t';

type Props = { transactions: readonly FheTransaction[]; list?: ListUrl };

/** Transactions with FHE operations: what they called, and what their operations cost. */
export function FheTransactionsTable({ transactions, list }: Props) {
  return (
    <DataTable
      caption={t('Transactions with FHE operations, newest first')}
      columns={COLUMNS}
      rows={transactions}
      list={list}
    />
  );
}

const COLUMNS: readonly Column<FheTransaction>[] = [
  {
    head: msg('Transaction'),
    className: 'max-md:order-1',
    cell: (transaction) => <TransactionCell transaction={transaction} />,
  },
  {
    head: msg('Method'),
    className: 'max-md:order-4',
    cell: (transaction) => <MethodLabel transaction={transaction} />,
  },
  {
    head: msg('Time'),
    className: 'aside-cell',
    cell: ({ timestamp }) =>
      timestamp === null ? <Unknown /> : <Age timestamp={timestamp} className="text-soft" />,
  },
  {
    head: msg('From and to'),
    className: 'max-md:order-3 max-md:col-span-2 md:w-full md:max-w-0',
    cell: ({ from, to, created_contract: created }) => {
      const receiver = to ?? created;
      return (
        <Ends from={from}>
          {receiver === null ? (
            <span className="text-faint">{t('no contract')}</span>
          ) : (
            <AddressLabel address={receiver} />
          )}
        </Ends>
      );
    },
  },
  {
    head: msg('Operations'),
    className: 'text-end max-md:hidden',
    cell: ({ fhe_operations_count: count }) => groupDigits(count),
  },
  {
    head: msg('HCU'),
    className: 'text-end max-md:order-5 max-md:justify-self-end',
    cell: ({ total_hcu: hcu }) => (
      <>
        {groupDigits(hcu)}
        <span className="text-soft md:hidden"> {t('HCU')}</span>
      </>
    ),
  },
];
