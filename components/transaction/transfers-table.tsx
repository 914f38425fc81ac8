import { AddressLabel } from '@/components/chain/address';
import { type Column, DataTable } from '@/components/ui/data-table';
import { Icon } from '@/components/ui/icon';
import { Pill } from '@/components/ui/pill';
import { displayText } from '@/lib/format/text';
import type { ListedTokenTransfer } from '@/lib/spec/token-transfer';
import type { Transaction } from '@/lib/spec/transaction';
import { roleOf } from './role-of';
import { TransferAmount } from './transfer-amount';
import { TransferKind } from './transfer-kind';

type Props = { transfers: readonly ListedTokenTransfer[]; transaction: Transaction };

/** The transfers of a transaction, one a row, in the order of its logs. */
export function TransfersTable({ transfers, transaction }: Props) {
  return (
    <DataTable
      caption="Token transfers of this transaction"
      columns={columnsFor(transaction)}
      rows={transfers}
      rowId={(transfer, index) =>
        isFirstOfLog(transfers, index) ? `log-${transfer.log_index}` : `row-${index}`
      }
      narrow="max-md:grid-cols-[auto_auto_minmax(0,1fr)]"
    />
  );
}

function isFirstOfLog(transfers: readonly ListedTokenTransfer[], index: number): boolean {
  return transfers[index - 1]?.log_index !== transfers[index]?.log_index;
}

function columnsFor(transaction: Transaction): Column<ListedTokenTransfer>[] {
  return [
    {
      head: 'Log',
      className: 'md:w-16 text-faint max-md:order-1',
      cell: (transfer) => (
        <a
          href={`#log-${transfer.log_index}`}
          className="text-faint"
          aria-label={`Log ${transfer.log_index}`}
        >
          #{transfer.log_index}
        </a>
      ),
    },
    {
      head: 'Event',
      className: 'md:w-28 max-md:order-2',
      cell: (transfer) => <TransferKind type={transfer.type} />,
    },
    {
      head: 'From and to',
      className: 'max-md:order-5 max-md:col-span-3',
      cell: (transfer) => <Ends transfer={transfer} transaction={transaction} />,
    },
    {
      head: 'Amount or id',
      className: 'md:text-right max-md:order-4 max-md:col-span-3 max-md:text-base',
      cell: (transfer) => <TransferAmount transfer={transfer} />,
    },
    {
      head: 'Token',
      className: 'md:w-56 max-md:order-3 max-md:justify-self-end',
      cell: (transfer) => (
        <span className="flex items-center gap-2 md:justify-between">
          <bdi className="hidden min-w-0 truncate text-soft md:inline" title={transfer.token.address_hash}>
            {transfer.token.name === null ? 'without a name' : displayText(transfer.token.name, 40)}
          </bdi>
          <Pill>{transfer.token_type ?? transfer.token.type ?? 'token'}</Pill>
        </span>
      ),
    },
  ];
}

function Ends({ transfer, transaction }: { transfer: ListedTokenTransfer; transaction: Transaction }) {
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
      <AddressLabel address={transfer.from} part={roleOf(transfer.from, transaction)} />
      <Icon name="arrowRight" className="size-3.5 text-faint" />
      <span className="sr-only">to</span>
      <AddressLabel address={transfer.to} part={roleOf(transfer.to, transaction)} />
    </span>
  );
}
