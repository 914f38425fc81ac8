import { z } from 'zod';
import { address } from './address-mention';
import { decodedCall } from './decoded-call';
import { defineEndpoint, pageOf } from './endpoint';
import { count, hash32, hexData, integerString, timestamp } from './formats';
import { addressParam, hashParam, integerParam } from './params';
import { summaries } from './transaction-summary';

const BELOW = '/proxy/account-abstraction';
const common = { tag: 'transactions', errors: [422] } as const;
const KNOWN =
  'User operations (ERC-4337) are those that the EntryPoints 0.6, 0.7 and 0.8 of eth-infinitism emit; none where no such contract is used.';

/** A page of a list of user operations, and the place of the next one. */
const pageParams = {
  page_size: integerParam({ minimum: 1, maximum: 50 })
    .optional()
    .meta({ description: 'Items per page. Default: 50.' }),
};
const next = z.object({ page_token: z.string(), page_size: count });
const token = (pattern: RegExp) =>
  z
    .string()
    .regex(pattern, { error: 'Not from next_page_params' })
    .optional()
    .meta({ description: 'From `next_page_params` of the previous page.' });
const positionToken = token(/^\d{1,15}(,\d{1,9}){2}$/);
const bundleToken = token(/^\d{1,15},\d{1,9}$/);

const operation = z
  .object({
    hash: hash32,
    transaction_hash: hash32,
    block_number: integerString,
    timestamp,
    address,
    bundler: address,
    paymaster: address.nullable().meta({ description: 'Null if the account paid.' }),
    entry_point: address,
    entry_point_version: z.enum(['v0.6', 'v0.7', 'v0.8']),
    status: z.boolean(),
    nonce: integerString,
    fee: integerString.meta({ description: 'What was charged, in wei.' }),
    gas: integerString.meta({ description: 'Gas used.' }),
  })
  .meta({ id: 'UserOperation' });

/** A user operation. */
export type PresentedUserOperation = z.output<typeof operation>;

const FROM_INPUT = 'Null if the transaction does not call the EntryPoint itself.';
const limit = integerString.nullable();
const raw = z
  .object({
    sender: hexData,
    nonce: integerString,
    init_code: hexData,
    call_data: hexData,
    call_gas_limit: limit,
    verification_gas_limit: limit,
    account_gas_limits: hexData.nullable(),
    pre_verification_gas: integerString,
    max_fee_per_gas: limit,
    max_priority_fee_per_gas: limit,
    gas_fees: hexData.nullable(),
    paymaster_and_data: hexData,
    signature: hexData,
  })
  .meta({
    description: `As the bundler sent it: from EntryPoint 0.7 on, limits and fees are packed in \`account_gas_limits\` and \`gas_fees\`, which 0.6 does not have; the other form is null. ${FROM_INPUT}`,
  });

const operationInfo = operation
  .extend({
    sender: address,
    block_hash: hash32,
    bundle_index: count.meta({ description: 'How many bundles of the transaction come before its own.' }),
    index: count.meta({ description: 'How many operations of its bundle come before it.' }),
    factory: address.nullable().meta({ description: 'What deployed the account in this operation.' }),
    gas: limit.meta({ description: `Sum of the gas limits. ${FROM_INPUT}` }),
    gas_used: integerString,
    gas_price: limit.meta({ description: 'What a unit of gas was charged; null if no gas was used.' }),
    call_gas_limit: limit,
    verification_gas_limit: limit,
    pre_verification_gas: limit,
    max_fee_per_gas: limit,
    max_priority_fee_per_gas: limit,
    call_data: hexData.nullable().meta({ description: FROM_INPUT }),
    decoded_call_data: decodedCall.nullable(),
    execute_target: address.nullable().meta({
      description: 'Whom the account calls, for `execute` and the like with one call.',
    }),
    execute_call_data: hexData.nullable(),
    decoded_execute_call_data: decodedCall.nullable(),
    signature: hexData.nullable(),
    aggregator: address.nullable(),
    aggregator_signature: hexData.nullable(),
    revert_reason: hexData.nullable().meta({ description: 'What the call of the account reverted with.' }),
    sponsor_type: z.enum(['wallet_deposit', 'wallet_balance', 'paymaster_sponsor', 'paymaster_hybrid']).meta({
      description:
        'Who paid, and whether it deposited with the EntryPoint in the same transaction: the account with `wallet_deposit`, without it `wallet_balance`; the paymaster with `paymaster_hybrid`, without it `paymaster_sponsor`. What a paymaster is paid for that is no part of it.',
    }),
    user_logs_start_index: count.nullable(),
    user_logs_count: count.nullable(),
    consensus: z.literal(true),
    raw: raw.nullable(),
  })
  .meta({ id: 'UserOperationInfo' });

/** A user operation with what its bundle says of it. */
export type UserOperationInfo = z.output<typeof operationInfo>;

/** A user operation. */
export const getUserOperation = defineEndpoint({
  ...common,
  errors: [404, 422],
  id: 'getUserOperation',
  path: '/proxy/account-abstraction/operations/{operation_hash_param}',
  response: operationInfo,
  summary: 'User operation',
  description: `What an EntryPoint says of a user operation, and what its bundle does where the transaction calls the EntryPoint itself. ${KNOWN}`,
});

/** What a user operation did, in a sentence. */
export const getUserOperationSummary = defineEndpoint({
  ...common,
  errors: [404, 422],
  id: 'getUserOperationSummary',
  path: '/proxy/account-abstraction/operations/{operation_hash_param}/summary',
  response: summaries,
  summary: 'What a user operation did, in a sentence',
  description:
    'Whom the account called, and who paid, as a template. It says only what the operation itself shows.',
});

