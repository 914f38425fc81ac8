import { z } from 'zod';
import { address } from './address-mention';
import { BATCHES_ONCE, defineEndpoint, listPageOf, pageNote } from './endpoint';
import { addressHash, count, hash32, integerString } from './formats';
import { addressParam, cursorParam, enumParam, integerParam, listQuery, orderParam } from './params';
import { priceNow } from './price-source';
import { token } from './token';

const isBalanceProven = z.boolean().default(false).meta({
  description: 'Whether access lists (EIP-7928) of proven blocks have the balance: then no node was asked.',
});

/** An address's page. */
export const addressInfo = address
  .extend({
    coin_balance: integerString.nullable().meta({
      description:
        'In wei, from access lists where the index has them, else fetched from the node; null if it does not respond in time.',
    }),
    is_coin_balance_proven: isBalanceProven,
    block_number_balance_updated_at: count.nullable(),
    ...priceNow,
    creator_address_hash: addressHash.nullable().meta({
      description:
        'Sender of the transaction that created the contract, or the contract that created it, if a trace shows which.',
    }),
    creator: address.nullable().default(null).meta({ description: 'The creator with its names.' }),
    creation_transaction_hash: hash32.nullable(),
    creation_status: z.enum(['success', 'failed', 'selfdestructed']).nullable(),
    creation_source: z.enum(['receipt', 'trace']).nullable().default(null).meta({
      description: 'A receipt is proven with its block; a trace is what the node says.',
    }),
    destruction_transaction_hash: hash32.nullable().default(null).meta({
      description:
        'Transaction in which the contract destroyed itself, according to a trace; null while it has code.',
    }),
    token: token.nullable(),
    has_logs: z.boolean(),
    has_token_transfers: z.boolean(),
    has_tokens: z.boolean().meta({
      description: 'Also true if it only moved tokens whose balances are not known.',
    }),
    has_validated_blocks: z.boolean(),
    has_beacon_chain_withdrawals: z.boolean().nullable().default(null),
    watchlist_address_id: z.int().nullable().default(null),
  })
  .meta({ id: 'AddressInfo', outputId: 'AddressInfoObject' });

/** An address's page. */
export type AddressInfo = z.output<typeof addressInfo>;

/** One address, even if never seen. */
export const getAddress = defineEndpoint({
  id: 'getAddress',
  path: '/addresses/{address_hash_param}',
  response: addressInfo,
  summary: 'Address info',
  description: 'Details of an address. One never seen has empty fields, not 404.',
});

/** Counters of an address. */
export const getAddressCounters = defineEndpoint({
  id: 'getAddressCounters',
  path: '/addresses/{address_hash_param}/counters',
  response: z
    .object({
      transactions_count: integerString,
      token_transfers_count: integerString.meta({ description: BATCHES_ONCE }),
      gas_usage_count: integerString.meta({
        description: 'Gas used by the transactions that a contract received, or an account sent.',
      }),
      validations_count: integerString,
    })
    .meta({ id: 'AddressCounters' }),
  summary: 'Address counters',
  description: 'Exact activity counts of an address.',
});

const capped = count.max(51);

/** Sizes of an address's lists, capped at 51. */
export const getAddressTabsCounters = defineEndpoint({
  id: 'getAddressTabsCounters',
  path: '/addresses/{address_hash_param}/tabs-counters',
  response: z
    .object({
      transactions_count: capped,
      token_transfers_count: capped.meta({ description: BATCHES_ONCE }),
      token_balances_count: capped.nullable().meta({
        description:
          'Entries of `/tokens`: a token that is held by ID has one for each ID. Null if no balance is known, but the address may hold tokens.',
      }),
      logs_count: capped,
      validations_count: capped,
      internal_transactions_count: capped.nullable(),
      withdrawals_count: capped.nullable(),
      coin_transfers_count: capped.nullable().default(null).meta({
        description: 'Logged transfers of coin (EIP-7708).',
      }),
      fhe_access_count: capped.nullable().default(null).meta({
        description: 'Grants of encrypted values to it, and delegations by and to it.',
      }),
    })
    .meta({ id: 'AddressTabsCounters' }),
  summary: 'Address tab counters',
  description: 'Counts are capped at 51, which means more than 50. Null if not indexed.',
});

const rankedAddress = address
  .extend({
    coin_balance: integerString.meta({
      description: 'In wei, from access lists where the index has them, else fetched from the node.',
    }),
    is_coin_balance_proven: isBalanceProven,
    block_number_balance_updated_at: count.nullable().default(null).meta({
      description: 'Block height of the balance; null for the latest state.',
    }),
    transactions_count: integerString,
  })
  .meta({ id: 'RankedAddress', outputId: 'RankedAddressObject' });

/** An account in the list by coin balance. */
export type RankedAddress = z.output<typeof rankedAddress>;

/** Accounts by coin balance. */
export const listAddresses = defineEndpoint({
  id: 'listAddresses',
  path: '/addresses',
  query: listQuery({
    sort: enumParam(['balance', 'transactions_count'])
      .optional()
      .meta({ description: 'Default: balance, the coin balance.' }),
    order: orderParam,
    fetched_coin_balance: cursorParam(integerParam({ minimum: 0 })),
    transactions_count: cursorParam(integerParam({ minimum: 0 })),
    hash: cursorParam(addressParam),
  }),
  response: listPageOf(rankedAddress, {
    fetched_coin_balance: integerString,
    transactions_count: integerString,
    hash: addressHash,
  })
    .extend({
      ...priceNow,
      total_supply: integerString.nullable().meta({ description: 'Always null: no block states it.' }),
      meta: pageNote(['unavailable', 'partial'], 'Which accounts are ranked; never all of them.'),
    })
    .meta({ id: 'RankedAddressesPage', outputId: 'RankedAddressesPageObject' }),
  credits: 100,
  errors: [422],
  summary: 'Accounts by coin balance',
  description:
    'Accounts by coin balance, highest first. Balances are not stored: the node is queried for up to 250 accounts, those most frequent in the latest 500 transactions, 100 blocks and 200 withdrawals. Others may hold more. Refreshed at most every 30 seconds.',
});
