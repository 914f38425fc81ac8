import { z } from 'zod';
import { address } from './address-mention';
import { defineEndpoint } from './endpoint';
import { ADDRESS_HASH, count, hash32, integerString, timestamp } from './formats';
import { spanParams } from './list-filter';
import { addressesParam, enumParam, hashParam } from './params';
import { token } from './token';

/** Accounts that a flow opens besides its first one. */
export const MAX_OPENED = 12;
/** Branches of an account. */
export const MAX_BRANCHES = 12;
/** Transfers of each kind, and of each token standard, that are read of an account. */
export const MAX_FLOW_SCAN = 1_000;
/** Transactions and transfers of an account that mixes the money of many: a flow stops there. */
export const BUSY_FROM = 10_000;

/** Why a flow does not go on behind an account. */
export const FLOW_STOPS = ['nobody', 'pool', 'labeled', 'token', 'busy', 'shown'] as const;

const moment = z.object({ block_number: count, transaction_hash: hash32, timestamp });

const node = z
  .object({
    hop: count.meta({ description: 'Steps from the first account.' }),
    address,
    stop: z
      .enum(FLOW_STOPS)
      .nullable()
      .meta({
        description: `Why the flow ends here, null if it may go on. nobody: minted or burnt; pool; labeled: an exchange, a bridge or another contract with a label; token: the contract of a token; busy: ${BUSY_FROM} transactions and transfers or more; shown: opened at an earlier step.`,
      }),
    is_open: z.boolean().meta({ description: 'Its branches follow.' }),
    branches_count: count.meta({
      description: `Branches found, of which the first ${MAX_BRANCHES} are listed; 0 unless it is open.`,
    }),
    read_to: timestamp.nullable().meta({
      description:
        'Set if not all its transfers were read: where reading ended. Transfers beyond it are missing.',
    }),
  })
  .meta({ id: 'FlowNode' });

const edge = z
  .object({
    from: count.meta({ description: 'Index of the sender in `nodes`.' }),
    to: count.meta({ description: 'Index of the receiver in `nodes`.' }),
    token: token.nullable().meta({ description: 'Null for the native coin.' }),
    token_id: integerString.nullable().meta({ description: 'The only ID of an NFT, if it is one.' }),
    amount: integerString.nullable().meta({
      description:
        "The sum in wei or in the token's smallest unit, of NFTs their number; null if encrypted, unknown, or of several IDs with amounts in one transfer.",
    }),
    count: count.meta({ description: 'Transfers combined here.' }),
    first: moment,
    last: moment,
  })
  .meta({ id: 'FlowEdge' });

const flow = z
  .object({
    direction: z.enum(['out', 'in']),
    nodes: z.array(node).meta({ description: 'The first account, then step by step.' }),
    edges: z.array(edge),
    has_traces: z.boolean().meta({
      description: 'Whether coin moved by contracts is known; else it is that of transactions alone.',
    }),
  })
  .meta({ id: 'MoneyFlow' });

/** Where money went, or came from. */
export type MoneyFlow = z.output<typeof flow>;
/** An account of a flow. */
export type FlowNode = MoneyFlow['nodes'][number];
/** Transfers of one asset between two accounts of a flow. */
export type FlowEdge = MoneyFlow['edges'][number];

const DECIMAL = /^\d{1,60}(\.\d{1,30})?$/;

/** Where the money of an address went, or came from, hop by hop. */
export const getMoneyFlow = defineEndpoint({
  id: 'getMoneyFlow',
  path: '/addresses/{address_hash_param}/flow',
  query: z.strictObject({
    direction: enumParam(['out', 'in'])
      .optional()
      .meta({ description: '`out`: where money went; `in`: where it came from. Default: out.' }),
    asset: z
      .union([z.literal('native'), z.string().regex(ADDRESS_HASH)], {
        error: 'Neither native nor an address',
      })
      .optional()
      .meta({ description: 'Only the coin (`native`), or only this token.', example: 'native' }),
    least: z.string().regex(DECIMAL, { error: 'Invalid amount' }).optional().meta({
      description: 'Only branches of at least this sum, in whole coins or tokens; unknown sums are left out.',
    }),
    transaction: hashParam
      .optional()
      .meta({ description: 'The first step is made in this transaction; without it, at any time.' }),
    open: addressesParam.optional().meta({
      description: `Accounts to go on from, comma-separated: each where it first appears, the first ${MAX_OPENED}.`,
    }),
    ...spanParams,
  }),
  response: flow,
  credits: 100,
  errors: [404, 422],
  summary: 'Follow the money',
  description: `Where the coin and the tokens of an address went, or came from, step by step in order of time: a step from an account only has transfers after the money arrived there (or, backwards, before it left). Transfers of tokens, values of transactions and traced transfers of coin count alike. Up to ${MAX_FLOW_SCAN} transfers of each kind are read of an account, the nearest in time first; branches are the ${MAX_BRANCHES} with most transfers, or with the largest sums of one asset. Nothing follows behind pools, tokens, labeled contracts and busy accounts.`,
});
