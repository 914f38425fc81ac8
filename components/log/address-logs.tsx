import { use } from 'react';
import { Age } from '@/components/chain/age';
import { BlockLink } from '@/components/chain/block-link';
import { readCoin } from '@/components/chain/coin-unit';
import { EventName } from '@/components/log/event-name';
import { EventParameters } from '@/components/log/event-parameters';
import { LogBytes } from '@/components/log/log-bytes';
import { logHref } from '@/components/log/log-href';
import { ApiMessage } from '@/components/ui/api-message';
import { Disclosure } from '@/components/ui/disclosure';
import { Markup } from '@/components/ui/markup';
import type { Log } from '@/lib/endpoints/log';
import { shortenHash } from '@/lib/format/hash';
import { t } from '@/lib/language/t';
import { type AddressNames, toUnits, type Unit, unitOfLog } from '../chain/amount-value';

type Props = { logs: readonly Log[]; names: AddressNames; chain: { id: string; symbol: string } };

/** Logs of one contract, with event, transaction and parameters; those of coin transfers in the coin. */
export function AddressLogs({ logs, names, chain }: Props) {
  const units = toUnits(new Map(), use(readCoin(chain.symbol)));
  return (
    <Markup tag="ol" attributes={{ className: 'divide-y divide-line' }}>
      {logs.map((log) => (
        <li key={`${log.block_number} ${log.index}`}>
          <LogHead log={log} chainId={chain.id} unit={unitOfLog(units, log)} />
          {log.explanation !== null && (
            <p className="px-4 pb-2 text-sm text-soft">
              <ApiMessage of={log.explanation} />
            </p>
          )}
          {log.decoded !== null && (
            <EventParameters
              decoded={log.decoded}
              inputs={log.declared_inputs}
              token={unitOfLog(units, log)}
              names={names}
            />
          )}
          <Disclosure title={log.decoded === null ? t('Topics and data') : t('Raw topics and data')}>
            <LogBytes log={log} count={logs.length} />
          </Disclosure>
        </li>
      ))}
    </Markup>
  );
}

function LogHead({ log, chainId, unit }: { log: Log; chainId: string; unit: Unit | undefined }) {
  const href = logHref(
    chainId,
    { hash: log.transaction_hash, block_number: log.block_number, logs_count: null },
    log.index,
  );
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 px-4 pt-3 pb-2">
      <EventName log={log} unit={unit} />
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