/** User operations, newest first. */
export const listUserOperations = defineEndpoint({
  ...common,
  id: 'listUserOperations',
  path: `${BELOW}/operations`,
  query: z.strictObject({
    transaction_hash: hashParam.optional().meta({ description: 'Only of this transaction.' }),
    sender: addressParam.optional().meta({ description: 'Only of this account.' }),
    paymaster: addressParam.optional().meta({ description: 'Only those that it paid for.' }),
    page_token: positionToken,
    ...pageParams,
  }),
  response: pageOf(operation, next).meta({ id: 'UserOperationsPage' }),
  summary: 'User operations',
  description: `User operations, newest first. ${KNOWN} Send the filters again with each page.`,
});

/** Transactions with user operations. */
export const listUserOperationBundles = defineEndpoint({
  ...common,
  id: 'listUserOperationBundles',
  path: `${BELOW}/bundles`,
  query: z.strictObject({ page_token: bundleToken, ...pageParams }),
  response: pageOf(
    z
      .object({
        transaction_hash: hash32,
        block_number: integerString,
        bundle_index: count,
        timestamp,
        bundler: address,
        total_ops: count,
      })
      .meta({ id: 'UserOperationBundle' }),
    next,
  ).meta({ id: 'UserOperationBundlesPage' }),
  summary: 'Bundles of user operations',
  description: `Transactions that executed user operations, newest first. ${KNOWN}`,
});

const participant = z.object({ address, total_ops: count }).meta({ id: 'UserOperationParticipant' });
const participants = {
  ...common,
  query: z.strictObject({ page_token: token(/^0x[0-9a-fA-F]{40}$/), ...pageParams }),
  response: pageOf(participant, next).meta({ id: 'UserOperationParticipantsPage' }),
} as const;
const one = { ...common, response: participant } as const;

/** Smart accounts. */
export const listUserOperationAccounts = defineEndpoint({
  ...participants,
  id: 'listUserOperationAccounts',
  path: `${BELOW}/accounts`,
  summary: 'Smart accounts',
  description: `Accounts with user operations, by address. ${KNOWN}`,
});

/** Bundlers. */
export const listUserOperationBundlers = defineEndpoint({
  ...participants,
  id: 'listUserOperationBundlers',
  path: `${BELOW}/bundlers`,
  summary: 'Bundlers',
  description: `Senders of transactions that executed user operations, by address. ${KNOWN}`,
});

/** Paymasters. */
export const listUserOperationPaymasters = defineEndpoint({
  ...participants,
  id: 'listUserOperationPaymasters',
  path: `${BELOW}/paymasters`,
  summary: 'Paymasters',
  description: `Contracts that paid for user operations, by address. ${KNOWN}`,
});

const factory = z
  .object({ address, total_accounts: count.meta({ description: 'Accounts that it deployed.' }) })
  .meta({ id: 'AccountFactory' });

/** Factories of smart accounts. */
export const listAccountFactories = defineEndpoint({
  ...participants,
  id: 'listAccountFactories',
  path: `${BELOW}/factories`,
  response: pageOf(factory, next).meta({ id: 'AccountFactoriesPage' }),
  summary: 'Factories of smart accounts',
  description: `Contracts that deployed accounts in their first user operation, by address. ${KNOWN}`,
});

/** A factory of smart accounts. */
export const getAccountFactory = defineEndpoint({
  ...common,
  id: 'getAccountFactory',
  path: '/proxy/account-abstraction/factories/{address_hash_param}',
  response: factory,
  summary: 'Factory of smart accounts',
  description: `How many accounts a contract deployed in their first user operation; 0 for any other. ${KNOWN}`,
});

/** A smart account. */
export const getUserOperationAccount = defineEndpoint({
  ...one,
  id: 'getUserOperationAccount',
  path: '/proxy/account-abstraction/accounts/{address_hash_param}',
  summary: 'Smart account',
  description: `How many user operations an account has; 0 for any other. ${KNOWN}`,
});

/** A bundler. */
export const getUserOperationBundler = defineEndpoint({
  ...one,
  id: 'getUserOperationBundler',
  path: '/proxy/account-abstraction/bundlers/{address_hash_param}',
  summary: 'Bundler',
  description: `How many user operations an account has had executed; 0 for any other. ${KNOWN}`,
});

/** A paymaster. */
export const getUserOperationPaymaster = defineEndpoint({
  ...one,
  id: 'getUserOperationPaymaster',
  path: '/proxy/account-abstraction/paymasters/{address_hash_param}',
  summary: 'Paymaster',
  description: `How many user operations a contract has paid for; 0 for any other. ${KNOWN}`,
});

const version = z.object({
  enabled: z.boolean(),
  live: z.boolean(),
  past_db_logs_indexing_finished: z.boolean(),
  past_rpc_logs_indexing_finished: z.boolean(),
});

/** How far user operations are indexed. */
export const getUserOperationStatus = defineEndpoint({
  ...common,
  id: 'getUserOperationStatus',
  path: `${BELOW}/status`,
  response: z
    .object({ finished_past_indexing: z.boolean(), v06: version, v07: version, v08: version })
    .meta({ id: 'UserOperationStatus' }),
  summary: 'How far user operations are indexed',
  description: 'They are written with their blocks, so that they are indexed as far as the chain is.',
});
