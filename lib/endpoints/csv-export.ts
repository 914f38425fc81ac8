import { z } from 'zod';
import { defineEndpoint } from './endpoint';
import { count } from './formats';
import { addressParams, enumParam, noParams, noQuery } from './params';

/** Maximum records of a file. */
export const MAX_CSV_RECORDS = 10_000;

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
    .meta({ description: 'A day, a time (ISO 8601 or Unix seconds), or `null`.', example: '2026-01-01' });
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

const period = { from_period: periodParam('from'), to_period: periodParam('to') };
const filterType = enumParam(['address', '', 'null']).optional();
const filterValue = enumParam(['to', 'from', '', 'null'])
  .transform((text) => (text === 'to' || text === 'from' ? text : undefined))
  .optional();
const IGNORED = {
  description: 'Ignored: clients send the same parameters to every export.',
};
const unfiltered = { filter_type: filterType.meta(IGNORED), filter_value: filterValue.meta(IGNORED) };
const ofAddress = z.strictObject({
  ...period,
  filter_type: filterType.meta({ description: 'What `filter_value` refers to.' }),
  filter_value: filterValue.meta({ description: 'Only incoming or only outgoing records.' }),
});
const ofPeriod = z.strictObject({ ...period, ...unfiltered });
const ofNow = z.strictObject({
  from_period: period.from_period.meta(IGNORED),
  to_period: period.to_period.meta(IGNORED),
  ...unfiltered,
});
const common = {
  params: addressParams,
  response: z.string().meta({ description: 'CSV (RFC 4180): a header line, then a line per record.' }),
  media: 'text/csv',
} as const;
const BOUNDS =
  'Newest first, at most 10,000 records, streamed. Text that a spreadsheet would read as a formula is prefixed with an apostrophe.';

const fileOfAddress = { ...common, query: ofAddress } as const;

/** An address's transactions as CSV. */
export const exportAddressTransactions = defineEndpoint({
  ...fileOfAddress,
  id: 'exportAddressTransactions',
  path: '/addresses/{address_hash_param}/transactions/csv',
  summary: 'Transactions of an address as CSV',
  description: `Transactions from or to an address in a period. ${BOUNDS}`,
});

/** An address's token transfers as CSV. */
export const exportAddressTransfers = defineEndpoint({
  ...fileOfAddress,
  id: 'exportAddressTransfers',
  path: '/addresses/{address_hash_param}/token-transfers/csv',
  summary: 'Token transfers of an address as CSV',
  description: `Token transfers from or to an address in a period. ${BOUNDS}`,
});

/** An address's internal transactions as CSV. */
export const exportAddressInternals = defineEndpoint({
  ...fileOfAddress,
  id: 'exportAddressInternals',
  path: '/addresses/{address_hash_param}/internal-transactions/csv',
  summary: 'Internal transactions of an address as CSV',
  description: `Internal transactions from or to an address in a period. ${BOUNDS}`,
});

/** An address's logs as CSV. */
export const exportAddressLogs = defineEndpoint({
  ...fileOfAddress,
  query: ofPeriod,
  id: 'exportAddressLogs',
  path: '/addresses/{address_hash_param}/logs/csv',
  summary: 'Logs of an address as CSV',
  description: `Logs emitted by a contract in a period. ${BOUNDS}`,
});

const fileOfToken = { ...common, errors: [404, 422] } as const;

/** A token's transfers as CSV. */
export const exportTokenTransfers = defineEndpoint({
  ...fileOfToken,
  query: ofPeriod,
  id: 'exportTokenTransfers',
  path: '/tokens/{address_hash_param}/transfers/csv',
  summary: 'Transfers of a token as CSV',
  description: `Transfers of a token in a period. ${BOUNDS}`,
});

/** A token's holders as CSV. */
export const exportTokenHolders = defineEndpoint({
  ...fileOfToken,
  query: ofNow,
  id: 'exportTokenHolders',
  path: '/tokens/{address_hash_param}/holders/csv',
  summary: 'Holders of a token as CSV',
  description: 'Holders of a token, largest balance first, at most 10,000 records, streamed.',
});

/** CSV export settings. */
export const getCsvExportConfig = defineEndpoint({
  id: 'getCsvExportConfig',
  path: '/config/csv-export',
  params: noParams,
  query: noQuery,
  response: z.object({ limit: count, async_enabled: z.boolean() }).meta({ id: 'CsvExportConfig' }),
  summary: 'CSV export settings',
  description: 'The maximum number of records per file, and whether files are created asynchronously.',
});
