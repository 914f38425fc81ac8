import { z } from 'zod';
import { address } from './address-mention';
import { BATCHES_ONCE, defineEndpoint, listPageOf, messageCode } from './endpoint';
import { fheBlockUsage } from './fhe-deployment';
import { count, decimalString, hash32, hexData, integerString, timestamp } from './formats';
import { periodParams } from './list-filter';
import { cursorCount, enumParam, itemsCountParam, listQuery, orderParam } from './params';

/** A block: percentages are 0 to 100, fees in wei. */
export const block = z
  .object({
    height: count,
    hash: hash32,
    parent_hash: hash32,
    timestamp,
    type: z.enum(['block', 'uncle', 'reorg']),
    miner: address,
    size: count.nullable(),
    nonce: hexData.nullable(),
    difficulty: integerString.nullable(),
    total_difficulty: integerString.nullable(),
    gas_limit: integerString,
    gas_used: integerString,
    gas_used_percentage: z.number(),
    gas_target_percentage: z
      .number()
      .meta({ description: 'Gas used relative to the target, half of the limit: -100 to 100.' }),
    base_fee_per_gas: integerString.nullable(),
    transaction_fees: integerString.nullable().meta({
      description: 'Gas fees of its transactions, without fees for blobs and the L1 fees of OP Stack chains.',
    }),
    burnt_fees: integerString.nullable().meta({ description: 'Of `transaction_fees`.' }),
    burnt_fees_percentage: z.number().nullable(),
    priority_fee: integerString.nullable(),
    transactions_count: count,
    internal_transactions_count: count.nullable(),
    withdrawals_count: count.nullable(),
    uncles_hashes: z.array(z.object({ hash: hash32 })),
    rewards: z.array(z.object({ type: z.string(), reward: integerString })),
    is_pending_update: z.boolean().nullable().default(false),
    blob_gas_used: integerString.nullable().default(null),
    excess_blob_gas: integerString.nullable().default(null),
    token_transfers_count: count.nullable().default(null).meta({ description: BATCHES_ONCE }),
    fhe_operations_count: count.default(0),
    total_hcu: integerString.default('0'),
    fhe_deployments: z.array(fheBlockUsage).nullable().default(null).meta({
      description:
        'What it used of each fhEVM deployment, with the limits at its end. Null in lists, and in blocks without FHE operations.',
    }),
    extra_data: hexData.nullable().default(null),
    state_root: hash32.nullable().default(null),
    transactions_root: hash32.nullable().default(null),
    receipts_root: hash32.nullable().default(null),
    slot_number: integerString.nullable().default(null).meta({
      description: 'Slot of the consensus layer, from the header (EIP-7843); null where it has none.',
    }),
    skipped_slots_count: integerString.nullable().default(null).meta({
      description:
        'Slots since the parent block that have no block here: missed, or without payload (EIP-7732). Null unless both headers have a slot and the parent is indexed.',
    }),
    builder_withdrawals: z
      .object({ count, amount: integerString.meta({ description: 'In wei.' }) })
      .nullable()
      .default(null)
      .meta({
        description:
          'Withdrawals from stakes of builders, which pay proposers for payloads (EIP-7732); null where the header has no slot.',
      }),
    block_access_list_hash: hash32.nullable().default(null).meta({
      description: 'Hash of the access list in the header (EIP-7928); null where it has none.',
    }),
    access_list: z
      .object({
        bytes: count.meta({ description: 'Of the list as RLP.' }),
        accounts_count: count,
        changed_slots_count: count,
        read_slots_count: count,
      })
      .nullable()
      .default(null)
      .meta({
        description:
          'Size of the access list (EIP-7928); null where the header commits to none, or no node gave it.',
      }),
    confirmations: count.nullable().default(null),
    proof: z
      .object({
        status: z.enum(['proven', 'unproven', 'unprovable']),
        reason: z.string().nullable().meta({ description: 'Why blocks of this chain cannot be proven.' }),
        ...messageCode,
      })
      .nullable()
      .default(null)
      .meta({
        description:
          'Whether the index has proven the block, from its hash to the last log, at any time. unproven: stored without proof.',
      }),
  })
  .meta({ id: 'Block' });

/** A block. */
export type Block = z.output<typeof block>;

const blocksPage = listPageOf(block, { block_number: count }).meta({
  id: 'BlocksPage',
});

/** All blocks, newest first. */
export const listBlocks = defineEndpoint({
  id: 'listBlocks',
  path: '/blocks',
  query: z.strictObject({
    type: enumParam(['block', 'uncle', 'reorg'])
      .optional()
      .meta({ description: 'Only canonical blocks are stored: `uncle` and `reorg` match none.' }),
    order: orderParam,
    to_period: periodParams.to_period,
    block_number: cursorCount,
    items_count: itemsCountParam,
  }),
  response: blocksPage,
  summary: 'Blocks',
  description:
    'All indexed blocks, newest first, or oldest first with `order=asc`; up to a day or time with `to_period`.',
});

/** Blocks whose fee recipient is an address, newest first. */
export const listAddressBlocks = defineEndpoint({
  id: 'listAddressBlocks',
  path: '/addresses/{address_hash_param}/blocks-validated',
  query: listQuery({
    block_number: cursorCount,
  }),
  response: blocksPage,
  summary: 'Blocks of an address',
  description: 'Blocks whose fee recipient is the address, newest first.',
});

/** One block by height or hash. */
export const getBlock = defineEndpoint({
  id: 'getBlock',
  path: '/blocks/{block_hash_or_number_param}',
  response: block,
  summary: 'Block info',
  description: 'A block, by number or hash.',
});

/** When a future block is expected. */
export const getBlockCountdown = defineEndpoint({
  id: 'getBlockCountdown',
  path: '/blocks/{block_number_param}/countdown',
  response: z
    .object({
      current_block_number: integerString,
      countdown_block_number: integerString,
      remaining_blocks_count: integerString,
      estimated_time_in_seconds: decimalString
        .nullable()
        .meta({ description: 'Null while fewer than two blocks are indexed.' }),
    })
    .meta({ id: 'BlockCountdown' }),
  summary: 'Countdown to a block',
  description:
    'Blocks left until a future block, and the time they take at the average block time. 404, with its own message, if the block exists.',
});
