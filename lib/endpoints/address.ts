import { z } from 'zod';
import { address } from './address-mention';
import { defineEndpoint } from './endpoint';
import { addressHash, count, decimalString, hash32, integerString } from './formats';
import { logsCursor, logsPage } from './log';
import {
  addressParam,
  directionParam,
  enumParam,
  hashParam,
  integerParam,
  noQuery,
  orderParam,
  placeParam,
} from './params';
import { token } from './token';
import {
  listedTransaction,
  minedPlace,
  pendingCursor,
  pendingPlace,
  transactionsCursor,
} from './transaction';

const params = z.strictObject({ address_hash_param: addressParam });
const common = { service: 'explorer', params, credits: 20, tag: 'addresses', errors: [422] } as const;

/** An address with what is known of it beyond a mention. */
export const addressInfo = address
  .extend({
    coin_balance: integerString
      .nullable()
      .meta({ description: 'Wei, asked of the node; null when it does not answer in time.' }),
    block_number_balance_updated_at: count.nullable(),
    exchange_rate: decimalString.nullable(),
    creator_address_hash: addressHash.nullable().meta({
      description:
        'Who sent the transaction that created the contract; null when another contract created it.',
    }),
    creation_transaction_hash: hash32.nullable(),
    creation_status: z.enum(['success', 'failed', 'selfdestructed']).nullable(),
    token: token.nullable(),
    has_logs: z.boolean(),
    has_token_transfers: z.boolean(),
    has_tokens: z.boolean(),
    has_validated_blocks: z.boolean(),
    has_beacon_chain_withdrawals: z.boolean().nullable().default(null),
    watchlist_address_id: z.int().nullable().default(null),
  })
  .meta({ id: 'AddressInfo', outputId: 'AddressInfoObject' });

/** An address with what is known of it beyond a mention. */
export type AddressInfo = z.output<typeof addressInfo>;

/** One address. One that was never seen answers too: it exists on every chain. */
export const getAddress = defineEndpoint({
  ...common,
  id: 'getAddress',
  path: '/addresses/{address_hash_param}',
  query: noQuery,
  response: addressInfo,
  summary: 'Address info',
  description: 'What is known of an address. One that was never seen answers with nothing known.',
});

/** How much an address did. */
export const getAddressCounters = defineEndpoint({
  ...common,
  id: 'getAddressCounters',
  path: '/addresses/{address_hash_param}/counters',
  query: noQuery,
  response: z
    .object({
      transactions_count: integerString,
      token_transfers_count: integerString,
      gas_usage_count: integerString.meta({
        description: 'Gas used by the transactions that a contract received, or an account sent.',
      }),
      validations_count: integerString,
    })
    .meta({ id: 'AddressCounters' }),
  summary: 'Counters of an address',
  description: 'How much an address did, kept exactly by the index.',
});

const capped = count.max(51);

/** How many entries the lists of an address have, no further than 51. */
export const getAddressTabsCounters = defineEndpoint({
  ...common,
  id: 'getAddressTabsCounters',
  path: '/addresses/{address_hash_param}/tabs-counters',
  query: noQuery,
  response: z
    .object({
      transactions_count: capped,
      token_transfers_count: capped,
      token_balances_count: capped,
      logs_count: capped,
      validations_count: capped,
      internal_transactions_count: capped.nullable(),
      withdrawals_count: capped.nullable(),
    })
    .meta({ id: 'AddressTabsCounters' }),
  summary: 'Lengths of the lists of an address',
  description: 'Each count stops at 51, which means more than 50. Null for what is not indexed.',
});

/** A page of the transactions of an address: its cursor has the keys of the order that was asked for. */
const addressTransactionsPage = z
  .object({
    items: z.array(listedTransaction),
    next_page_params: z
      .union([
        minedPlace.extend({ value: integerString }),
        minedPlace.extend({ fee: integerString }),
        minedPlace,
        pendingPlace,
      ])
      .nullable(),
  })
  .meta({ id: 'AddressTransactionsPage' });

/** The transactions from or to an address, and the one that created it; newest first, 50 a page. */
export const listAddressTransactions = defineEndpoint({
  ...common,
  id: 'listAddressTransactions',
  path: '/addresses/{address_hash_param}/transactions',
  query: z.strictObject({
    filter: directionParam,
    sort: enumParam(['block_number', 'value', 'fee'])
      .optional()
      .meta({ description: 'block_number when not given.' }),
    order: orderParam,
    ...transactionsCursor,
    ...pendingCursor,
    value: placeParam(integerParam()),
    fee: placeParam(integerParam()),
  }),
  response: addressTransactionsPage,
  summary: 'Transactions of an address',
  description:
    'The transactions that an address sent or received, and the one that created it, newest first; before them those that wait to be mined. With `order=asc` the oldest first, mined ones only. With `sort=value` or `sort=fee` mined ones only, the most first: of an address that has at most 1,000 transactions, of others it is refused. Send filter, sort and order again with each page.',
});

/** The logs that a contract emitted, newest first, 50 a page. */
export const listAddressLogs = defineEndpoint({
  ...common,
  id: 'listAddressLogs',
  credits: 30,
  path: '/addresses/{address_hash_param}/logs',
  query: z.strictObject({
    topic: hashParam.optional().meta({ description: 'Only those with this first topic.' }),
    ...logsCursor,
  }),
  response: logsPage,
  summary: 'Logs of an address',
  description:
    'The logs that a contract emitted, newest first; with `topic` those that begin with it: send it again with each page, of which one may hold fewer items than asked for, or none, and still lead on. A page of very large logs is shorter.',
});
