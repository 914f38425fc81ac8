import { z } from 'zod';
import { address } from './address-mention';
import { defineEndpoint, listPageOf } from './endpoint';
import { count, hash32, integerString, timestamp } from './formats';
import { spanParams } from './list-filter';
import { logsCursor } from './log';
import { directionParam } from './params';

const coinTransfer = z
  .object({
    block_number: count,
    transaction_hash: hash32,
    transaction_index: count,
    log_index: count.meta({ description: 'Index of its log in the block.' }),
    timestamp,
    kind: z.enum(['value', 'call']).meta({
      description: "value: the transaction's own value; call: transferred by a contract.",
    }),
    from: address,
    to: address,
    value: integerString.meta({ description: 'In wei.' }),
    is_proven: z.boolean().meta({
      description: 'It follows from the hash of its block, which was proven: no node is trusted for it.',
    }),
  })
  .meta({ id: 'CoinTransfer' });

/** A logged transfer of coin. */
export type CoinTransfer = z.output<typeof coinTransfer>;

const response = listPageOf(coinTransfer, { block_number: count, index: count }).meta({
  id: 'CoinTransfersPage',
  outputId: 'CoinTransfersPageObject',
});
const LOGGED =
  'From the Amsterdam fork on, and on a few other chains, every transfer of coin by value, call, creation or self-destruct is a log of the system address (EIP-7708); fees and withdrawals are not, nor what an account sends itself. Where there are no such logs the list is empty: see value and internal transactions.';

/** A transaction's coin transfers in order. */
export const listTransactionCoinTransfers = defineEndpoint({
  id: 'listTransactionCoinTransfers',
  path: '/transactions/{transaction_hash_param}/coin-transfers',
  query: z.strictObject(logsCursor),
  response,
  summary: 'Coin transfers of a transaction',
  description: `Transfers of coin in a transaction, its value among them, in order, by its logs: without traces, and with the proof of its block. ${LOGGED}`,
});

/** An address's coin transfers, newest first. */
export const listAddressCoinTransfers = defineEndpoint({
  id: 'listAddressCoinTransfers',
  path: '/addresses/{address_hash_param}/coin-transfers',
  query: z.strictObject({ filter: directionParam, ...spanParams, ...logsCursor }),
  response,
  summary: 'Coin transfers of an address',
  description: `Transfers of coin from or to an address, values of transactions among them, newest first, by their logs. Repeat the filters on each page. ${LOGGED}`,
});
