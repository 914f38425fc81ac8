import { AddressLabel } from '@/components/chain/address';
import { EventName } from '@/components/log/event-name';
import { EventParameters } from '@/components/log/event-parameters';
import { ApiMessage } from '@/components/ui/api-message';
import { Disclosure } from '@/components/ui/disclosure';
import { Markup } from '@/components/ui/markup';
import type { Log } from '@/lib/endpoints/log';
import type { Transaction } from '@/lib/endpoints/transaction';
import { t } from '@/lib/language/t';
import { type AddressNames, type Units, unitOfLog } from '../chain/amount-value';
import { roleOf } from '../transaction/role-of';
import { LogBytes } from './log-bytes';

type Props = {
  logs: readonly Log[];
  transaction: Transaction;
  /** For amounts of fungible tokens. */
  units: Units;
  names: AddressNames;
  lookAlikes: ReadonlySet<string>;
  /** Link to the call that emitted a log. */
  callHref?: ((logIndex: number) => string) | undefined;
};

/** With more logs than these the bytes of unknown events are folded, too. */
const MAX_OPEN = 5;

/** Logs of a transaction in order of emission. */
export function LogList({ logs, transaction, units, names, lookAlikes, callHref }: Props) {
  return (
    <Markup tag="ol" attributes={{ className: 'divide-y divide-line' }}>
      {logs.map((log) => (
        <li key={log.index} id={`log-${log.index}`} className="log">
          <LogHead {...{ log, transaction, units, lookAlikes, callHref }} />
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
              {...{ units, names }}
            />
          )}
          <Disclosure
            title={log.decoded === null ? t('Topics and data') : t('Raw topics and data')}
            aside={describeSize(log)}
            isOpen={log.decoded === null && logs.length <= MAX_OPEN}
          >
            <LogBytes log={log} count={logs.length} />
          </Disclosure>
        </li>
      ))}
    </Markup>
  );
}

function LogHead(props: Omit<Props, 'logs' | 'names'> & { log: Log }) {
  const { log, transaction, units } = props;
  return (
    <div className="log-head">
      <a
        href={`#log-${log.index}`}
        aria-label={t('Log {index}', { index: log.index })}
        className="log-number"
      >
        #{log.index}
      </a>
      <div>
        <AddressLabel
          address={log.address}
          part={roleOf(log.address, transaction)}
          lookAlikes={props.lookAlikes}
        />
        <EventName log={log} unit={unitOfLog(units, log)} />
      </div>
      {props.callHref && (
        <a href={props.callHref(log.index)} className="no-print">
          {t('call')}
        </a>
      )}
    </div>
  );
}

function describeSize(log: Log): string {
  const topics = log.topics.filter((topic) => topic !== null).length;
  return `${t('{count, plural, one {# topic} other {# topics}}', { count: topics })}, ${t('{count, plural, one {# byte} other {# bytes}}', { count: (log.data.length - 2) / 2 })}`;
}
