import { z } from 'zod';
import { address } from './address-mention';
import { defineEndpoint, listPageOf } from './endpoint';
import { fheBlockUsage, fheUsage } from './fhe-deployment';
import { addressHash, count, hash32, integerString, timestamp } from './formats';
import { addressParam, cursorCount, cursorParam, listQuery } from './params';
import { IS_CONFIRMED, token } from './token';
import { listedTransaction, nextMined } from './transaction';

/** Newest FHE operations that are ranked; of one caller. */
export const SAMPLED_OPERATIONS = 50_000;
/** Newest FHE operations of one contract that its profile is of. */
export const PROFILED_OPERATIONS = 10_000;

/** Confidential tokens of a chain that its activity has. */
export const MAX_FHE_TOKENS = 20;

const SAMPLE = `the newest ${SAMPLED_OPERATIONS.toLocaleString('en')} operations`;

const sums = { operation_count: count, transaction_count: count, total_hcu: count };

const kind = z
  .object({
    operation: z.string().meta({ description: 'Name of the event.', example: 'FheAdd' }),
    type: z.string().meta({ description: 'As in the FHE operations of a transaction.' }),
    ...sums,
  })
  .meta({ id: 'FheOperationKind' });

const sample = z
  .object({ from_block: count.nullable().meta({ description: 'Null without operations.' }), ...sums })
  .meta({ id: 'FheSample', description: 'The operations that were counted.' });

const confidentialToken = z
  .object({
    token,
    is_confirmed: z.boolean().nullable().meta({ description: IS_CONFIRMED }),
  })
  .meta({ id: 'FheConfidentialToken' });

/** A confidential token, and whether its values are those of a known deployment. */
export type FheConfidentialToken = z.output<typeof confidentialToken>;

const activity = z
  .object({
    deployments: z
      .array(fheUsage.pick({ deployment: true, limits: true }))
      .meta({ description: 'The main one first, with its limits after the newest block.' }),
    operations_count: integerString,
    total_hcu: integerString,
    transactions_count: integerString.meta({ description: 'With at least one FHE operation.' }),
    confidential_transfers_count: integerString,
    sample,
    callers_count: count.meta({ description: 'Contracts and accounts that called for sampled operations.' }),
    kinds: z.array(kind).meta({ description: 'The sampled operations by name, most HCU first.' }),
    tokens: z.array(confidentialToken).max(MAX_FHE_TOKENS).default([]).meta({
      description:
        'Confidential tokens: those that are confirmed first, then by holders seen; not confirmed ones last.',
    }),
    opened_count: count.meta({
      description:
        'Logs in the blocks of the sample by which an ACL made handles publicly decryptable, of its newest 100,000 logs.',
    }),
  })
  .meta({ id: 'FheActivity' });

/** Confidential activity of a chain. */
export type FheActivity = z.output<typeof activity>;

/** Confidential activity of a chain. */
export const getFheActivity = defineEndpoint({
  id: 'getFheActivity',
  path: '/fhe',
  tag: 'chain',
  credits: 50,
  response: activity,
  summary: 'FHE activity',
  description: `The fhEVM deployments of a chain with their limits, its FHE operations in total, and ${SAMPLE} by name; at most a minute old.`,
});

const fheTransaction = listedTransaction
  .extend({
    total_hcu: count.meta({ description: 'Of all its FHE operations.' }),
    max_depth_hcu: count,
  })
  .meta({ id: 'FheTransaction' });

/** A transaction with FHE operations, and what they cost. */
export type FheTransaction = z.output<typeof fheTransaction>;

/** Transactions with FHE operations, newest first. */
export const listFheTransactions = defineEndpoint({
  id: 'listFheTransactions',
  path: '/fhe/transactions',
  tag: 'chain',
  query: listQuery({
    caller: addressParam
      .optional()
      .meta({ description: 'Only those in which this contract or account called for operations.' }),
    block_number: cursorCount,
    index: cursorCount,
  }),
  response: listPageOf(fheTransaction, nextMined.omit({ items_count: true }).shape).meta({
    id: 'FheTransactionsPage',
  }),
  summary: 'FHE transactions',
  description:
    'Transactions with FHE operations, newest first, with what all of them cost. Repeat the filter on each page.',
});

const fheBlock = z
  .object({
    height: count,
    timestamp,
    transactions_count: count.meta({ description: 'With at least one FHE operation.' }),
    fhe_operations_count: count,
    total_hcu: integerString,
    deployments: z
      .array(fheBlockUsage)
      .meta({ description: 'What it used of each, with the limits at its end.' }),
  })
  .meta({ id: 'FheBlock' });

