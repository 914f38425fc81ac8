import { z } from 'zod';
import { defineEndpoint } from './endpoint';
import { count } from './formats';
import { periodParams, spanParams, transactionFilterParams } from './list-filter';
import { addressParam, enumListParam, enumParam, tokenTypesParam } from './params';

/** Maximum records of a file. */
export const MAX_CSV_RECORDS = 10_000;

const filterType = enumParam(['address', '', 'null']).optional();
const filterValue = enumParam(['to', 'from', '', 'null'])
  .transform((text) => (text === 'to' || text === 'from' ? text : undefined))
  .optional();
const IGNORED = {
  description: 'Ignored: clients send the same parameters to every export.',
};
const unfiltered = { filter_type: filterType.meta(IGNORED), filter_value: filterValue.meta(IGNORED) };
const ofAddress = z.strictObject({
  ...spanParams,
  filter_type: filterType.meta({ description: 'What `filter_value` refers to.' }),
  filter_value: filterValue.meta({ description: 'Only incoming or only outgoing records.' }),
});
const ofPeriod = z.strictObject({ ...periodParams, ...unfiltered });
const ofNow = z.strictObject({
  from_period: periodParams.from_period.meta(IGNORED),
  to_period: periodParams.to_period.meta(IGNORED),
  ...unfiltered,
});
const common = {
  response: z.string().meta({ description: 'CSV (RFC 4180): a header line, then a line per record.' }),
  media: 'text/csv',
} as const;
const BOUNDS =
  'Newest first, at most 10,000 records, streamed. Text that a spreadsheet would read as a formula is prefixed with an apostrophe.';

const SEARCHED = 'Filters without an index search the latest 500,000.';

const fileOfAddress = { ...common, query: ofAddress } as const;

/** An address's transactions as CSV. */
export const exportAddressTransactions = defineEndpoint({
  ...fileOfAddress,
  query: ofAddress.extend(transactionFilterParams),
  id: 'exportAddressTransactions',
  path: '/addresses/{address_hash_param}/transactions/csv',
  summary: 'Transactions of an address as CSV',
  description: `Transactions from or to an address, filtered like the list. ${BOUNDS} ${SEARCHED}`,
});

/** An address's token transfers as CSV. */
export const exportAddressTransfers = defineEndpoint({
  ...fileOfAddress,
  query: ofAddress.extend({
    type: tokenTypesParam.optional(),
    token: addressParam.optional().meta({ description: 'Only transfers of this token.' }),
  }),
  id: 'exportAddressTransfers',
  path: '/addresses/{address_hash_param}/token-transfers/csv',
  summary: 'Token transfers of an address as CSV',
  description: `Token transfers from or to an address, filtered like the list. ${BOUNDS}`,
});

/** An address's internal transactions as CSV. */
export const exportAddressInternals = defineEndpoint({
  ...fileOfAddress,
  query: ofAddress.extend({ min_value: transactionFilterParams.min_value }),
  id: 'exportAddressInternals',
  path: '/addresses/{address_hash_param}/internal-transactions/csv',
  summary: 'Internal transactions of an address as CSV',
  description: `Internal transactions from or to an address, filtered like the list. ${BOUNDS} ${SEARCHED}`,
});

/** What changes the balances of an address: values and fees of transactions, traced and token transfers, and what blocks pay. */
export const MOVEMENT_KINDS = ['transaction', 'call', 'token', 'withdrawal', 'reward'] as const;

/** All that changed the balances of an address, as CSV for people. */
export const exportAddressMovements = defineEndpoint({
  ...common,
  id: 'exportAddressMovements',
  path: '/addresses/{address_hash_param}/movements/csv',
  query: z.strictObject({
    ...spanParams,
    kinds: enumListParam(MOVEMENT_KINDS)
      .optional()
      .meta({ description: 'Kinds of movements, comma-separated. Default: all.' }),
  }),
  credits: 100,
  summary: 'Movements of an address as CSV',
  description: `All that changed the balances of an address in a period, in one file: values of transactions with their fees, coin transferred by calls where traces are known, token transfers, withdrawals and priority fees of its blocks. Dates are in UTC, amounts have decimals; of each asset, \`In\` less \`Out\` less \`Fee\` (the coin's) sums to the change of its balance. Dollars stand where a price of that time is known. ${BOUNDS} If there is more, the last record says where to continue.`,
});

/** An address's coin transfers as CSV. */
export const exportAddressCoinTransfers = defineEndpoint({
  ...fileOfAddress,
  id: 'exportAddressCoinTransfers',
  path: '/addresses/{address_hash_param}/coin-transfers/csv',
  summary: 'Coin transfers of an address as CSV',
  description: `Logged transfers of coin (EIP-7708) from or to an address, filtered like the list. ${BOUNDS}`,
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

/** A token's transfers as CSV. */
export const exportTokenTransfers = defineEndpoint({
  ...common,
  query: ofPeriod,
  id: 'exportTokenTransfers',
  path: '/tokens/{address_hash_param}/transfers/csv',
  summary: 'Transfers of a token as CSV',
  description: `Transfers of a token in a period. ${BOUNDS}`,
});

/** A token's holders as CSV. */
export const exportTokenHolders = defineEndpoint({
  ...common,
  query: ofNow,
  id: 'exportTokenHolders',
  path: '/tokens/{address_hash_param}/holders/csv',
  summary: 'Holders of a token as CSV',
  description:
    'The list of holders of a token, in its order, at most 10,000 records, streamed. With a column `TokenId` if balances are by ID.',
});

/** CSV export settings. */
export const getCsvExportConfig = defineEndpoint({
  id: 'getCsvExportConfig',
  path: '/config/csv-export',
  response: z.object({ limit: count, async_enabled: z.boolean() }).meta({ id: 'CsvExportConfig' }),
  summary: 'CSV export settings',
  description: 'The maximum number of records per file, and whether files are created asynchronously.',
});
