import { z } from 'zod';
import { address } from './address-mention';
import { defineEndpoint } from './endpoint';
import { addressHash, count, hash32, integerString, timestamp } from './formats';
import { priceNow } from './price-source';

/** What gas is measured for, in the order of the answer. */
export const GAS_ACTIONS = ['coin_transfer', 'token_transfer', 'token_approval', 'nft_transfer'] as const;

const tiers = z.object({ slow: integerString, average: integerString, fast: integerString });

const gasPrices = z
  .object({
    block_number: count.meta({ description: 'The latest indexed block.' }),
    timestamp,
    base_fee_per_gas: integerString.nullable().meta({ description: 'Wei; null where blocks have none.' }),
    next_base_fee_per_gas: integerString.nullable().meta({
      description:
        'In wei, for the next block, by the EIP-1559 parameters that reproduce all base fees in `blocks`; null if no known ones do.',
    }),
    priority_fees: tiers.nullable().meta({
      description:
        'Wei per gas above the base fee: 25th, 50th and 90th percentiles of the sampled transactions. Without a base fee, the whole gas price. Null if there are none.',
    }),
    ...priceNow,
    sampled_blocks: count.meta({ description: 'Latest blocks sampled for fees, actions and consumers.' }),
    sampled_transactions: count.meta({ description: 'Transactions in them that paid for gas.' }),
    actions: z
      .array(z.object({ name: z.enum(GAS_ACTIONS), gas_used: integerString, transactions_count: count }))
      .meta({ description: 'Median gas of each in the sample, excluding failed transactions.' }),
    consumers: z
      .array(z.object({ address, gas_used: integerString, transactions_count: count }))
      .max(10)
      .meta({ description: 'Recipients whose transactions used the most gas.' }),
    blocks: z
      .array(
        z.object({
          height: count,
          timestamp,
          base_fee_per_gas: integerString.nullable(),
          gas_used: integerString,
          gas_limit: integerString,
          transactions_count: count,
        }),
      )
      .max(200)
      .meta({ description: 'The latest blocks, newest first.' }),
  })
  .meta({ id: 'GasPrices' });

/** What gas costs now. */
export type GasPrices = z.output<typeof gasPrices>;

const gasUser = z.object({
  hash: hash32,
  position: count,
  from: addressHash,
  to: address
    .nullable()
    .meta({ description: 'The recipient, or the created contract; null if that failed.' }),
  method: z.string().nullable(),
  status: z.enum(['ok', 'error']).nullable(),
  gas_used: integerString.nullable(),
  fhe_operations_count: count,
});

const blockGas = z
  .object({
    block_number: count,
    gas_used: integerString,
    gas_limit: integerString,
    transactions_count: count,
    items: z.array(gasUser).max(300).meta({ description: 'Highest gas used first.' }),
  })
  .meta({ id: 'BlockGas' });

/** Which transactions used the gas of a block. */
export type BlockGas = z.output<typeof blockGas>;

/** What gas costs now. */
export const getGasPrices = defineEndpoint({
  id: 'getGasPrices',
  path: '/gas-prices',
  tag: 'chain',
  response: gasPrices,
  summary: 'Gas prices',
  description:
    'Gas prices for the next block, recent priority fees, top gas consumers, and the base fees of the latest 200 blocks; at most a few seconds old. 404 before the first block is indexed.',
  errors: [404, 422],
});

/** Which transactions used the gas of a block. */
export const getBlockGas = defineEndpoint({
  id: 'getBlockGas',
  path: '/blocks/{block_hash_or_number_param}/gas',
  response: blockGas,
  summary: 'Block gas by transaction',
  description: 'Up to 300 transactions of a block, highest gas used first.',
});
