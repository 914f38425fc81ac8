import { FilterForm } from '@/components/ui/filter-form';
import type { Log } from '@/lib/endpoints/log';
import { shortenHash } from '@/lib/format/hash';
import { displayText } from '@/lib/format/text';
import { t } from '@/lib/language/t';
import type { List } from '../layout/list-page';

const MAX_OPTIONS = 100;

type Option = Readonly<{ value: string; text: string }>;

/** Filters of a transaction's logs by contract and event; `logs` are those to choose from, without a filter. */
export function LogFilter({ list, logs }: { list: List; logs: readonly Log[] }) {
  const contracts = listOptions(logs, ({ address: { hash, name } }) => ({
    value: hash,
    text: name === null ? shortenHash(hash) : `${displayText(name, 40)} ${shortenHash(hash)}`,
  }));
  const events = listOptions(logs, ({ topics: [topic], decoded }) =>
    topic == null ? undefined : { value: topic, text: nameEvent(topic, decoded?.method_call) },
  );
  const { address, topic } = list.params;
  return (
    <FilterForm
      list={list}
      fields={[
        { name: 'address', label: t('Contract'), options: withAll(t('All contracts'), contracts, address) },
        { name: 'topic', label: t('Event'), options: withAll(t('All events'), events, topic) },
      ]}
    />
  );
}

function nameEvent(topic: string, call: string | undefined): string {
  const name = call?.split('(', 1)[0] ?? '';
  return name === '' ? shortenHash(topic) : displayText(name, 60);
}

/** Each value once, in order of its first log. */
function listOptions(logs: readonly Log[], read: (log: Log) => Option | undefined): Option[] {
  const byValue = new Map<string, Option>();
  for (const log of logs) {
    const option = read(log);
    if (option !== undefined && !byValue.has(option.value)) byValue.set(option.value, option);
  }
  return [...byValue.values()].slice(0, MAX_OPTIONS);
}

/** A value that a link of another page chose: several are separated by commas. */
function nameChosen(chosen: string): string {
  const { length: count } = chosen.split(',');
  return count === 1
    ? shortenHash(chosen)
    : t('{count, plural, one {# event type} other {# event types}}', { count });
}

/** The choices with "all" first, and the chosen one even if no log to choose from has it. */
function withAll(all: string, options: readonly Option[], chosen: string | undefined): Option[] {
  const isKnown =
    chosen === undefined || options.some(({ value }) => value.toLowerCase() === chosen.toLowerCase());
  const missing = isKnown ? [] : [{ value: chosen, text: nameChosen(chosen) }];
  return [{ value: '', text: all }, ...options, ...missing];
}
