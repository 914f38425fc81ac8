import { Signature } from '@/components/chain/call-parameters';
import { rich } from '@/components/ui/rich';
import type { Log } from '@/lib/endpoints/log';
import { t } from '@/lib/language/t';
import type { Unit } from '../chain/amount-value';

const SELECTOR_DIGITS = 10;

type Props = {
  log: Log;
  /** The unit of the emitter's amounts (`unitOfLog`): a transfer of coin is told in words. */
  unit: Unit | undefined;
};

/** Event of a log; shown as unknown if no ABI matches. */
export function EventName({ log, unit }: Props) {
  if (log.decoded === null) {
    const [topic] = log.topics;
    if (topic == null) return <span className="text-faint">{t('Anonymous event')}</span>;
    return (
      <span className="text-faint" title={topic}>
        {rich('Unknown event {topic}', {
          topic: <span className="mono">{topic.slice(0, SELECTOR_DIGITS)}…</span>,
        })}
      </span>
    );
  }
  const event = (
    <bdi className="mono wrap-any min-w-0 text-base">
      <Signature text={log.decoded.method_call} />
    </bdi>
  );
  if (unit === undefined || 'address_hash' in unit) return event;
  return (
    <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
      {event}
      <span className="text-sm text-soft">
        {rich('transfer of {symbol}', { symbol: <bdi>{unit.coin}</bdi> })}
      </span>
    </span>
  );
}
