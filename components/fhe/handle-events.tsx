import { NamedAddress } from '@/components/chain/address';
import { ApiMessage } from '@/components/ui/api-message';
import { type Column, DataTable } from '@/components/ui/data-table';
import { Panel } from '@/components/ui/panel';
import type { Log } from '@/lib/endpoints/log';
import type { HandleEvent as Read } from '@/lib/fhe/read-handle-events';
import { groupDigits } from '@/lib/format/number';
import { msg, t } from '@/lib/language/t';
import { HANDLE_EVENTS } from './handle-event-words';
import { HandleLink } from './handle-link';

const MAX_ROWS = 50;
const MAX_HANDLES = 6;

type HandleEvent = Read<Log>;
type Props = {
  events: readonly HandleEvent[];
  /** There are more logs than the page reads. */
  isPart: boolean;
  lookAlikes: ReadonlySet<string>;
  logHref: (logIndex: number) => string;
};

/** What a transaction did with encrypted values besides computing: who may decrypt them now, and what became known. */
export function HandleEvents({ events, isPart, lookAlikes, logHref }: Props) {
  const columns: readonly Column<HandleEvent>[] = [
    WHAT,
    HANDLES,
    {
      head: msg('Contract'),
      className: 'md:w-60 lg:w-80',
      cell: ({ log }) => <NamedAddress address={log.address} lookAlikes={lookAlikes} />,
    },
    {
      head: msg('Log'),
      className: 'md:w-20 max-md:justify-self-end',
      cell: ({ log }) => <a href={logHref(log.index)}>#{groupDigits(log.index)}</a>,
    },
  ];
  return (
    <Panel title={t('What it did with encrypted values')} id="values" aside={t('no operation on them')}>
      <DataTable
        caption={t('What the transaction did with encrypted values, in the order of its logs')}
        columns={columns}
        rows={events.slice(0, MAX_ROWS)}
        narrow="max-md:grid-cols-[minmax(0,1fr)_auto]"
      />
      <p className="border-t border-line px-4 py-2 text-xs text-faint">
        {(isPart || events.length > MAX_ROWS) && `${t('There is more in the logs of the transaction.')} `}
        {t(
          'Host contracts of fhEVM log what has effect; what another contract logs of a value is its own word.',
        )}
      </p>
    </Panel>
  );
}

const WHAT: Column<HandleEvent> = {
  head: msg('What happened'),
  className: 'max-md:col-span-2',
  cell: ({ log, event }) => <What event={event} explanation={log.explanation} />,
};

function What({ event, explanation }: Pick<HandleEvent, 'event'> & Pick<Log, 'explanation'>) {
  if (explanation !== null) return <ApiMessage of={explanation} />;
  const words = event === null ? undefined : HANDLE_EVENTS[event];
  return (
    <span className="inline-block first-letter:uppercase">{words === undefined ? event : t(words)}</span>
  );
}

const HANDLES: Column<HandleEvent> = {
  head: msg('Encrypted values'),
  className: 'md:w-56 max-md:col-span-2',
  cell: ({ handles }) => (
    <span className="flex flex-wrap gap-x-3">
      {handles.slice(0, MAX_HANDLES).map((handle) => (
        <HandleLink key={handle} handle={handle} />
      ))}
      {handles.length > MAX_HANDLES &&
        t('and {count} more', { count: groupDigits(handles.length - MAX_HANDLES) })}
    </span>
  ),
};