/** A block with FHE operations. */
export type FheBlock = z.output<typeof fheBlock>;

/** Blocks with FHE operations, newest first. */
export const listFheBlocks = defineEndpoint({
  id: 'listFheBlocks',
  path: '/fhe/blocks',
  tag: 'chain',
  credits: 50,
  query: listQuery({ block_number: cursorCount }),
  response: listPageOf(fheBlock, { block_number: count }).meta({ id: 'FheBlocksPage' }),
  summary: 'FHE blocks',
  description:
    'Blocks with FHE operations, newest first: HCU against the cap of a block, and who used it. Others are left out.',
});

const fheCaller = z.object({ caller: address, ...sums }).meta({ id: 'FheCaller' });

/** Who calls for FHE operations. */
export type FheCaller = z.output<typeof fheCaller>;

/** Callers of FHE operations, most HCU first. */
export const listFheCallers = defineEndpoint({
  id: 'listFheCallers',
  path: '/fhe/callers',
  tag: 'chain',
  credits: 50,
  query: listQuery({ total_hcu: cursorCount, caller_hash: cursorParam(addressParam) }),
  response: listPageOf(fheCaller, { total_hcu: count, caller_hash: addressHash })
    .extend({ sample })
    .meta({ id: 'FheCallersPage' }),
  summary: 'FHE callers',
  description: `Contracts and accounts that called the executor, by HCU in ${SAMPLE}, at most a minute old.`,
});

const spread = z
  .object({ minimum: count, quarter: count, median: count, three_quarters: count, maximum: count })
  .meta({ id: 'FheSpread', description: 'Quartiles, each the value of one transaction.' });

const profile = z
  .object({
    sample,
    operations: spread.nullable().meta({ description: 'Operations of a transaction.' }),
    hcu: spread.nullable().meta({ description: 'HCU of a transaction.' }),
    kinds: z.array(kind).meta({ description: 'Most HCU first.' }),
    functions: z
      .array(
        z.object({
          method: z.string().nullable().meta({
            description:
              'The function that the transaction called; null: of another contract, which called this one.',
          }),
          ...sums,
          median_hcu: count,
          maximum_hcu: count,
        }),
      )
      .max(20)
      .meta({ description: 'Most HCU first.' }),
  })
  .meta({ id: 'FheProfile' });

/** What a contract computes on encrypted values. */
export type FheProfile = z.output<typeof profile>;

/** What a contract computes on encrypted values. */
export const getAddressFheProfile = defineEndpoint({
  id: 'getAddressFheProfile',
  path: '/addresses/{address_hash_param}/fhe/profile',
  credits: 50,
  response: profile,
  summary: 'FHE profile of a contract',
  description: `FHE operations that an address called for: how many a transaction, at what cost, by function. Of its newest ${PROFILED_OPERATIONS.toLocaleString('en')} operations; of a block in which that limit falls, none.`,
});

/** Newest confidential transfers that are read of an address, each way. */
export const READ_TRANSFERS = 1_000;

const heldToken = z
  .object({
    token,
    transfers_count: count.meta({ description: 'Among those that were read.' }),
    last_change: z
      .object({
        block_number: count,
        timestamp,
        transaction_hash: hash32,
        log_index: count,
        direction: z.enum(['in', 'out', 'self']),
        encrypted_amount: hash32
          .nullable()
          .meta({ description: 'Handle of the amount that was moved, not of the balance.' }),
      })
      .meta({ description: 'The newest transfer.' }),
  })
  .meta({ id: 'HeldConfidentialToken' });

/** A confidential token that an address has moved. */
export type HeldConfidentialToken = z.output<typeof heldToken>;

/** Confidential tokens of an address. */
export const listAddressFheTokens = defineEndpoint({
  id: 'listAddressFheTokens',
  path: '/addresses/{address_hash_param}/fhe/tokens',
  response: z.object({ items: z.array(heldToken).max(50) }).meta({ id: 'HeldConfidentialTokens' }),
  summary: 'Confidential tokens of an address',
  description: `ERC-7984 tokens that an address has received or sent, the last moved first, up to 50, with the newest transfer of each. Balances are encrypted: it may hold none of them any more. Of its newest ${READ_TRANSFERS.toLocaleString('en')} confidential transfers each way.`,
});
