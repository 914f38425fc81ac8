import { CopyButton } from '@/components/ui/copy-button';
import { ScrollArea } from '@/components/ui/scroll-area';
import type { Log } from '@/lib/endpoints/log';
import { countOf } from '@/lib/format/number';

const WORD_DIGITS = 64;
const MAX_WORDS = 32;
/** Longer texts get no copy button, which would embed them twice. */
const MAX_COPY_LENGTH = 16_384;

/** Raw topics and data of a log, the data in 32-byte words. */
export function LogBytes({ log }: { log: Log }) {
  return (
    <dl className="grid gap-x-4 gap-y-1 px-4 pt-1 pb-3 text-sm sm:grid-cols-[3.5rem_minmax(0,1fr)]">
      {log.topics.map(
        (topic, index) =>
          topic !== null && (
            // biome-ignore lint/suspicious/noArrayIndexKey: a topic is identified by its index
            <div key={index} className="contents">
              <dt className="text-faint">topic {index}</dt>
              <dd className="flex min-w-0 items-start gap-1">
                <code className="mono wrap-any text-soft" data-same={topic}>
                  {topic}
                </code>
              </dd>
            </div>
          ),
      )}
      <dt className="text-faint">data</dt>
      <dd className="min-w-0">
        <Data log={log} />
      </dd>
    </dl>
  );
}

function Data({ log }: { log: Log }) {
  const digits = log.data.slice(2);
  if (digits === '') return <span className="text-faint">none</span>;
  const words = digits.slice(0, MAX_WORDS * WORD_DIGITS).match(/.{1,64}/g) ?? [];
  const rest = digits.length / 2 - (MAX_WORDS * WORD_DIGITS) / 2;
  return (
    <div className="flex items-start gap-1">
      <ScrollArea label={`Data of log ${log.index}`} className="max-h-64 min-w-0 flex-1">
        <ol className="mono text-soft">
          {words.map((word, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a word is identified by its index
            <li key={index} className="grid grid-cols-[2.5rem_minmax(0,1fr)]">
              <span className="text-faint select-none">{(index * 32).toString(16).padStart(3, '0')}</span>
              <span className="wrap-any">{word}</span>
            </li>
          ))}
        </ol>
        {rest > 0 && (
          <p className="mt-1 text-faint">
            {countOf(rest, 'more byte')}. The API returns all of them in data.
          </p>
        )}
      </ScrollArea>
      {log.data.length <= MAX_COPY_LENGTH && (
        <CopyButton value={log.data} what={`data of log ${log.index}`} />
      )}
    </div>
  );
}
