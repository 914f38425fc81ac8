import type { ReactNode } from 'react';
import { CopyButton } from '@/components/ui/copy-button';
import { Panel } from '@/components/ui/panel';
import { ScrollArea } from '@/components/ui/scroll-area';
import type { Transaction } from '@/lib/endpoints/transaction';
import { decodeUtf8, displayText } from '@/lib/format/text';
import { t } from '@/lib/language/t';

const MAX_DIGITS = 65_536;
const MAX_CHARACTERS = 16_384;
/** Longer texts get no copy button, which would embed them twice. */
const MAX_COPY_LENGTH = 16_384;

/** Input of a transaction as hex and as UTF-8 text. */
export function RawInputPanel({ transaction }: { transaction: Transaction }) {
  const { raw_input: input } = transaction;
  const size = (input.length - 2) / 2;
  return (
    <Panel
      title={t('Raw input')}
      id="raw-input"
      aside={t('{count, plural, one {# byte} other {# bytes}}', { count: size })}
    >
      {size === 0 ? (
        <p className="px-4 py-3 text-sm text-soft">{t('No input data.')}</p>
      ) : (
        <div className="grid gap-px overflow-hidden rounded-b-md bg-line lg:grid-cols-2">
          <Bytes label={t('Hex')} copied={input}>
            {input.slice(0, MAX_DIGITS + 2)}
            {input.length > MAX_DIGITS + 2 && '…'}
          </Bytes>
          <Bytes label={t('UTF-8')} copied={undefined}>
            <bdi>{readAsText(input)}</bdi>
          </Bytes>
        </div>
      )}
      {input.length > MAX_DIGITS + 2 && (
        <p className="border-t border-line px-4 py-2 text-xs text-faint">
          {t(
            'The first {count, plural, one {# byte} other {# bytes}}. The API returns all of them in raw_input.',
            { count: MAX_DIGITS / 2 },
          )}
        </p>
      )}
    </Panel>
  );
}

/** Control characters are shown as a dot. */
function readAsText(input: string): string {
  const text = displayText(decodeUtf8(input, MAX_CHARACTERS), MAX_CHARACTERS);
  return text.replace(/[\u2400-\u241f\u2421\ufffd]/g, '·');
}

function Bytes(props: { label: string; copied: string | undefined; children: ReactNode }) {
  return (
    <div className="min-w-0 bg-surface px-4 py-3">
      <div className="mb-1.5 flex min-h-6 items-center justify-between">
        <h3 className="label font-medium">{props.label}</h3>
        {props.copied !== undefined && props.copied.length <= MAX_COPY_LENGTH && (
          <CopyButton value={props.copied} what={t('raw input')} />
        )}
      </div>
      <ScrollArea
        label={t('Raw input as {label}', { label: props.label })}
        className="mono wrap-any max-h-80 text-sm text-soft"
      >
        {props.children}
      </ScrollArea>
    </div>
  );
}
