import { readHeight } from './height';

/** Parameters of the API that a field of a form stands for; undefined if its text is not valid. */
export type ReadField = (text: string) => Readonly<Record<string, string>> | undefined;

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const COINS = /^(\d{1,60}|\d{1,3}(?:,\d{3}){1,19})(?:\.(\d{1,18}))?$/;
const DECIMALS = 18;

/** A day (`2026-11-20`) or a block number (`17,686,110`, `17.686.110`, `#5`). */
export function readDayOrHeight(text: string): { day: string } | { height: string } | undefined {
  if (DAY.test(text)) {
    const moment = Date.parse(`${text}T00:00:00Z`);
    // `Date.parse` accepts February 30.
    return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(text)
      ? { day: text }
      : undefined;
  }
  const height = readHeight(text);
  return height === undefined ? undefined : { height: String(height) };
}

/** An amount of the native coin, as in "1.5" or "1,000", in wei: URLs mean the same in every language. */
export function readCoins(text: string): string | undefined {
  const [, whole, fraction = ''] = COINS.exec(text) ?? [];
  const digits = whole?.replaceAll(',', '');
  return digits === undefined ? undefined : BigInt(`${digits}${fraction.padEnd(DECIMALS, '0')}`).toString();
}

function spanField(end: 'from' | 'to'): ReadField {
  return (text) => {
    const read = readDayOrHeight(text);
    if (read === undefined) return undefined;
    return 'day' in read ? { [`${end}_period`]: read.day } : { [`${end}_block`]: read.height };
  };
}

/** `from` and `to` of a list's form: each a day or a block. */
export const SPAN_FIELDS = { from: spanField('from'), to: spanField('to') } as const;

/** `value` of a list's form: the least amount of the native coin. */
export const VALUE_FIELD = {
  value: (text: string) => {
    const wei = readCoins(text);
    return wei === undefined ? undefined : { min_value: wei };
  },
} as const;

/** The API parameters of a form's fields, the texts of filled ones, and the names of invalid ones. */
export function readFields(
  fields: Readonly<Record<string, ReadField>>,
  given: Readonly<Record<string, string | string[] | undefined>>,
) {
  const texts = Object.keys(fields).flatMap((name) => {
    const text = given[name];
    return typeof text === 'string' && text.trim() !== '' ? [[name, text.trim()] as const] : [];
  });
  const read = texts.map(([name, text]) => ({ name, text, parameters: fields[name]?.(text) }));
  const valid = read.filter(({ parameters }) => parameters !== undefined);
  return {
    parameters: Object.fromEntries(valid.flatMap(({ parameters }) => Object.entries(parameters ?? {}))),
    texts: Object.fromEntries(valid.map(({ name, text }) => [name, text])),
    rejected: read.filter(({ parameters }) => parameters === undefined),
  };
}

const METHOD = /^(0x[0-9a-fA-F]{8}|[A-Za-z_$][\w$]{0,63})$/;
const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/** A field with an address, which the API has as a parameter of this name. */
export function addressField(name: string): ReadField {
  return (text) => (ADDRESS.test(text) ? { [name]: text } : undefined);
}

/** `method` and `counterparty` of a list's form. */
export const CALL_FIELDS = {
  method: (text: string) => (METHOD.test(text) ? { method: text } : undefined),
  counterparty: addressField('counterparty'),
} as const;
