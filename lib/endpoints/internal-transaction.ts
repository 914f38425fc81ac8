import { z } from 'zod';
import { REVERTED_BY_PARENT } from '@/lib/evm/call-outcome';
import { INTERNAL_TYPES } from '@/lib/evm/internal-types';
import { address } from './address-mention';
import { decodedCall, decodedInputSource } from './decoded-call';
import { defineEndpoint, listPageOf, messageCode, searchFrom } from './endpoint';
import { count, hash32, integerString, timestamp } from './formats';
import { spanParams, transactionFilterParams } from './list-filter';
import { cursorCount, directionParam, enumParam, hashParam, itemsCountParam, limitParam } from './params';

const internalTransaction = z
  .object({
    block_number: count,
    transaction_hash: hash32,
    transaction_index: count,
    index: count.meta({ description: 'Index in execution order; 0 is the transaction itself.' }),
    timestamp,
    type: z.enum(INTERNAL_TYPES),
    from: address,
    to: address.nullable(),
    created_contract: address.nullable(),
    value: integerString.meta({
      description: 'In wei; 0 for calls that transfer nothing themselves, such as delegatecall.',
    }),
    gas_limit: integerString.nullable(),
    success: z.boolean().meta({ description: 'False if it or an enclosing call failed.' }),
    error: z.string().nullable().meta({
      description: "The node's words; `Reverted by parent` if only an enclosing call failed.",
    }),
    gas_used: integerString.nullable().default(null),
    depth: count.nullable().default(null).meta({ description: 'Number of enclosing calls.' }),
    is_undone: z.boolean().nullable().default(null).meta({
      description: 'It or an enclosing call failed, so its effects were reverted.',
    }),
    method: z.string().nullable().default(null),
    decoded_input: decodedCall.nullable().default(null),
    decoded_input_source: decodedInputSource,
    revert_reason: z.string().nullable().default(null),
  })
  .meta({ id: 'InternalTransaction', outputId: 'InternalTransactionObject' });

/** An internal transaction. */
export type InternalTransaction = z.output<typeof internalTransaction>;

/** The error of a call that failed itself; null if it did not, or only a call around it did. */
export function ownErrorOf({ error }: Pick<InternalTransaction, 'error'>): string | null {
  return error === REVERTED_BY_PARENT ? null : error;
}

const listMeta = z
  .object({
    status: z.enum(['unavailable', 'partial']),
    message: z.string(),
    ...messageCode,
    search_from: searchFrom,
  })
  .meta({ id: 'InternalTransactionsMeta', description: 'Null if the list is complete.' });
/** Why a list is incomplete; null when it is complete. */
export type InternalTransactionsMeta = z.output<typeof listMeta> | null;

/** Cursor of internal transactions. */
export const internalTransactionsCursor = {
  block_number: cursorCount,
  transaction_index: cursorCount,
  index: cursorCount,
  items_count: itemsCountParam,
};
const common = {
  response: listPageOf(internalTransaction, { block_number: count, transaction_index: count, index: count })
    .extend({
      meta: listMeta.nullable().default(null),
    })
    .meta({ id: 'InternalTransactionsPage', outputId: 'InternalTransactionsPageObject' }),
} as const;
const HONESTY = "They come from the node's traces: without traces the list is empty, and `meta` says so.";

/** A transaction's internal transactions in execution order. */
export const listTransactionInternals = defineEndpoint({
  ...common,
  id: 'listTransactionInternals',
  path: '/transactions/{transaction_hash_param}/internal-transactions',
  query: z.strictObject(internalTransactionsCursor),
  credits: 40,
  summary: 'Internal transactions of a transaction',
  description: `Calls made during a transaction, in execution order, excluding the outermost unless it is a creation. ${HONESTY}`,
});

/** An address's internal transactions, newest first. */
export const listAddressInternals = defineEndpoint({
  ...common,
  id: 'listAddressInternals',
  path: '/addresses/{address_hash_param}/internal-transactions',
  query: z.strictObject({
    filter: directionParam,
    min_value: transactionFilterParams.min_value,
    ...spanParams,
    ...internalTransactionsCursor,
  }),
  credits: 40,
  summary: 'Internal transactions of an address',
  description: `Internal transactions from or to an address, newest first, including its creation. With \`min_value\`, only those of at least that value; up to 100,000 are searched per page: if none matches, \`meta\` says where to continue. Repeat the filters on each page. ${HONESTY}`,
});

/** A block's internal transactions in execution order. */
export const listBlockInternals = defineEndpoint({
  ...common,
  id: 'listBlockInternals',
  path: '/blocks/{block_hash_or_number_param}/internal-transactions',
  query: z.strictObject({
    internal_type: enumParam(['call', 'create', 'create2', 'reward', 'selfdestruct', 'stop'])
      .optional()
      .meta({ description: 'Only internal transactions of this type.' }),
    call_type: enumParam(['call', 'callcode', 'delegatecall', 'staticcall'])
      .optional()
      .meta({ description: 'Only calls of this type.' }),
    ...internalTransactionsCursor,
  }),
  summary: 'Internal transactions of a block',
  description: `Internal transactions of a block, in execution order. Repeat the filters on each page. ${HONESTY}`,
});

/** All internal transactions, newest first. */
export const listInternalTransactions = defineEndpoint({
  ...common,
  id: 'listInternalTransactions',
  path: '/internal-transactions',
  query: z.strictObject({
    transaction_hash: hashParam
      .optional()
      .meta({ description: 'Only internal transactions of this transaction.' }),
    limit: limitParam,
    ...internalTransactionsCursor,
  }),
  summary: 'Internal transactions',
  description: `All internal transactions, newest first, or those of one transaction. ${HONESTY}`,
});
