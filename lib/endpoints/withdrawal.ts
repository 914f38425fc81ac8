import { z } from 'zod';
import { address } from './address-mention';
import { defineEndpoint, listPageOf } from './endpoint';
import { count, integerString, jsonInteger, timestamp } from './formats';
import { cursorCount, listQuery } from './params';

const withdrawal = z
  .object({
    index: jsonInteger.meta({ description: 'Index of the withdrawal, counted over the whole chain.' }),
    validator_index: jsonInteger,
    block_number: count,
    timestamp,
    receiver: address,
    amount: integerString.meta({ description: 'Wei.' }),
  })
  .meta({ id: 'Withdrawal', outputId: 'WithdrawalObject' });

/** A withdrawal (EIP-4895). */
export type Withdrawal = z.output<typeof withdrawal>;

const common = {
  query: listQuery({ index: cursorCount }),
  response: listPageOf(withdrawal, { index: jsonInteger }).meta({
    id: 'WithdrawalsPage',
    outputId: 'WithdrawalsPageObject',
  }),
} as const;

/** All withdrawals, newest first. */
export const listWithdrawals = defineEndpoint({
  ...common,
  id: 'listWithdrawals',
  path: '/withdrawals',
  summary: 'Withdrawals',
  description: 'Withdrawals from the consensus layer (EIP-4895), newest first.',
});

/** Number and sum of withdrawals. */
export const getWithdrawalsCounters = defineEndpoint({
  id: 'getWithdrawalsCounters',
  path: '/withdrawals/counters',
  response: z
    .object({
      withdrawals_count: integerString,
      withdrawals_sum: integerString.meta({ description: 'Wei.' }),
    })
    .meta({ id: 'WithdrawalsCounters' }),
  summary: 'Withdrawal counters',
  description: 'The exact number and sum of indexed withdrawals.',
});

/** An address's withdrawals, newest first. */
export const listAddressWithdrawals = defineEndpoint({
  ...common,
  id: 'listAddressWithdrawals',
  path: '/addresses/{address_hash_param}/withdrawals',
  summary: 'Withdrawals to an address',
  description: 'Withdrawals to an address, newest first.',
});

/** A block's withdrawals, last first. */
export const listBlockWithdrawals = defineEndpoint({
  ...common,
  id: 'listBlockWithdrawals',
  path: '/blocks/{block_hash_or_number_param}/withdrawals',
  summary: 'Withdrawals of a block',
  description: 'Withdrawals of a block, last first.',
});
