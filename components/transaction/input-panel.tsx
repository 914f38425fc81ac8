import { type AddressNames, tokenAt, type Units } from '@/components/chain/amount-value';
import { CallParameters } from '@/components/chain/call-parameters';
import { CopyButton } from '@/components/ui/copy-button';
import { Disclosure } from '@/components/ui/disclosure';
import { Panel } from '@/components/ui/panel';
import { ScrollArea } from '@/components/ui/scroll-area';
import type { Transaction } from '@/lib/endpoints/transaction';
import { displayText, readableText } from '@/lib/format/text';
import { msg, t } from '@/lib/language/t';
import { inputLines } from './input-lines';
import { listDecodedBytes } from './list-decoded-bytes';
import { NestedCalls } from './nested-calls';

const MAX_INPUT_LENGTH = 4_096;
const MAX_OPEN_LENGTH = 1_024;
const RAW_INPUT = 'raw_input';
const MAX_MESSAGE_LENGTH = 1_000;

/** Source of the ABI. */
const SOURCES = {
  none: msg('ABI unknown'),
  contract: msg('Decoded with the contract’s ABI'),
  known: undefined,
  guess: msg('ABI unknown, guessed from the function selector'),
} as const;

type Props = {
  transaction: Transaction;
  /** For amounts of fungible tokens and the coin. */
  units: Units;
  names: AddressNames;
};

/** Decoded call if the ABI is known, and the raw input. */
export function InputPanel({ transaction, units, names }: Props) {
  const { raw_input: input, decoded_input: decoded, decoded_input_source: source } = transaction;
  if (input === '0x') return null;
  const isCreation = transaction.to === null;
  const origin = SOURCES[decoded === null ? 'none' : (source ?? 'known')];
  return (
    <Panel
      title={isCreation ? t('Contract creation code') : t('Input data')}
      id="input"
      aside={isCreation || origin === undefined ? undefined : t(origin)}
    >
      {decoded !== null && (
        <CallParameters
          call={decoded}
          inputs={transaction.declared_inputs}
          token={tokenAt(units, transaction.to?.hash ?? '')}
          {...{ units, names }}
          decoded={listDecodedBytes(transaction.nested_calls)}
        />
      )}
      <OtherGuesses calls={transaction.other_decoded_inputs} names={names} />
      <NestedCalls
        calls={transaction.nested_calls}
        count={transaction.nested_calls_count}
        {...{ units, names }}
      />
      {decoded === null && !isCreation && <Message input={input} />}
      <Bytes title={t('Raw bytes')} bytes={input} field={RAW_INPUT} isOpen={decoded === null} />
    </Panel>
  );
}

/** Other guesses for a call, folded. */
function OtherGuesses({ calls, names }: { calls: Transaction['other_decoded_inputs']; names: AddressNames }) {
  if (calls.length === 0) return null;
  return (
    <Disclosure
      title={t('Other functions matching the input')}
      aside={t('{count, plural, one {# function} other {# functions}}', { count: calls.length })}
    >
      {calls.map((call, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: their order is their only identity
        <CallParameters key={index} call={call} inputs={null} names={names} />
      ))}
    </Disclosure>
  );
}

/** The input as text, if it is readable UTF-8. */
function Message({ input }: { input: string }) {
  const text = readableText(input);
  if (text === undefined) return null;
  return (
    <p className="wrap-any border-b border-line px-4 py-2.5">
      <span className="label me-3">{t('As text')}</span>
      <bdi>{displayText(text, MAX_MESSAGE_LENGTH)}</bdi>
    </p>
  );
}

type BytesProps = {
  title: string;
  bytes: string;
  /** The field of the API that has all of them. */
  field: string;
  /** Open only if they are few. */
  isOpen?: boolean;
};

/** Bytes as hex behind their title. */
export function Bytes({ title, bytes, field, isOpen = false }: BytesProps) {
  return (
    <Disclosure
      title={title}
      aside={t('{count, plural, one {# byte} other {# bytes}}', { count: (bytes.length - 2) / 2 })}
      isOpen={isOpen && bytes.length <= MAX_OPEN_LENGTH}
    >
      <RawBytes input={bytes} label={title} field={field} />
    </Disclosure>
  );
}

function RawBytes({ input, label, field }: { input: string; label: string; field: string }) {
  const isCut = input.length > MAX_INPUT_LENGTH + 2;
  return (
    <div className="flex gap-2 border-t border-line px-4 py-3">
      <ScrollArea label={label} className="mono wrap-any max-h-80 min-w-0 flex-1 text-sm text-soft">
        <span className="whitespace-pre-wrap">
          {isCut ? `${input.slice(0, MAX_INPUT_LENGTH + 2)}…` : inputLines(input)}
        </span>
        {isCut && (
          <p className="mt-2 font-sans text-faint">
            {t(
              '{count, plural, one {# more byte} other {# more bytes}}. The API returns all of them in {field}.',
              { count: (input.length - MAX_INPUT_LENGTH - 2) / 2, field },
            )}
          </p>
        )}
      </ScrollArea>
      {!isCut && <CopyButton value={input} what={field === RAW_INPUT ? t('raw input') : label} />}
    </div>
  );
}
