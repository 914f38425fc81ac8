import { z } from 'zod';
import { TRANSACTION_KINDS } from '@/lib/evm/transaction-kinds';
import { address } from './address-mention';
import { declaredInputs, decodedCall, decodedInputSource, nestedCalls, revertReason } from './decoded-call';
import { BATCHES_ONCE, defineEndpoint, pageOf, searchNote } from './endpoint';
import { addressHash, count, hash32, hexData, integerString, jsonInteger, timestamp } from './formats';
import { transactionFilterParams } from './list-filter';
import {
  cursorCount,
  cursorParam,
  directionParam,
  enumListParam,
  enumParam,
  hashParam,
  integerParam,
  itemsCountParam,
  orderParam,
  timestampParam,
} from './params';
import { priceNow, priceThen } from './price-source';
import { movedTokens, tokenTransfer } from './token-transfer';
import { failure } from './transaction-failure';

const authorization = z
  .object({
    address_hash: addressHash,
    authority: addressHash.nullable(),
    chain_id: jsonInteger,
    nonce: integerString,
    r: integerString,
    s: integerString,
    v: jsonInteger,
    status: z.string().nullable(),
  })
  .meta({ id: 'SignedAuthorization' });

const action = z.object({
  protocol: z.string(),
  type: z.string(),
  data: z.record(z.string(), z.unknown()),
});

const shape = {
  hash: hash32,
  status: z.enum(['ok', 'error']).nullable().meta({
    description: 'Null while pending, and before Byzantium if there are no traces.',
  }),
  result: z.string().meta({
    description:
      "success, pending, dropped/replaced, awaiting_internal_transactions if the status is not known, else the node's error.",
    examples: ['success', 'execution reverted', 'out of gas'],
  }),
  block_number: z.int().nullable(),
  timestamp: timestamp.nullable(),
  position: z.int().nullable(),
  confirmations: count,
  confirmation_duration: z.array(z.number()).max(2).meta({
    description:
      'Lower and upper bound of the time from first seen to inclusion, in milliseconds; 0 and the average block time if it was not seen before (`first_seen_at` is null). Empty while pending.',
  }),
  first_seen_at: timestamp.nullable().default(null).meta({
    description:
      'When the index first saw it in the mempool, by its own clock; null if it was first seen in a block.',
  }),
  replaced_by: hash32.nullable().default(null).meta({
    description: 'For a dropped transaction, the confirmed one with the same sender and nonce.',
  }),
  from: address,
  to: address.nullable(),
  created_contract: address.nullable(),
  value: integerString,
  fee: z.object({ type: z.enum(['maximum', 'actual']), value: integerString.nullable() }).meta({
    description: 'In wei, with l1_fee and operator_fee, without blobs; the maximum while pending.',
  }),
  gas_limit: integerString,
  gas_used: integerString.nullable(),
  gas_price: integerString.nullable(),
  base_fee_per_gas: integerString.nullable(),
  max_fee_per_gas: integerString.nullable(),
  max_priority_fee_per_gas: integerString.nullable(),
  priority_fee: integerString
    .nullable()
    .meta({ description: 'In wei, above the base fee; null for types without a priority fee.' }),
  transaction_burnt_fee: integerString
    .nullable()
    .meta({ description: 'Base fee in wei; null for types without a maximum fee.' }),
  type: z.int().nullable(),
  nonce: jsonInteger,
  method: z
    .string()
    .nullable()
    .meta({
      description: 'Name of the called function, or its selector; null if no contract is called.',
      examples: ['transfer', '0xa9059cbb'],
    }),
  raw_input: hexData,
  decoded_input: decodedCall.nullable(),
  decoded_input_source: decodedInputSource,
  revert_reason: revertReason.nullable().meta({
    description: 'Decoded if possible, else as returned; as a string in `failure.reason`.',
  }),
  decoded_revert_reason: decodedCall.nullable().default(null),
  revert_reason_source: z.enum(['trace', 'replay']).nullable().default(null).meta({
    description:
      'trace: from the trace of the block; replay: from executing the call again on the parent block.',
  }),
  token_transfers_overflow: z.boolean().nullable(),
  transaction_types: z.array(z.string()).meta({
    description: `All that apply, in this order: ${TRANSACTION_KINDS.join(', ')}.`,
    examples: [['coin_transfer', 'contract_call']],
  }),
  has_error_in_internal_transactions: z
    .boolean()
    .nullable()
    .meta({ description: 'Null if the node has no traces.' }),
  actions: z.array(action).meta({ description: 'Its actions in Aave v3 and Uniswap v3.' }),
  ...priceNow,
  ...priceThen,
  transaction_tag: z.string().nullable(),
  fhe_operations_count: count.default(0),
  token_transfers_count: count.nullable().default(null).meta({ description: BATCHES_ONCE }),
  logs_count: count.nullable().default(null),
  internal_transactions_count: count.nullable().default(null),
  authorization_list: z.array(authorization).default([]),
  is_pending_update: z.boolean().nullable().default(false).meta({
    description:
      "True if its block is not indexed: the fields then come from the node's transaction and receipt only.",
  }),
  l1_fee: integerString.nullable().default(null),
  operator_fee: integerString.nullable().default(null),
  max_fee_per_blob_gas: integerString.nullable().default(null),
  blob_gas_used: integerString.nullable().default(null),
  blob_gas_price: integerString.nullable().default(null),
  blob_versioned_hashes: z.array(hash32).default([]),
};

