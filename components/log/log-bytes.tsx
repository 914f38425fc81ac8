import { CopyButton } from '@/components/ui/copy-button';
import { rich } from '@/components/ui/rich';
import { ScrollArea } from '@/components/ui/scroll-area';
import type { Log } from '@/lib/endpoints/log';
import { t } from '@/lib/language/t';

const WORD_DIGITS = 64;
const WORD_BYTES = 32;
/** Words of all logs of a page together, so that a page of large logs has a bounded size. */
const MAX_PAGE_WORDS = 200;
const MAX_WORDS = 32;

/** Raw topics and data of one of `count` logs, the data in 32-byte words. */
export function LogBytes({ log, count }: { log: Log; count: number }) {
  return (
    <dl className="log-bytes">
      {log.topics.map(
        (topic, index) =>
          topic !== null && (
            // biome-ignore lint/suspicious/noArrayIndexKey: a topic is identified by its index
            <div key={index}>
              <dt>{rich('topic {index}', { index })}</dt>
              <dd className="topic" data-same={index === 0 ? undefined : ''}>
                {topic}
              </dd>
            </div>
          ),
      )}
      <dt>{t('data')}</dt>
      <dd>
        <Data log={log} maxWords={Math.min(MAX_WORDS, Math.ceil(MAX_PAGE_WORDS / count))} />
      </dd>
    </dl>
  );
}

function Data({ log, maxWords }: { log: Log; maxWords: number }) {
  const digits = log.data.slice(2);
  if (digits === '') return <span className="text-faint">{t('none')}</span>;
  const words = digits.slice(0, maxWords * WORD_DIGITS).match(/.{1,64}/g) ?? [];
  const rest = digits.length / 2 - (maxWords * WORD_DIGITS) / 2;
  return (
    <div className="log-data">
      <ScrollArea label={t('Data of log {index}', { index: log.index })} className="words">
        <code>
          {words
            .map((word, index) => `${(index * WORD_BYTES).toString(16).padStart(3, '0')} ${word}`)
            .join('\n')}
        </code>
        {rest > 0 && (
          <p className="mt-1 text-faint">
            {t(
              '{count, plural, one {# more byte} other {# more bytes}}. The API returns all of them in data.',
              { count: rest },
            )}
          </p>
        )}
      </ScrollArea>
      {rest <= 0 && <CopyButton value={log.data} what={t('data of log {index}', { index: log.index })} />}
    </div>
  );
}
