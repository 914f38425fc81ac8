import { z } from 'zod';
import { address } from './address-mention';
import { defineEndpoint, pageOf, searchNote } from './endpoint';
import { count, hash32, integerString, timestamp } from './formats';
import { addressParam, hashParam, integerParam } from './params';
import { BELOW, COMMON, KNOWN, nextPage, pageParams, token } from './user-operation-page';

const positionToken = token(/^\d{1,15}(,\d{1,9}){2}$/);

/** A user operation, by its event. */
export const userOperation = z
  .object({
    hash: hash32,
    transaction_hash: hash32,
    block_number: integerString,
    timestamp,
    address,
    bundler: address,
    paymaster: address.nullable().meta({ description: 'Null if the account paid.' }),
    entry_point: address,
    entry_point_version: z.enum(['v0.6', 'v0.7', 'v0.8', 'v0.9']),
    status: z.boolean(),
    nonce: integerString,
    fee: integerString.meta({ description: 'Amount charged, in wei.' }),
    gas: integerString.meta({ description: 'Gas used.' }),
  })
  .meta({ id: 'UserOperation' });

/** A user operation. */
export type PresentedUserOperation = z.output<typeof userOperation>;

const SEARCHED =
  'Several filters without a block or transaction search up to 100,000 entries per page: if none matches, `meta` says where to continue.';
const bundlerParam = addressParam.optional().meta({ description: 'Only those this bundler sent.' });
const entryPointParam = addressParam.optional().meta({ description: 'Only of this EntryPoint.' });

/** User operations, newest first. */
export const listUserOperations = defineEndpoint({
  ...COMMON,
  id: 'listUserOperations',
  path: `${BELOW}/operations`,
  query: z.strictObject({
    transaction_hash: hashParam.optional().meta({ description: 'Only of this transaction.' }),
    block_number: integerParam({ minimum: 0 }).optional().meta({ description: 'Only of this block.' }),
    sender: addressParam.optional().meta({ description: 'Only of this account.' }),
    factory: addressParam.optional().meta({ description: 'Only those in which it deployed the account.' }),
    paymaster: addressParam.optional().meta({ description: 'Only those that it paid for.' }),
    bundler: bundlerParam,
    entry_point: entryPointParam,
    bundle_index: integerParam({ minimum: 0 })
      .optional()
      .meta({ description: 'Only those of bundles with this index in their transaction.' }),
    page_token: positionToken,
    ...pageParams,
  }),
  response: pageOf(userOperation, nextPage).extend({ meta: searchNote }).meta({ id: 'UserOperationsPage' }),
  summary: 'User operations',
  description: `User operations, newest first. ${KNOWN} Repeat the filters on each page. ${SEARCHED}`,
});

/** Bundles of user operations, newest first. */
export const listUserOperationBundles = defineEndpoint({
  ...COMMON,
  id: 'listUserOperationBundles',
  path: `${BELOW}/bundles`,
  query: z.strictObject({
    bundler: bundlerParam,
    entry_point: entryPointParam,
    page_token: positionToken,
    ...pageParams,
  }),
  response: pageOf(
    z
      .object({
        transaction_hash: hash32,
        block_number: integerString,
        bundle_index: count.meta({ description: 'Index of the bundle in the transaction, from 0.' }),
        timestamp,
        bundler: address,
        total_ops: count,
      })
      .meta({ id: 'UserOperationBundle' }),
    nextPage,
  )
    .extend({ meta: searchNote })
    .meta({ id: 'UserOperationBundlesPage' }),
  summary: 'Bundles of user operations',
  description: `Calls of an EntryPoint that executed user operations, newest first; a transaction may have several. ${KNOWN} Repeat the filters on each page. ${SEARCHED}`,
});

const version = z.object({
  enabled: z.boolean(),
  live: z.boolean(),
  past_db_logs_indexing_finished: z.boolean(),
  past_rpc_logs_indexing_finished: z.boolean(),
});

/** How far user operations are indexed. */
export const getUserOperationStatus = defineEndpoint({
  ...COMMON,
  id: 'getUserOperationStatus',
  path: `${BELOW}/status`,
  response: z
    .object({ finished_past_indexing: z.boolean(), v06: version, v07: version, v08: version, v09: version })
    .meta({ id: 'UserOperationStatus' }),
  summary: 'User operation indexing status',
  description: 'User operations are written with their blocks: indexed as far as the chain is.',
});
