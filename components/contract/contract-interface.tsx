import { CopyButton } from '@/components/ui/copy-button';
import { Disclosure } from '@/components/ui/disclosure';
import { Panel } from '@/components/ui/panel';
import { ScrollArea } from '@/components/ui/scroll-area';
import type { Contract } from '@/lib/endpoints/contract';
import { describeAbiEntry } from '@/lib/format/abi-entry';
import { groupDigits } from '@/lib/format/number';
import { displayText } from '@/lib/format/text';
import { msg, t } from '@/lib/language/t';

const MAX_ENTRIES = 400;
const MAX_JSON_LENGTH = 60_000;
const GROUPS = [
  ['function', msg('Functions')],
  ['event', msg('Events')],
  ['error', msg('Errors')],
] as const;

/** The ABI: functions, events and errors, then the raw JSON. */
export function ContractInterface({ contract }: { contract: Contract }) {
  const { abi } = contract;
  if (abi === null) return null;
  const json = JSON.stringify(abi);
  return (
    <Panel title={t('Contract ABI')} id="abi" aside={groupDigits(abi.length)}>
      <div className="divide-y divide-line">
        {GROUPS.map(([type, title]) => {
          const entries = abi.filter((entry) => entry.type === type);
          return (
            entries.length > 0 && (
              <Group key={type} title={t(title)} entries={entries} isOpen={type === 'function'} />
            )
          );
        })}
        <Disclosure
          title={t('JSON')}
          aside={t('{count, plural, one {# character} other {# characters}}', { count: json.length })}
        >
          <div className="relative border-t border-line bg-sunken">
            {json.length <= MAX_JSON_LENGTH && (
              <span className="absolute top-2 end-3">
                <CopyButton value={json} what={t('ABI')} />
              </span>
            )}
            <ScrollArea label={t('ABI as JSON')} className="mono wrap-any max-h-80 px-4 py-3 text-xs">
              {displayText(json, MAX_JSON_LENGTH)}
            </ScrollArea>
          </div>
        </Disclosure>
      </div>
    </Panel>
  );
}

type GroupProps = { title: string; entries: NonNullable<Contract['abi']>; isOpen: boolean };

function Group({ title, entries, isOpen }: GroupProps) {
  return (
    <Disclosure title={title} aside={entries.length} isOpen={isOpen}>
      <ul className="mono flex flex-col gap-1 border-t border-line px-4 py-3 text-xs">
        {entries.slice(0, MAX_ENTRIES).map((entry, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries may be equal; their order is fixed
          <li key={at} className="wrap-any">
            <bdi>{displayText(describeAbiEntry(entry), 400)}</bdi>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
