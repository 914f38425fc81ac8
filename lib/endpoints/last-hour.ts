import { z } from 'zod';
import { address } from './address-mention';
import { defineEndpoint } from './endpoint';
import { count, timestamp } from './formats';
import { token } from './token';
import { listedTransaction } from './transaction';

/** Rows of each ranking. */
export const RANKED = 5;
/** Newest transactions, and newest token transfers, of the hour that are read. */
export const READ_OF_HOUR = 50_000;

const READ = READ_OF_HOUR.toLocaleString('en');
const since = timestamp.meta({
  description: `An hour before the latest block; later on a chain that has more than ${READ} of them in an hour.`,
});

const lastHour = z
  .object({
    until: timestamp.meta({ description: 'Of the latest block.' }),
    contracts: z
      .array(z.object({ contract: address, transactions_count: count }))
      .nullable()
      .meta({ description: 'By transactions sent to them; null if there are too many to count.' }),
    tokens: z.array(z.object({ token, transfers_count: count })).meta({ description: 'By transfers.' }),
    tokens_since: since,
    transactions: z
      .array(listedTransaction)
      .meta({ description: 'Successful ones that carried the most of the coin.' }),
    transactions_since: since,
  })
  .meta({ id: 'LastHour' });

/** What a chain was used for in the hour before its latest block. */
export type LastHour = z.output<typeof lastHour>;

/** What a chain was used for in the hour before its latest block; 404 without blocks. */
export const getLastHour = defineEndpoint({
  id: 'getLastHour',
  path: '/stats/last-hour',
  tag: 'chain',
  credits: 50,
  response: lastHour,
  summary: 'The last hour',
  description: `The ${RANKED} contracts, tokens and transactions that stand out in the hour before the latest block; at most a minute old.`,
});
