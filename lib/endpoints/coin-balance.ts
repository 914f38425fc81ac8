import { z } from 'zod';
import { defineEndpoint, listPageOf, pageNote } from './endpoint';
import { count, hash32, integerString, timestamp } from './formats';
import { cursorCount, listQuery } from './params';

const coinBalance = z
  .object({
    block_number: count,
    block_timestamp: timestamp,
    value: integerString.meta({ description: 'In wei, after the block.' }),
    delta: integerString.meta({ description: 'Change in the block, in wei.' }),
    is_proven: z.boolean().default(false).meta({
      description: 'Whether `value` is proven, by the access list of a proven block.',
    }),
    transaction_hash: hash32.nullable(),
  })
  .meta({ id: 'CoinBalance', outputId: 'CoinBalanceObject' });

/** Coin balance history by block, newest first. */
export const listCoinBalances = defineEndpoint({
  id: 'listCoinBalances',
  path: '/addresses/{address_hash_param}/coin-balance-history',
  query: listQuery({
    block_number: cursorCount,
  }),
  response: listPageOf(coinBalance, { block_number: count })
    .extend({ meta: pageNote(['unavailable', 'partial'], 'Null if the node returned all balances.') })
    .meta({ id: 'CoinBalancesPage', outputId: 'CoinBalancesPageObject' }),
  credits: 50,
  summary: 'Coin balance history',
  description:
    'The coin balance after each block that changed it, newest first. The index finds the blocks. Balances come from the access lists of blocks (EIP-7928) where the index has them; others are fetched from the node, which must be an archive node: if it lacks a state, `meta` says so. Blocks that did not change the balance are omitted.',
});

/** Coin balance history by day. */
export const listCoinBalancesByDay = defineEndpoint({
  id: 'listCoinBalancesByDay',
  path: '/addresses/{address_hash_param}/coin-balance-history-by-day',
  response: z
    .object({
      days: count,
      items: z.array(z.object({ date: z.iso.date(), value: integerString })),
    })
    .meta({ id: 'CoinBalancesByDay' }),
  summary: 'Coin balance by day',
  description:
    'The coin balance after the last block of each recent day (UTC), oldest first, from access lists where the index has them, else fetched from the node. Days whose state the node lacks are omitted.',
});
