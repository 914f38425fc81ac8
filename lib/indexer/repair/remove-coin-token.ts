import type { Database, Transaction } from '@/lib/db/open-database';
import { runTransaction } from '@/lib/db/transaction';
import { SYSTEM_ADDRESS } from '@/lib/evm/coin-logs';
import { addToAddressCounts, removeFromAddressCounts } from '@/lib/indexer/sync/address-counts';
import { addToBalances, removeFromBalances } from '@/lib/indexer/sync/balances';
import type { Range } from '@/lib/indexer/sync/plan';
import { lockState } from '@/lib/indexer/sync/state';

const BLOCKS = 50;

/**
 * Removes the token that versions before 0.5 took logs of coin transfers (EIP-7708) for, and its transfers in the `blocks` that end with its last one, with what was counted and summed of
 * them: these rows are then as if it had never been one. False when it had no transfers left.
 */
export async function removeCoinToken(db: Database, blocks = BLOCKS): Promise<boolean> {
  return runTransaction(db.sql, async (sql) => {
    await lockState(sql, db);
    await removeToken(sql, db);
    const [last] = await sql<{ height: number }[]>`
      select block_number as height from ${db.schema}.token_transfers
      where token_address = ${SYSTEM_ADDRESS} order by block_number desc limit 1`;
    if (!last) return false;
    const range = { from: last.height - blocks + 1, to: last.height };
    await removeFromAddressCounts(sql, db, range);
    await removeFromBalances(sql, db, range);
    await removeTransfers(sql, db, range);
    await addToAddressCounts(sql, db, range);
    await addToBalances(sql, db, range);
    return true;
  });
}

async function removeToken(sql: Transaction, db: Database): Promise<void> {
  await sql`
    with gone as (
      delete from ${db.schema}.tokens where address = ${SYSTEM_ADDRESS} returning first_seen_block
    ), fewer as (
      update ${db.schema}.block_stats b set new_tokens = b.new_tokens - 1
      from gone where b.block_number = gone.first_seen_block returning b.day
    )
    update ${db.schema}.daily_stats d set new_tokens = d.new_tokens - 1 from fewer where d.day = fewer.day`;
  for (const table of ['token_types', 'token_balance_checks'])
    await sql`delete from ${db.schema}.${sql(table)} where token_address = ${SYSTEM_ADDRESS}`;
}

async function removeTransfers(sql: Transaction, db: Database, { from, to }: Range): Promise<void> {
  await sql`
    with gone as (
      delete from ${db.schema}.token_transfers
      where token_address = ${SYSTEM_ADDRESS} and block_number between ${from} and ${to}
      returning block_number, transaction_index
    ), fewer as (
      update ${db.schema}.transactions t set token_transfers_count = t.token_transfers_count - g.transfers
      from (
        select block_number, transaction_index, count(*) as transfers from gone group by 1, 2
      ) g
      where t.block_number = g.block_number and t.index = g.transaction_index
    )
    update ${db.schema}.blocks b set token_transfers_count = b.token_transfers_count - g.transfers
    from (select block_number, count(*) as transfers from gone group by 1) g
    where b.number = g.block_number`;
}