const transaction = z
  .object({
    ...shape,
    token_transfers: z.array(tokenTransfer),
    failure: failure.nullable().default(null).meta({ description: 'Why it failed; null unless it did.' }),
    declared_inputs: declaredInputs,
    other_decoded_inputs: z.array(decodedCall).default([]).meta({
      description:
        'If `decoded_input` is guessed: calls of other functions with the same selector whose arguments also re-encode to exactly the input, likeliest first. At most 7.',
    }),
    created_contracts: z.array(address).default([]).meta({
      description:
        'Contracts that calls of the transaction created, according to its trace, the first 20. Not the one that the transaction itself created.',
    }),
    ...nestedCalls,
  })
  .meta({ id: 'Transaction' });
/** Transaction info as the specification types it. */
const specifiedTransaction = transaction
  .extend({
    gas_limit: jsonInteger,
    revert_reason: z.string().nullable().meta({ description: 'Decoded if possible, else hex.' }),
  })
  .meta({ id: 'SpecifiedTransaction' });
const NOT_READ = 'Not included in lists; see transaction info.';
/** A transaction in a list, where `token_transfers` is null. */
export const listedTransaction = z
  .object({
    ...shape,
    token_transfers: z.array(tokenTransfer).nullable().meta({ description: NOT_READ }),
    token_transfers_overflow: shape.token_transfers_overflow.meta({ description: NOT_READ }),
    actions: shape.actions.meta({ description: `Empty. ${NOT_READ}` }),
    authorization_list: shape.authorization_list.meta({ description: `Empty. ${NOT_READ}` }),
    moved: movedTokens.optional().meta({
      description:
        'Only of a transaction that moved tokens and no coin of its own: the first transfer from its sender, else the first one to its sender, else the first.',
    }),
  })
  .meta({ id: 'ListedTransaction' });

/** Transaction info. */
export type Transaction = z.output<typeof transaction>;
/** Transaction info as the specification types it. */
export type SpecifiedTransaction = z.output<typeof specifiedTransaction>;
/** A transaction in a list. */
export type ListedTransaction = z.output<typeof listedTransaction>;

/** One transaction. */
export const getTransaction = defineEndpoint({
  id: 'getTransaction',
  path: '/transactions/{transaction_hash_param}',
  response: transaction,
  specified: specifiedTransaction,
  summary: 'Transaction info',
  description: 'A transaction, with its first ten token transfers.',
});

