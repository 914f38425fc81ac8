import { z } from 'zod';
import { defineEndpoint, listPageOf, pageNote } from './endpoint';
import { count, hash32, integerString, timestamp } from './formats';
import { addressParams, cursorCount, listQuery, noQuery } from './params';

const coinBalance = z
  .object({
    block_number: count,
    block_timestamp: timestamp,
    value: integerString.meta({ description: 'Wei after the block.' }),
    delta: integerString.meta({ description: 'Wei that the block added.' }),
    transaction_hash: hash32.nullable(),
  })
  .meta({ id: 'CoinBalance', outputId: 'CoinBalanceObject' });

/** Coin balance history by block, newest first. */
export const listCoinBalances = defineEndpoint({
  params: addressParams,
  id: 'listCoinBalances',
  path: '/addresses/{address_hash_param}/coin-balance-history',
  query: listQuery({
    block_number: cursorCount,
  }),
  response: listPageOf(coinBalance, { block_number: count })
    .extend({ meta: pageNote(['unavailable', 'partial'], 'Null when the node told all balances.') })
    .meta({ id: 'CoinBalancesPage', outputId: 'CoinBalancesPageObject' }),
  credits: 50,
  summary: 'Coin balance through time',
  description:
    'The coin balance after each block that changed it, newest first. The blocks are those in which the index knows of something from or to the address; the balances are asked of the node, which must keep old states: where it does not, `meta` says so. A page may hold fewer items than asked for, where blocks changed nothing.',
});

/** Coin balance history by day. */
export const listCoinBalancesByDay = defineEndpoint({
  params: addressParams,
  id: 'listCoinBalancesByDay',
  path: '/addresses/{address_hash_param}/coin-balance-history-by-day',
  query: noQuery,
  response: z
    .object({
      days: count,
      items: z.array(z.object({ date: z.iso.date(), value: integerString })),
    })
    .meta({ id: 'CoinBalancesByDay' }),
  summary: 'Coin balance by day',
  description:
    'The coin balance after the last block of each of the last days (UTC), oldest first, asked of the node; days that it does not tell are left out.',
});
