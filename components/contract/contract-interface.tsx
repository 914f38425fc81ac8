import { CopyButton } from '@/components/ui/copy-button';
import { Disclosure } from '@/components/ui/disclosure';
import { Panel } from '@/components/ui/panel';
import { ScrollArea } from '@/components/ui/scroll-area';
import type { Contract } from '@/lib/endpoints/contract';
import { describeAbiEntry } from '@/lib/format/abi-entry';
import { countOf, groupDigits } from '@/lib/format/number';
import { displayText } from '@/lib/format/text';

const MAX_ENTRIES = 400;
const MAX_JSON_LENGTH = 60_000;
const GROUPS = [
  ['function', 'Functions'],
  ['event', 'Events'],
  ['error', 'Errors'],
] as const;

/** The ABI: functions, events and errors, then the raw JSON. */
export function ContractInterface({ contract }: { contract: Contract }) {
  const { abi } = contract;
  if (abi === null) return null;
  const json = JSON.stringify(abi);
  return (
    <Panel title="Contract ABI" id="abi" aside={groupDigits(abi.length)}>
      <div className="divide-y divide-line">
        {GROUPS.map(([type, title]) => {
          const entries = abi.filter((entry) => entry.type === type);
          return entries.length > 0 && <Group key={type} title={title} entries={entries} />;
        })}
        <Disclosure title="JSON" aside={countOf(json.length, 'character')}>
          <div className="relative border-t border-line bg-sunken">
            {json.length <= MAX_JSON_LENGTH && (
              <span className="absolute top-2 right-3">
                <CopyButton value={json} what="ABI" />
              </span>
            )}
            <ScrollArea label="ABI as JSON" className="mono wrap-any max-h-80 px-4 py-3 text-xs">
              {displayText(json, MAX_JSON_LENGTH)}
            </ScrollArea>
          </div>
        </Disclosure>
      </div>
    </Panel>
  );
}

function Group({ title, entries }: { title: string; entries: NonNullable<Contract['abi']> }) {
  return (
    <Disclosure title={title} aside={entries.length} isOpen={title === 'Functions'}>
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
