import { z } from 'zod';
import { TOKEN_TYPES, typesWith } from '@/lib/evm/token-standards';
import { ADDRESS_HASH, HASH } from './formats';

/** The 422 detail of a mismatch, as upstream words it. */
export const expected = (pattern: RegExp) => ({ error: `Invalid format. Expected ~r/${pattern.source}/` });

/** A transaction hash in a path or query. */
export const hashParam = z
  .string()
  .regex(HASH, expected(HASH))
  .meta({ description: '32 bytes as hex, upper or lower case.' });
const ADDRESSES = /^0x[0-9a-fA-F]{40}(,0x[0-9a-fA-F]{40}){0,49}$/;
const TOPICS = /^0x[0-9a-fA-F]{64}(,0x[0-9a-fA-F]{64}){0,7}$/;
/** First topics of logs in a query. */
export const topicsParam = z
  .string()
  .regex(TOPICS, expected(TOPICS))
  .transform((text) => text.split(','))
  .meta({ description: 'Only logs with one of these first topics, comma-separated, up to eight.' });
/** Several addresses in a query. */
export const addressesParam = z
  .string()
  .regex(ADDRESSES, expected(ADDRESSES))
  .transform((text) => text.split(','));
const WATCHED = /^0x[0-9a-fA-F]{40}:[0-9]{1,15}(,0x[0-9a-fA-F]{40}:[0-9]{1,15}){0,49}$/;
/** Addresses, each with a block number. */
export const watchedParam = z
  .string()
  .regex(WATCHED, expected(WATCHED))
  .transform((text) =>
    text.split(',').map((one) => ({ address: one.slice(0, 42), block: Number(one.slice(43)) })),
  );
/** An address in a path or query. */
export const addressParam = z
  .string()
  .regex(ADDRESS_HASH, expected(ADDRESS_HASH))
  .meta({ description: '20 bytes as hex, upper or lower case; a checksum is not verified.' });
/** A timestamp in a query, ISO 8601 with any offset, parsed to Unix milliseconds. */
export const timestampParam = z.iso
  .datetime({ offset: true, error: 'Invalid format. Expected :"date-time"' })
  .transform((text) => Date.parse(text));

/** An integer within inclusive bounds, parsed to bigint because clients may send any length. */
export function integerParam(bounds: { minimum?: number; maximum?: number } = {}) {
  const number = z.string().transform((text, context) => {
    const problem = /^[+-]?\d+$/.test(text)
      ? outOfBounds(BigInt(text), bounds)
      : 'Invalid integer. Got: string';
    if (problem === undefined) return BigInt(text);
    context.issues.push({ code: 'custom', message: problem, input: text });
    return z.NEVER;
  });
  return number.meta({ override: { type: 'integer', ...bounds } });
}

function outOfBounds(value: bigint, bounds: { minimum?: number; maximum?: number }): string | undefined {
  if (bounds.minimum !== undefined && value < BigInt(bounds.minimum))
    return `${value} is smaller than inclusive minimum ${bounds.minimum}`;
  if (bounds.maximum !== undefined && value > BigInt(bounds.maximum))
    return `${value} is larger than inclusive maximum ${bounds.maximum}`;
  return undefined;
}

/** An enum in a query. */
export function enumParam<const T extends readonly [string, ...string[]]>(words: T) {
  return z.enum(words, { error: 'Invalid value for enum' });
}

/** A comma-separated list of enum values, each once; empty text is an empty list. */
export function enumListParam<const T extends readonly [string, ...string[]]>(words: T) {
  const word = z.enum(words, { error: 'Invalid value for enum' });
  return z
    .string()
    .transform((text) => (text === '' ? [] : [...new Set(text.split(','))]))
    .pipe(z.array(word))
    .meta({ override: { type: 'string', examples: [words.join(',')] } });
}

/** Filters a list by direction, seen from an address. */
export const directionParam = enumParam(['to', 'from'])
  .optional()
  .meta({ description: 'Only incoming (`to`) or only outgoing (`from`).' });

/** Sort order. */
export const orderParam = enumParam(['asc', 'desc'])
  .optional()
  .meta({ description: 'Default: desc, the newest or highest first.' });

/** Parses a comma-separated list in any case, brackets allowed; undefined if a name is unknown. */
export function parseNames<Name extends string>(text: string, known: readonly Name[]): Name[] | undefined {
  const names =
    text === ''
      ? []
      : text
          .replace(/^\[|\]$/g, '')
          .toUpperCase()
          .split(',');
  const isKnown = names.every((name) => known.some((other) => other === name));
  return isKnown ? known.filter((name) => names.includes(name)) : undefined;
}

/** A comma-separated list of token standards, as in `parseNames`; empty text is no filter. */
export const tokenTypesParam = z
  .string()
  .transform((text, context) => {
    const types = parseNames(text, TOKEN_TYPES);
    if (types !== undefined) return types;
    for (const message of TOKEN_TYPES_ERRORS) context.issues.push({ code: 'custom', message, input: text });
    return z.NEVER;
  })
  .meta({
    description: `Token standards to include, comma-separated, in upper or lower case: ${TOKEN_TYPES.join(', ')}.`,
    example: 'ERC-20,ERC-721,ERC-1155',
  });

const UPSTREAM_TYPE = `(${typesWith('upstream').join('|')})`;
/** Upstream declares two branches, a pattern and the empty text, and reports both. */
const TOKEN_TYPES_ERRORS = [
  'Failed to cast value using any of: Schema(title: "EmptyString", type: :string), Schema(type: :string)',
  'String length is larger than maxLength: 0',
  `Invalid format. Expected ~r/^\\[?${UPSTREAM_TYPE}(,${UPSTREAM_TYPE})*\\]?$/i`,
];

/** The description of every part of a cursor. */
export const CURSOR_NOTE = 'From `next_page_params` of the previous page.';

/** A part of a cursor. */
export function cursorParam<T extends z.ZodType>(schema: T) {
  return schema.optional().meta({ description: CURSOR_NOTE });
}

/** A part of a cursor that counts from 0: a height, or an index. */
export const cursorCount = cursorParam(integerParam({ minimum: 0 }));

/** Page size. */
export const itemsCountParam = integerParam({ minimum: 1, maximum: 50 })
  .optional()
  .meta({ description: 'Items per page. Default: 50.' });

/** Page size, as upstream's lists of the whole chain name it; `items_count` of a cursor wins. */
export const limitParam = integerParam({ minimum: 1 })
  .optional()
  .meta({ description: 'Items per page, capped at 50. Send it again with each page.' });

/** The query of a list: these parameters and the page size. */
export function listQuery<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.strictObject({ ...shape, items_count: itemsCountParam });
}
