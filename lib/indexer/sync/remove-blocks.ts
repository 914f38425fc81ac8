import { toArrayLiteral } from '@/lib/db/array-literal';
import { noteReset } from '@/lib/db/development';
import { restoreInterfaces } from '@/lib/db/former-interfaces';
import { type Database, schemaName, type Transaction } from '@/lib/db/open-database';
import { runTransaction } from '@/lib/db/transaction';
import { keepVerifications } from '@/lib/db/verifications';
import { AppError } from '@/lib/errors';
import { TOKEN_TYPES, typesWith } from '@/lib/evm/token-standards';
import { ZERO_ADDRESS } from '@/lib/evm/zero-address';
import { removePricesAbove } from '@/lib/indexer/enrich/write-prices';
import { removeFetchedBalancesAbove } from '@/lib/indexer/repair/fetched-balances';
import { type LatestCodes, resetProxy } from '@/lib/indexer/repair/reassign-first-seen';
import { removeFromAddressCounts } from './address-counts';
import { removeFromBalances } from './balances';
import { DELETED_WITH_BLOCK } from './block-tables';
import { discardPending, unmarkMined } from './mark-mined';
import { forgetNewerHeader } from './newer-header';
import type { Range } from './plan';
import { removeProvenRange } from './proven-ranges';
import { lockState, type Tip } from './state';
import { removeFromPeriods } from './stats';
import { removeHeights } from './transaction-heights';
import { isCreatedByReceipt } from './write-addresses';

/**
 * Removes everything above `ancestor`. `codes` are the latest codes of addresses that stay. With `isDev` the transactions
 * are gone, verifications are kept for contracts of the same code, and it is noted that the chain went back.
 */
export type Removal = Readonly<{
  ancestor: number;
  tip: NonNullable<Tip>;
  codes: LatestCodes;
  isDev?: boolean | undefined;
}>;

/**
 * Removes the blocks above `ancestor` and everything derived from them, in one transaction: all tables are then as if
 * indexed up to `ancestor`. Throws AppError `internal`, retryable, when the tip has moved.
 */
export async function removeBlocks(db: Database, removal: Removal): Promise<void> {
  await runTransaction(db.sql, async (sql) => {
    const { tip } = await lockState(sql, db);
    if (tip?.number !== removal.tip.number || !tip.hash.equals(removal.tip.hash)) {
      throw new AppError('internal', 'The index changed while a reorganization was prepared.', {
        retryable: true,
      });
    }
    if (removal.isDev) await keepVerifications(sql, db.chainId);
    const orphaned = { from: removal.ancestor + 1, to: tip.number };
    await removeFromPeriods(sql, db, orphaned);
    await removeFromAddressCounts(sql, db, orphaned);
    await removeFromBalances(sql, db, orphaned);
    await rollBackTokens(sql, db, removal.ancestor);
    await rollBackInstances(sql, db, removal.ancestor);
    const removedAddresses = await rollBackAddresses(sql, db, removal);
    await restoreInterfaces(sql, db, removal.ancestor);
    await moveTipBack(sql, db, { ancestor: removal.ancestor, removedAddresses });
    if (removal.isDev) await discardPending(sql, db);
    else await unmarkMined(sql, db, { ...orphaned, now: Date.now() });
    await removeProvenRange(sql, db, orphaned);
    await forgetNewerHeader(sql, db, orphaned);
    await deleteRows(sql, db, orphaned);
    await removeFetchedBalancesAbove(sql, db, removal.ancestor);
    await removePricesAbove(sql, db, removal.ancestor);
    if (removal.isDev) await noteReset(sql, db, { at: Date.now(), to: removal.ancestor });
  });
}

async function rollBackTokens(sql: Transaction, db: Database, ancestor: number): Promise<void> {
  await sql`delete from ${db.schema}.token_types where first_seen_block > ${ancestor}`;
  await sql`delete from ${db.schema}.tokens where first_seen_block > ${ancestor}`;
  await sql`
    update ${db.schema}.tokens t set
      transfers_count = t.transfers_count - removed.transfers,
      is_supply_stale = t.is_supply_stale or removed.has_moved_supply,
      type = (
        select k.type from ${db.schema}.token_types k where k.token_address = t.address
        order by array_position(${toArrayLiteral(TOKEN_TYPES)}::text[], k.type) desc limit 1
      )
    from (
      select token_address, count(*) as transfers,
        bool_or(from_address = ${ZERO_ADDRESS} or to_address = ${ZERO_ADDRESS}) as has_moved_supply
      from ${db.schema}.token_transfers where block_number > ${ancestor} group by token_address
    ) removed
    where t.address = removed.token_address`;
  await removeFheApps(sql, db);
}

/** Removes what was read of contracts that are confidential tokens no longer. */
export async function removeFheApps(sql: Transaction, { schema }: Database): Promise<void> {
  await sql`
    delete from ${schema}.fhe_apps a where not exists (
      select from ${schema}.tokens t
      where t.address = a.address and t.type = any(${toArrayLiteral(typesWith('encrypted'))}::text[])
    )`;
}

