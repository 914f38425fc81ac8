import { Fragment } from 'react';
import type { CallFrame } from '@/lib/endpoints/call-tree';
import { shortenHash } from '@/lib/format/hash';
import { groupDigits } from '@/lib/format/number';
import { displayText } from '@/lib/format/text';
import { t } from '@/lib/language/t';

type Parameters = NonNullable<CallFrame['results']>;
type Value = Parameters[number]['value'];

const MAX_SHOWN = 6;
const MAX_ITEMS = 3;
const MAX_LENGTH = 40;
const MAX_DEPTH = 2;
/** The largest integer, which stands for "no limit". */
const UNLIMITED = String(2n ** 256n - 1n);

/** Decoded values in one line: names, short addresses and bytes, grouped numbers. Few elements, as pages have many. */
export function InlineValues({ values, chainId }: { values: Parameters; chainId: string }) {
  const rest = values.length - MAX_SHOWN;
  return (
    <>
      {values.slice(0, MAX_SHOWN).map(({ name, type, value }, index) => {
        const label = `${index > 0 ? ', ' : ''}${name === '' ? '' : `${displayText(name, 24)}: `}`;
        const isAddress = type === 'address' && typeof value === 'string';
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: parameters may share a name; their order is fixed
          <Fragment key={index}>
            {label !== '' && <i>{label}</i>}
            {isAddress ? (
              <a href={`/${chainId}/address/${value}`} data-same={value.toLowerCase()}>
                {shortenHash(value)}
              </a>
            ) : (
              shorten(value, type, 0)
            )}
          </Fragment>
        );
      })}
      {rest > 0 && `, ${t('… {count} more', { count: rest })}`}
    </>
  );
}

/** A decoded value in a few words. */
function shorten(value: Value, type: string, depth: number): string {
  if (typeof value === 'string') return shortenText(value, type);
  if (value.length === 0) return '[]';
  if (depth >= MAX_DEPTH)
    return t('[{count, plural, one {# value} other {# values}}]', { count: value.length });
  const inner = type.replace(/\[\d*\]$/, '');
  const items = value.slice(0, MAX_ITEMS).map((item) => shorten(item, inner, depth + 1));
  const rest = value.length - MAX_ITEMS;
  return `[${items.join(', ')}${rest > 0 ? `, ${t('… {count} more', { count: rest })}` : ''}]`;
}

function shortenText(value: string, type: string): string {
  if (value === UNLIMITED) return '2²⁵⁶ − 1';
  if (/^-?\d+$/.test(value)) return value.length > MAX_LENGTH ? `${value.slice(0, 20)}…` : groupDigits(value);
  if (/^0x[0-9a-fA-F]*$/.test(value)) {
    const bytes = (value.length - 2) / 2;
    return bytes <= 20
      ? shortenHash(value)
      : t('{start}… ({bytes} bytes)', { start: value.slice(0, 10), bytes: groupDigits(bytes) });
  }
  const text = displayText(value, MAX_LENGTH);
  return type === 'string' ? `“${text}”` : text;
}
