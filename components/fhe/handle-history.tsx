import { NamedAddress } from '@/components/chain/address';
import { Age } from '@/components/chain/age';
import { BlockLink } from '@/components/chain/block-link';
import { TransactionLink } from '@/components/chain/transaction-link';
import { type Column, DataTable } from '@/components/ui/data-table';
import { rich } from '@/components/ui/rich';
import type { FheHandleEvent } from '@/lib/endpoints/fhe-handle';
import { formatFheOperation } from '@/lib/fhe/names';
import { displayText } from '@/lib/format/text';
import { msg, t } from '@/lib/language/t';
import { HANDLE_EVENTS } from './handle-event-words';
import { HandleLink } from './handle-link';

/** The logs in the life of a handle. */
export function HandleHistory({ events }: { events: readonly FheHandleEvent[] }) {
  return (
    <DataTable
      caption={t('Logs that name the handle, newest first')}
      columns={COLUMNS}
      rows={events}
      narrow="max-md:grid-cols-[minmax(0,1fr)_auto]"
    />
  );
}

const COLUMNS: readonly Column<FheHandleEvent>[] = [
  { head: msg('What happened'), className: 'max-md:col-span-2', cell: (event) => <What event={event} /> },
  {
    head: msg('Contract'),
    className: 'md:w-60 max-md:hidden',
    cell: ({ contract, caller, role }) => (
      <NamedAddress address={role === 'event' ? contract : (caller ?? contract)} />
    ),
  },
  {
    head: msg('Transaction'),
    className: 'md:w-40',
    cell: ({ transaction_hash: hash }) => <TransactionLink hash={hash} />,
  },
  {
    head: msg('Block'),
    className: 'md:w-28',
    cell: ({ block_number: height }) => <BlockLink height={height} />,
  },
  { head: msg('Age'), className: 'md:w-36', cell: ({ timestamp }) => <Age timestamp={timestamp} /> },
];

function What({ event }: { event: FheHandleEvent }) {
  const operation = <code className="mono">{formatFheOperation(event.event)}</code>;
  if (event.role === 'result') return rich('computed by {operation}', { operation });
  if (event.role === 'operand')
    return rich('used by {operation} for {result}', {
      operation,
      result: event.result === null ? '–' : <HandleLink handle={event.result} />,
    });
  const { account, from, to } = event;
  if (account !== null)
    return rich('access granted to {account}', { account: <NamedAddress address={account} /> });
  if (from !== null && to !== null)
    return rich('transferred from {from} to {to}', {
      from: <NamedAddress address={from} />,
      to: <NamedAddress address={to} />,
    });
  const words = HANDLE_EVENTS[event.event];
  return words === undefined ? displayText(event.event, 60) : t(words);
}
