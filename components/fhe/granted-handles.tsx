import { Age } from '@/components/chain/age';
import { TransactionLink } from '@/components/chain/transaction-link';
import { type Column, DataTable } from '@/components/ui/data-table';
import type { FheGrantedHandle } from '@/lib/endpoints/fhe-access';
import { formatFheType } from '@/lib/fhe/names';
import { msg, t } from '@/lib/language/t';
import { GrantedBy } from './granted-by';
import { HandleLink } from './handle-link';

/** Encrypted values that an address may decrypt. */
export function GrantedHandles({ handles }: { handles: readonly FheGrantedHandle[] }) {
  return (
    <DataTable
      caption={t('Encrypted values that this address may decrypt, newest first')}
      columns={COLUMNS}
      rows={handles}
      narrow="max-md:grid-cols-[minmax(0,1fr)_auto]"
    />
  );
}

const COLUMNS: readonly Column<FheGrantedHandle>[] = [
  { head: msg('Handle'), className: 'md:w-80', cell: ({ handle }) => <HandleLink handle={handle} /> },
  {
    head: msg('Type'),
    className: 'md:w-28',
    cell: ({ fhe_type: type }) => <code className="mono">{formatFheType(type)}</code>,
  },
  {
    head: msg('Granted by'),
    className: 'max-md:col-span-2',
    cell: ({ caller }) => <GrantedBy caller={caller} />,
  },
  { head: msg('Since'), className: 'md:w-36', cell: ({ timestamp }) => <Age timestamp={timestamp} /> },
  {
    head: msg('Transaction'),
    className: 'md:w-40',
    cell: ({ transaction_hash: hash }) => <TransactionLink hash={hash} />,
  },
];
