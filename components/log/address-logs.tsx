import { Age } from '@/components/chain/age';
import { BlockLink } from '@/components/chain/block-link';
import { EventName } from '@/components/log/event-name';
import { EventParameters } from '@/components/log/event-parameters';
import { LogBytes } from '@/components/log/log-bytes';
import { logHref } from '@/components/log/log-href';
import { Disclosure } from '@/components/ui/disclosure';
import { Markup } from '@/components/ui/markup';
import type { Log } from '@/lib/endpoints/log';
import { shortenHash } from '@/lib/format/hash';
import { t } from '@/lib/language/t';

/** Logs of one contract, with event, transaction and parameters. */
export function AddressLogs({ logs, chainId }: { logs: readonly Log[]; chainId: string }) {
  return (
    <Markup tag="ol" attributes={{ className: 'divide-y divide-line' }}>
      {logs.map((log) => (
        <li key={`${log.block_number} ${log.index}`}>
          <LogHead log={log} chainId={chainId} />
          {log.decoded !== null && <EventParameters decoded={log.decoded} inputs={log.declared_inputs} />}
          <Disclosure title={log.decoded === null ? t('Topics and data') : t('Raw topics and data')}>
            <LogBytes log={log} count={logs.length} />
          </Disclosure>
        </li>
      ))}
    </Markup>
  );
}

function LogHead({ log, chainId }: { log: Log; chainId: string }) {
  const href = logHref(
    chainId,
    { hash: log.transaction_hash, block_number: log.block_number, logs_count: null },
    log.index,
  );
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 px-4 pt-3 pb-2">
      <EventName log={log} />
      <p className="flex flex-wrap items-baseline gap-x-3 text-sm text-soft">
        <a href={href} className="mono" title={log.transaction_hash}>
          {shortenHash(log.transaction_hash)}
        </a>
        <BlockLink height={log.block_number} />
        {log.block_timestamp !== null && <Age timestamp={log.block_timestamp} />}
      </p>
    </div>
  );
}
