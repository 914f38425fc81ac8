import { z } from 'zod';
import { addressParam, enumParam, integerParam } from './params';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 86_400_000;

/** Parses a day (to its end for `to`), ISO 8601 or Unix seconds to Unix seconds; `null` and '' are open ends. */
function periodParam(end: 'from' | 'to') {
  return z
    .string()
    .transform((text, context): number | undefined => {
      if (text === '' || text === 'null') return undefined;
      const seconds = readMoment(text, end);
      if (seconds !== undefined) return seconds;
      context.issues.push({ code: 'custom', message: 'Invalid date or time', input: text });
      return z.NEVER;
    })
    .optional()
    .meta({
      description: 'A day, a time (ISO 8601 or Unix seconds), or `null`: 2026-01-01, 2026-01-01T12:00Z.',
    });
}

function readMoment(text: string, end: 'from' | 'to'): number | undefined {
  if (/^\d{1,12}$/.test(text)) return Number(text);
  const day = /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0];
  if (day === undefined || !isDay(day) || text.length > 40) return undefined;
  const hasZone = DAY.test(text) || /(Z|[+-]\d{2}:?\d{2})$/.test(text);
  const moment = Date.parse(hasZone ? text : `${text}Z`);
  if (Number.isNaN(moment)) return undefined;
  const last = DAY.test(text) && end === 'to' ? moment + DAY_MS - 1 : moment;
  return Math.floor(last / 1000);
}

/** `Date.parse` accepts February 30. */
function isDay(text: string): boolean {
  const moment = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(text);
}

/** Bounds of a list in time, inclusive. */
export const periodParams = { from_period: periodParam('from'), to_period: periodParam('to') };

const height = integerParam({ minimum: 0 }).optional();

/** Bounds of a list in time and in blocks, inclusive. */
export const spanParams = {
  ...periodParams,
  from_block: height.meta({ description: 'The first block.' }),
  to_block: height.meta({ description: 'The last block.' }),
};

/** Values of `only`. */
const TRANSACTION_TRAITS = ['contract_creation', 'failed', 'fhe'] as const;
/** Filters of an address's transactions. */
export const transactionFilterParams = {
  method: z
    .string()
    .regex(/^(0x[0-9a-fA-F]{8}|[A-Za-z_$][\w$]{0,63})$/, {
      error: 'Neither a selector nor a function name',
    })
    .optional()
    .meta({
      description: 'Only calls to this function: its selector, or its name if the API knows it.',
      example: '0xa9059cbb',
    }),
  counterparty: addressParam.optional().meta({ description: 'Only from or to this address.' }),
  min_value: integerParam({ minimum: 0 }).optional().meta({ description: 'Minimum value, in wei.' }),
  only: enumParam(TRANSACTION_TRAITS)
    .optional()
    .meta({ description: 'Only contract creations, failed transactions, or those with FHE operations.' }),
  ...spanParams,
};
