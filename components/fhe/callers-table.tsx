import { NamedAddress } from '@/components/chain/address';
import { type Column, DataTable } from '@/components/ui/data-table';
import type { FheCaller } from '@/lib/endpoints/fhe-activity';
import { formatTenths, groupDigits } from '@/lib/format/number';
import { msg, t } from '@/lib/language/t';
import { OperationsCount } from './fhe-count';

type Props = {
  callers: readonly FheCaller[];
  /** HCU of which the shares are. */
  total: number;
};

/** Contracts and accounts by the HCU of the operations that they called for. */
export function FheCallersTable({ callers, total }: Props) {
  return (
    <DataTable
      caption={t('Callers of FHE operations, most HCU first')}
      columns={columnsFor(BigInt(total))}
      rows={callers}
      narrow="max-md:grid-cols-[minmax(0,1fr)_auto]"
    />
  );
}

function columnsFor(total: bigint): Column<FheCaller>[] {
  return [
    {
      head: msg('Caller'),
      className: 'max-md:order-1',
      cell: ({ caller }) => <NamedAddress address={caller} />,
    },
    {
      head: msg('Transactions'),
      className: 'md:text-end max-md:hidden',
      cell: ({ transaction_count: count }) => groupDigits(count),
    },
    {
      head: msg('Operations'),
      className: 'md:text-end max-md:order-3',
      cell: ({ operation_count: count }) => <OperationsCount count={count} />,
    },
    {
      head: msg('HCU'),
      className: 'md:text-end max-md:order-4 max-md:justify-self-end',
      cell: ({ total_hcu: hcu }) => <span className="text-soft">{groupDigits(hcu)}</span>,
    },
    {
      head: msg('Share'),
      className: 'md:text-end max-md:order-2 max-md:justify-self-end',
      cell: ({ total_hcu: hcu }) => formatTenths(BigInt(hcu), total),
    },
  ];
}
