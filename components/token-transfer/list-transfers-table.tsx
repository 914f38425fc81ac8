import { AddressLabel } from '@/components/chain/address';
import { Age } from '@/components/chain/age';
import { Unknown } from '@/components/chain/amount';
import { TransactionLink } from '@/components/chain/transaction-link';
import { TransferAmount } from '@/components/token-transfer/transfer-amount';
import { TransferKind } from '@/components/token-transfer/transfer-kind';
import { type Column, DataTable } from '@/components/ui/data-table';
import { Icon } from '@/components/ui/icon';
import type { TokenTransfer } from '@/lib/endpoints/token-transfer';

type TransferColumn = Column<TokenTransfer>;

/** Token transfers of several transactions, newest first. */
export function ListTransfersTable(props: { caption: string; transfers: readonly TokenTransfer[] }) {
  return (
    <DataTable
      caption={props.caption}
      columns={COLUMNS}
      rows={props.transfers}
      narrow="max-md:grid-cols-[minmax(0,1fr)_auto] max-md:items-center"
    />
  );
}

const COLUMNS: readonly TransferColumn[] = [
  {
    head: 'Transaction',
    className: 'max-md:order-1',
    cell: ({ transaction_hash: hash, log_index: index }) => (
      <TransactionLink hash={hash} part={`/token-transfers#log-${index}`} />
    ),
  },
  {
    head: 'Time',
    className: 'max-md:order-2 max-md:justify-self-end',
    cell: ({ timestamp }) =>
      timestamp === null ? <Unknown /> : <Age timestamp={timestamp} className="text-soft" />,
  },
  {
    head: 'Event',
    className: 'max-md:order-4 max-md:justify-self-end',
    cell: (transfer) => <TransferKind transfer={transfer} />,
  },
  {
    head: 'From and to',
    className: 'max-md:order-5 max-md:col-span-2',
    cell: ({ from, to }) => (
      <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5">
        <AddressLabel address={from} />
        <Icon name="arrowRight" className="size-3.5 text-faint" />
        <span className="sr-only">to</span>
        <AddressLabel address={to} />
      </span>
    ),
  },
  {
    head: 'Amount or token ID',
    className: 'md:text-right max-md:order-3',
    cell: (transfer) => <TransferAmount transfer={transfer} />,
  },
];
