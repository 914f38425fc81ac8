import {
  getWithdrawalsCounters,
  listAddressWithdrawals,
  listBlockWithdrawals,
  listWithdrawals,
} from '@/lib/endpoints/withdrawal';
import { hexToBuffer } from '@/lib/evm/hex';
import {
  getWithdrawalTotals,
  listWithdrawals as queryWithdrawals,
  type WithdrawalRow,
} from '@/lib/queries/withdrawal';
import { type Context, implement } from '../implement';
import { loadAddressBook } from '../loaders/mentions';
import { cutPage, PAGE_SIZE } from '../paging';
import { presentAddress } from '../present/address';
import { presentInteger, presentTimestamp } from '../present/values';
import { findBlockByParam } from './block';

/** GET /withdrawals. */
export const withdrawalsOperation = implement(listWithdrawals, async ({ query, ...context }) =>
  presentPage(context, {}, query),
);

/** GET /withdrawals/counters. */
export const withdrawalsCountersOperation = implement(getWithdrawalsCounters, async ({ db }) => {
  const { count, sum } = await getWithdrawalTotals(db);
  return { withdrawals_count: String(count), withdrawals_sum: sum };
});

/** GET /addresses/{address}/withdrawals. */
export const addressWithdrawalsOperation = implement(
  listAddressWithdrawals,
  async ({ params, query, ...context }) =>
    presentPage(context, { address: hexToBuffer(params.address_hash_param) }, query),
);

/** GET /blocks/{hash or number}/withdrawals. */
export const blockWithdrawalsOperation = implement(
  listBlockWithdrawals,
  async ({ params, query, ...context }) => {
    const block = await findBlockByParam(context.db, params.block_hash_or_number_param);
    return block && presentPage(context, { block: block.number }, query);
  },
);

type Cursor = Readonly<{ index?: bigint | undefined; items_count?: bigint | undefined }>;

async function presentPage(
  { db }: Context,
  scope: Readonly<{ block?: number; address?: Buffer }>,
  { index, items_count }: Cursor,
) {
  const size = Number(items_count ?? PAGE_SIZE);
  const below = index === undefined ? undefined : String(index);
  const { shown, last } = cutPage(await queryWithdrawals(db, scope, { below, limit: size + 1 }), size);
  const addresses = await loadAddressBook(
    db,
    shown.map(({ address }) => address),
  );
  const present = (row: WithdrawalRow) => ({
    index: presentInteger(row.index),
    validator_index: presentInteger(row.validator_index),
    block_number: row.block_number,
    timestamp: presentTimestamp(row.timestamp),
    receiver: presentAddress(row.address, addresses),
    amount: row.amount,
  });
  return {
    items: shown.map(present),
    next_page_params: last ? { index: presentInteger(last.index), items_count: size } : null,
  };
}
