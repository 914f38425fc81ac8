import type { z } from 'zod';
import { loadAddressesOf } from '@/lib/api/address/mention-loader';
import { findBlockOfPath } from '@/lib/api/block/loader';
import { type CallContext, implement } from '@/lib/api/implement';
import { implementList } from '@/lib/api/lists/implement-list';
import { presentInteger } from '@/lib/api/values';
import {
  getWithdrawalsCounters,
  listAddressWithdrawals,
  listBlockWithdrawals,
  listWithdrawals,
  type Withdrawal,
} from '@/lib/endpoints/withdrawal';
import { hexToBuffer } from '@/lib/evm/hex';
import { presentWithdrawal } from './present';
import { getWithdrawalTotals, listWithdrawals as queryWithdrawals, type WithdrawalRow } from './query';

const list = {
  cursor: {
    position: ({ index }: z.output<typeof listWithdrawals.query>) => index?.toString(),
    next: ({ index }: Pick<WithdrawalRow, 'index'>, items_count: number) => ({
      index: presentInteger(index),
      items_count,
    }),
  },
  present: presentWithdrawals,
};

/** GET /withdrawals. */
export const withdrawalsOperation = implementList(listWithdrawals, {
  ...list,
  read: ({ db }, { after, limit }) => queryWithdrawals(db, {}, { below: after, limit }),
});

/** GET /withdrawals/counters. */
export const withdrawalsCountersOperation = implement(getWithdrawalsCounters, async ({ db }) => {
  const { count, sum } = await getWithdrawalTotals(db);
  return { withdrawals_count: String(count), withdrawals_sum: sum };
});

/** GET /addresses/{address}/withdrawals. */
export const addressWithdrawalsOperation = implementList(listAddressWithdrawals, {
  ...list,
  read: ({ db, params }, { after, limit }) =>
    queryWithdrawals(db, { address: hexToBuffer(params.address_hash_param) }, { below: after, limit }),
});

/** GET /blocks/{hash or number}/withdrawals. */
export const blockWithdrawalsOperation = implementList(listBlockWithdrawals, {
  ...list,
  read: async ({ db, params }, { after, limit }) => {
    const block = await findBlockOfPath(db, params.block_hash_or_number_param);
    return block && queryWithdrawals(db, { block: block.number }, { below: after, limit });
  },
});

async function presentWithdrawals(
  { db }: CallContext,
  rows: readonly WithdrawalRow[],
): Promise<Withdrawal[]> {
  const addresses = await loadAddressesOf(db, rows, ({ address }) => address);
  return rows.map((row) => presentWithdrawal(row, addresses));
}