async function rollBackInstances(sql: Transaction, db: Database, ancestor: number): Promise<void> {
  await sql`
    with removed as (
      select token_address, token_id, count(*) as transfers from ${db.schema}.token_instance_transfers
      where block_number > ${ancestor} group by token_address, token_id
    ), gone as (
      delete from ${db.schema}.token_instances i using removed r
      where i.token_address = r.token_address and i.token_id = r.token_id and i.transfers_count = r.transfers
      returning i.token_address, i.token_id
    ), forgotten as (
      delete from ${db.schema}.token_instance_metadata m using gone g
      where m.token_address = g.token_address and m.token_id = g.token_id
    )
    update ${db.schema}.token_instances i set
      transfers_count = i.transfers_count - r.transfers,
      owner = (
        select case when t.token_type = any(${toArrayLiteral(typesWith('unique'))}::text[]) then t.to_address end
        from ${db.schema}.token_instance_transfers m
        join ${db.schema}.token_transfers t
          on t.token_address = m.token_address and t.block_number = m.block_number and t.log_index = m.log_index
        where m.token_address = i.token_address and m.token_id = i.token_id and m.block_number <= ${ancestor}
        order by m.block_number desc, m.log_index desc limit 1
      )
    from removed r
    where i.token_address = r.token_address and i.token_id = r.token_id and i.transfers_count > r.transfers`;
}

/** Returns the number of removed addresses. */
async function rollBackAddresses(
  sql: Transaction,
  db: Database,
  { ancestor, codes }: Removal,
): Promise<number> {
  await removeInterfaces(sql, db, ancestor);
  const removed = await sql`delete from ${db.schema}.addresses where first_seen_block > ${ancestor}`;
  await sql`
    update ${db.schema}.addresses set first_sent_block = null
    where first_sent_block > ${ancestor} and address in (
      select from_address from ${db.schema}.transactions where block_number > ${ancestor}
    )`;
  await sql`
    update ${db.schema}.addresses set created_block = null, created_transaction_index = null
    where created_block > ${ancestor}`;
  await sql`
    update ${db.schema}.addresses set first_fhe_block = null, is_fhe = null
    where first_fhe_block > ${ancestor} and address in (
      select caller from ${db.schema}.fhe_operations where block_number > ${ancestor}
      union select to_address from ${db.schema}.transactions
        where block_number > ${ancestor} and fhe_operations_count > 0
    )`;
  await sql`
    update ${db.schema}.addresses a set
      is_contract = c.is_contract or (${isCreatedByReceipt(sql, db)}),
      delegate = c.delegate,
      ${resetProxy(sql)}
    from unnest(
      ${toArrayLiteral(codes.addresses)}::bytea[],
      ${toArrayLiteral(codes.codes.map(({ isContract }) => isContract))}::boolean[],
      ${toArrayLiteral(codes.codes.map(({ delegate }) => delegate))}::bytea[]
    ) as c (address, is_contract, delegate)
    where a.address = c.address`;
  await sql`
    update ${db.schema}.addresses set proxy_status = 'pending'
    where beacon = any(${toArrayLiteral(codes.addresses)}::bytea[])`;
  return removed.count;
}

/** Removes interfaces looked up for orphaned contracts. Locks these first, so that no lookup is stored afterwards. */
async function removeInterfaces(sql: Transaction, db: Database, ancestor: number): Promise<void> {
  const created = sql`
    select address from ${db.schema}.addresses where first_seen_block > ${ancestor}
    union select address from ${db.schema}.addresses where created_block > ${ancestor}`;
  await sql`
    select count(*) from (
      select from ${db.schema}.addresses
      where first_seen_block > ${ancestor} or created_block > ${ancestor} for update
    ) locked`;
  await sql`delete from ${db.schema}.interface_lookups where address in (${created})`;
  await sql`
    delete from ${db.schema}.contract_interfaces
    where (source = 'verified' or artifact is not null) and address in (${created})`;
}

async function moveTipBack(
  sql: Transaction,
  db: Database,
  { ancestor, removedAddresses }: { ancestor: number; removedAddresses: number },
): Promise<void> {
  const [left] = await sql`
    update ${db.schema}.indexer_state set
      tip_number = (select number from ${db.schema}.blocks where number = ${ancestor}),
      tip_hash = (select hash from ${db.schema}.blocks where number = ${ancestor}),
      blocks_count = blocks_count - removed.blocks,
      transactions_count = transactions_count - removed.transactions,
      finalized_block = case when finalized_block > ${ancestor}
        then (select number from ${db.schema}.blocks where number = ${ancestor}) else finalized_block end,
      addresses_count = addresses_count - ${removedAddresses},
      withdrawals_count = withdrawals_count - withdrawn.count,
      withdrawals_sum = withdrawals_sum - withdrawn.amount
    from (
      select count(*) as blocks, coalesce(sum(transactions_count), 0)::bigint as transactions
      from ${db.schema}.blocks where number > ${ancestor}
    ) removed, (
      select count(*) as count, coalesce(sum(amount), 0) as amount from ${db.schema}.withdrawals
      where block_number > ${ancestor}
    ) withdrawn
    returning tip_number`;
  // The index no longer has the first block, which identifies it. A second index in progress does not affect it.
  if (left?.tip_number === null && db.name === schemaName(db.chainId)) {
    await sql`update gateway.chains set first_block_hash = null where chain_id = ${db.chainId}`;
  }
}

/** Deletes the rows of these blocks, without derived data. */
export async function deleteRows(sql: Transaction, db: Database, { from, to }: Range): Promise<void> {
  await removeHeights(sql, db, { from, to });
  await sql`delete from ${db.schema}.blocks where number between ${from} and ${to}`;
  for (const table of DELETED_WITH_BLOCK) {
    await sql`delete from ${db.schema}.${sql(table)} where block_number between ${from} and ${to}`;
  }
}
