import { z } from 'zod';
import { listTokenTypes, TRANSFER_KINDS, typesWith } from '@/lib/evm/token-standards';
import { address } from './address-mention';
import { defineEndpoint, pageNote, pageOf } from './endpoint';
import { hash32, integerString, jsonInteger, timestamp, tokenType } from './formats';
import { spanParams } from './list-filter';
import {
  addressParam,
  cursorCount,
  cursorParam,
  directionParam,
  hashParam,
  integerParam,
  itemsCountParam,
  limitParam,
  tokenTypesParam,
} from './params';
import { priceThen } from './price-source';
import { token, tokenInstance } from './token';

const total = z
  .object({
    decimals: integerString.nullable().default(null),
    value: integerString.nullable().default(null),
    token_id: integerString.nullable().optional().meta({ description: 'Only for NFT standards.' }),
    token_instance: tokenInstance.nullable().optional().meta({ description: 'Only for NFT standards.' }),
  })
  .meta({ id: 'TransferTotal' });

const shape = {
  transaction_hash: hash32,
  block_hash: hash32,
  block_number: z.int().nullable().default(null),
  timestamp: timestamp.nullable(),
  from: address,
  to: address,
  method: z.string().nullable(),
  type: z.enum(TRANSFER_KINDS),
  token,
  token_type: tokenType.nullable().default(null),
  total: total.nullable(),
  encrypted_amount: z
    .string()
    .nullable()
    .default(null)
    .meta({
      description: `Handle of the encrypted amount, ${typesWith('encrypted')} only.`,
    }),
  is_unsigned_zero: z.boolean().default(false).meta({
    description:
      'A zero-value transfer, not a mint, whose sender did not sign the transaction: typical of address poisoning, but some are harmless.',
  }),
  is_wrap: z.boolean().default(false).meta({
    description:
      'A deposit or withdrawal of a wrapped coin, listed as a mint or burn: coin exchanged 1:1 for the token, or back.',
  }),
  ...priceThen,
};

/** A transfer in a transaction's list, as the specification types it. */
const specifiedTokenTransfer = z
  .object({ ...shape, log_index: integerString })
  .meta({ id: 'SpecifiedTokenTransfer' });
/** A transfer. */
export const tokenTransfer = z.object({ ...shape, log_index: z.int() }).meta({ id: 'TokenTransfer' });

/** What a transfer moved. */
export const movedTokens = z
  .object({
    token: shape.token,
    token_type: shape.token_type,
    total: shape.total,
    encrypted_amount: shape.encrypted_amount,
  })
  .meta({ id: 'MovedTokens' });

/** A transfer. */
export type TokenTransfer = z.output<typeof tokenTransfer>;
/** A transfer in a transaction's list, as the specification types it. */
export type SpecifiedTokenTransfer = z.output<typeof specifiedTokenTransfer>;

const nextPage = z
  .object({
    block_number: jsonInteger.optional(),
    index: jsonInteger.optional(),
    batch_block_hash: hash32.optional(),
    batch_log_index: jsonInteger.optional(),
    batch_transaction_hash: hash32.optional(),
    index_in_batch: jsonInteger.optional(),
  })
  .meta({
    id: 'TokenTransfersNextPage',
    description: 'Merge into the query to get the next page; send the type filter again.',
  });

/** Cursor of transfers. */
export const transfersCursor = {
  block_number: cursorCount,
  index: cursorParam(integerParam()),
  batch_block_hash: cursorParam(hashParam),
  batch_log_index: cursorParam(integerParam()),
  batch_transaction_hash: cursorParam(hashParam),
  index_in_batch: cursorParam(integerParam()),
};

/** A transaction's token transfers in log order; items of a batch last to first. */
export const listTransactionTokenTransfers = defineEndpoint({
  id: 'listTransactionTokenTransfers',
  path: '/transactions/{transaction_hash_param}/token-transfers',
  query: z.strictObject({
    type: tokenTypesParam.optional(),
    ...transfersCursor,
    items_count: integerParam({ minimum: 1 })
      .optional()
      .meta({ description: 'Items per page, at most 100. Default: 50.' }),
  }),
  response: pageOf(tokenTransfer, nextPage)
    .extend({ meta: pageNote(['partial'], 'Null unless the block is not indexed yet.') })
    .meta({ id: 'TokenTransfersPage' }),
  specified: pageOf(specifiedTokenTransfer, nextPage).meta({ id: 'SpecifiedTokenTransfersPage' }),
  credits: 30,
  summary: 'Token transfers of a transaction',
  description: `${listTokenTypes('and')} transfers, and deposits and withdrawals of wrapped coins.`,
});

const list = {
  response: pageOf(tokenTransfer, nextPage).meta({
    id: 'TokenTransferList',
    outputId: 'TokenTransferListObject',
  }),
} as const;
const listCursor = { ...transfersCursor, items_count: itemsCountParam };

/** All token transfers, newest first. */
export const listTokenTransfers = defineEndpoint({
  ...list,
  id: 'listTokenTransfers',
  path: '/token-transfers',
  query: z.strictObject({ type: tokenTypesParam.optional(), limit: limitParam, ...listCursor }),
  summary: 'Token transfers',
  description: 'All token transfers, newest first; batch items are listed separately, last first.',
});

/** A token's transfers, newest first. */
export const listTransfersOfToken = defineEndpoint({
  ...list,
  id: 'listTransfersOfToken',
  credits: 30,
  path: '/tokens/{address_hash_param}/transfers',
  query: z.strictObject(listCursor),
  summary: 'Transfers of a token',
  description: 'Transfers of a token, newest first; batch items are listed separately, last first.',
});

/** An NFT's transfers, newest first. */
export const listTransfersOfInstance = defineEndpoint({
  ...list,
  id: 'listTransfersOfInstance',
  path: '/tokens/{address_hash_param}/instances/{token_id_param}/transfers',
  query: z.strictObject({ ...listCursor, token_id: cursorParam(integerParam()) }),
  summary: 'Transfers of an NFT instance',
  description:
    'Transfers of an NFT, newest first; of a batch, only its item. 404 for an unknown or ERC-20 token.',
});

/** An address's token transfers, newest first. */
export const listTransfersOfAddress = defineEndpoint({
  ...list,
  id: 'listTransfersOfAddress',
  credits: 30,
  path: '/addresses/{address_hash_param}/token-transfers',
  query: z.strictObject({
    filter: directionParam,
    type: tokenTypesParam.optional(),
    token: addressParam.optional().meta({ description: 'Only transfers of this token.' }),
    ...spanParams,
    ...listCursor,
  }),
  summary: 'Token transfers of an address',
  description: 'Token transfers from or to an address, newest first. Repeat the filters on each page.',
});
