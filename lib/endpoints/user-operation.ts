import { z } from 'zod';
import { address } from './address-mention';
import { defineEndpoint, pageOf } from './endpoint';
import { count, hash32, integerString, timestamp } from './formats';
import { addressParam, hashParam, integerParam } from './params';

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