/** Cursor of transactions. */
export const transactionsCursor = {
  block_number: cursorCount,
  index: cursorCount,
  items_count: itemsCountParam,
};
/** Cursor of pending transactions. */
export const pendingCursor = {
  inserted_at: cursorParam(timestampParam),
  hash: cursorParam(hashParam),
};
/** Next cursor after a mined transaction. */
export const nextMined = z.object({ block_number: count, index: count, items_count: count });
/** Next cursor after a pending transaction. */
export const nextPending = z.object({ inserted_at: timestamp, hash: hash32, items_count: count });
/** A page of transactions. */
export const transactionsPage = pageOf(listedTransaction, nextMined).meta({ id: 'TransactionsPage' });
/** A page whose pending transactions come first and have a cursor of their own. */
const mixedTransactionsPage = pageOf(listedTransaction, z.union([nextMined, nextPending])).meta({
  id: 'MixedTransactionsPage',
});

const searchedTransactionsPage = mixedTransactionsPage
  .extend({
    meta: searchNote.unwrap().optional().meta({
      description: 'Only with `fhe_operations_count`: null unless the search found nothing within its limit.',
    }),
  })
  .meta({ id: 'SearchedTransactionsPage' });

/** All transactions, newest first. */
export const listTransactions = defineEndpoint({
  id: 'listTransactions',
  path: '/transactions',
  query: z.strictObject({
    filter: enumParam(['validated', 'pending']).optional().meta({
      description: '`validated`: confirmed transactions, the default; `pending`: those in the mempool.',
    }),
    type: enumParam(['blob_transaction'])
      .optional()
      .meta({ description: 'Only for confirmed transactions.' }),
    fhe_operations_count: integerParam({ minimum: 1, maximum: 1_000_000 })
      .optional()
      .meta({ description: 'Only confirmed transactions with at least so many FHE operations.' }),
    order: orderParam,
    ...transactionsCursor,
    ...pendingCursor,
  }),
  response: searchedTransactionsPage,
  summary: 'Transactions',
  description:
    "All indexed transactions, newest first, or oldest first with `order=asc`. With the filter `pending`, those in the node's mempool, newest first; none if the node does not expose it. With `fhe_operations_count`, up to 10,000 transactions with FHE operations are searched per page: if none has as many, `meta` says where to continue. Repeat filters and order on each page.",
});

/** A block's transactions, last first. */
export const listBlockTransactions = defineEndpoint({
  id: 'listBlockTransactions',
  path: '/blocks/{block_hash_or_number_param}/transactions',
  query: z.strictObject({
    type: enumListParam(TRANSACTION_KINDS)
      .optional()
      .meta({ description: 'Transaction types to include, comma-separated: values of `transaction_types`.' }),
    ...transactionsCursor,
  }),
  response: transactionsPage,
  summary: 'Transactions of a block',
  description: 'Transactions of a block, highest position first. Repeat the filter on each page.',
});

const addressTransactionsPage = pageOf(
  listedTransaction,
  z.union([
    nextMined.extend({ value: integerString }),
    nextMined.extend({ fee: integerString }),
    nextMined,
    nextPending,
  ]),
)
  .extend({ meta: searchNote })
  .meta({ id: 'AddressTransactionsPage', outputId: 'AddressTransactionsPageObject' });

/** An address's transactions and the one that created it, newest first. */
export const listAddressTransactions = defineEndpoint({
  id: 'listAddressTransactions',
  path: '/addresses/{address_hash_param}/transactions',
  query: z.strictObject({
    filter: directionParam,
    ...transactionFilterParams,
    sort: enumParam(['block_number', 'value', 'fee'])
      .optional()
      .meta({ description: 'Default: block_number.' }),
    order: orderParam,
    ...transactionsCursor,
    ...pendingCursor,
    value: cursorParam(integerParam()),
    fee: cursorParam(integerParam()),
  }),
  response: addressTransactionsPage,
  summary: 'Transactions of an address',
  description:
    'Transactions from or to an address, and the one that created it, newest first, after the pending ones. With `order=asc`, oldest first; with `sort=value` or `sort=fee`, highest first, for addresses with at most 1,000 transactions (others are rejected). Both list confirmed transactions only, as do all filters but `filter`, the only one for sorted lists. With `method`, `counterparty`, `min_value` or `only`, up to 100,000 transactions are searched per page: if none matches, `meta` says where to continue. Repeat filters, sort and order on each page.',
});
