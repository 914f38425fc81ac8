import { z } from 'zod';
import { address } from './address-mention';
import { defineEndpoint, pageOf } from './endpoint';
import { count, hash32, timestamp } from './formats';
import { addressParam } from './params';
import { BELOW, COMMON, KNOWN, nextPage, pageParams, token } from './user-operation-page';

const participant = z.object({ address, total_ops: count }).meta({ id: 'UserOperationParticipant' });
const participants = {
  ...COMMON,
  query: z.strictObject({ page_token: token(/^0x[0-9a-fA-F]{40}$/), ...pageParams }),
  response: pageOf(participant, nextPage).meta({ id: 'UserOperationParticipantsPage' }),
} as const;
const one = { ...COMMON, response: participant } as const;

const BEFORE = 'Null if no user operation deployed it.';
const account = participant
  .extend({
    factory: address.nullable().meta({ description: `Its deployer. ${BEFORE}` }),
    creation_op_hash: hash32.nullable().meta({ description: BEFORE }),
    creation_transaction_hash: hash32.nullable().meta({ description: BEFORE }),
    creation_timestamp: timestamp.nullable().meta({ description: BEFORE }),
  })
  .meta({ id: 'UserOperationAccount' });

/** A smart account, with the user operation that deployed it. */
export type UserOperationAccount = z.output<typeof account>;

/** Smart accounts. */
export const listUserOperationAccounts = defineEndpoint({
  ...participants,
  id: 'listUserOperationAccounts',
  path: `${BELOW}/accounts`,
  query: participants.query.extend({
    factory: addressParam.optional().meta({ description: 'Only those this factory deployed.' }),
  }),
  response: pageOf(account, nextPage).meta({ id: 'UserOperationAccountsPage' }),
  summary: 'Smart accounts',
  description: `Accounts with user operations, by address. ${KNOWN} Repeat the filter on each page.`,
});

const bundler = participant
  .extend({ total_bundles: count.meta({ description: 'Bundles that it sent.' }) })
  .meta({ id: 'UserOperationBundler' });

/** Bundlers. */
export const listUserOperationBundlers = defineEndpoint({
  ...participants,
  id: 'listUserOperationBundlers',
  path: `${BELOW}/bundlers`,
  response: pageOf(bundler, nextPage).meta({ id: 'UserOperationBundlersPage' }),
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
  response: pageOf(factory, nextPage).meta({ id: 'AccountFactoriesPage' }),
  summary: 'Account factories',
  description: `Contracts that deployed accounts in their first user operation, by address. ${KNOWN}`,
});

/** A factory of smart accounts. */
export const getAccountFactory = defineEndpoint({
  ...COMMON,
  id: 'getAccountFactory',
  path: `${BELOW}/factories/{address_hash_param}`,
  response: factory,
  summary: 'Account factory',
  description: `Number of accounts a contract deployed in their first user operation; 0 for others. ${KNOWN}`,
});

/** A smart account. */
export const getUserOperationAccount = defineEndpoint({
  ...one,
  id: 'getUserOperationAccount',
  response: account,
  path: `${BELOW}/accounts/{address_hash_param}`,
  summary: 'Smart account',
  description: `Number of user operations of an account, 0 if none, and the one that deployed it. ${KNOWN}`,
});

/** A bundler. */
export const getUserOperationBundler = defineEndpoint({
  ...one,
  id: 'getUserOperationBundler',
  response: bundler,
  path: `${BELOW}/bundlers/{address_hash_param}`,
  summary: 'Bundler',
  description: `Number of user operations an account has bundled, and of its bundles; 0 for others. ${KNOWN}`,
});

/** A paymaster. */
export const getUserOperationPaymaster = defineEndpoint({
  ...one,
  id: 'getUserOperationPaymaster',
  path: `${BELOW}/paymasters/{address_hash_param}`,
  summary: 'Paymaster',
  description: `Number of user operations a contract has paid for; 0 for others. ${KNOWN}`,
});
