import { Panel } from '@/components/ui/panel';
import type { GuessedEvent } from '@/lib/evm/guess-events';
import { describeAbiEntry } from '@/lib/format/abi-entry';
import { groupDigits } from '@/lib/format/number';
import { displayText } from '@/lib/format/text';
import { t } from '@/lib/language/t';

/** Known events whose topics are in the code of a contract without ABI. */
export function GuessedEvents({ guessed }: { guessed: readonly GuessedEvent[] }) {
  if (guessed.length === 0) return null;
  return (
    <Panel
      title={t('Events derived from the bytecode')}
      id="guessed-events"
      aside={groupDigits(guessed.length)}
    >
      <p className="border-b border-line px-4 py-2 text-sm text-soft">
        {t('The topics of these known events are constants of the code. Others may be unknown.')}
      </p>
      <ul className="flex flex-col gap-1 px-4 py-3 text-xs">
        {guessed.map(({ topic, event }) => (
          <li key={topic} className="mono wrap-any flex flex-wrap gap-x-3">
            <span className="text-faint">{topic.slice(0, 10)}…</span>
            <bdi>{displayText(describeAbiEntry({ ...event }), 200)}</bdi>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
