import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database, Fragment, Transaction } from '@/lib/db/open-database';
import { runTransaction } from '@/lib/db/transaction';
import type { BalanceCall, BlockReference, CalledBalance } from '@/lib/rpc/token-balances';

/** PostgreSQL's largest integer: after every log of a block. */
const MAX_LOG = 2 ** 31 - 1;

/** Where balances of a token come from; see the table token_balance_checks. */
export type BalanceSource = 'transfers' | 'calls' | 'none';

/** Result of a comparison with balanceOf; `transfers_count` is the number of transfers summed up. */
export type BalanceCheckResult = Readonly<{
  token: Buffer;
  balances_by: BalanceSource;
  transfers_count: number;
}>;

/** A balanceOf call and its result. */
export type FetchedBalance = Readonly<{ call: BalanceCall & { holder: Buffer }; value: CalledBalance }>;

/** The last transfer of a token whose parties' balances were fetched. */
export type TransferCursor = Readonly<{ token: Buffer; block_number: number; log_index: number }>;

/** What one round read from the state after `block`. */
export type BalanceResults = Readonly<{
  block: BlockReference;
  checks?: readonly BalanceCheckResult[];
  balances?: readonly FetchedBalance[];
  cursors?: readonly TransferCursor[];
}>;

/** Stores results in one transaction; nothing when the block is no longer indexed. Newer values stay. */
export async function storeBalanceResults(db: Database, results: BalanceResults): Promise<void> {
  await runTransaction(db.sql, async (sql) => {
    // Until the commit no rollback can delete the block; later it also deletes what is stored here.
    const [block] = await sql`
      select 1 from ${db.schema}.blocks
      where number = ${results.block.number} and hash = ${results.block.hash} for key share`;
    if (!block) return;
    const { balances = [], checks = [], cursors = [] } = results;
    const height = results.block.number;
    await storeCheckResults(sql, db, { height, checks });
    await storeBalances(sql, db, { height, balances });
    await storeCursors(sql, db, cursors);
  });
}

type AtHeight = Readonly<{ height: number }>;

async function storeCheckResults(
  sql: Transaction,
  db: Database,
  { height, checks }: AtHeight & { checks: readonly BalanceCheckResult[] },
): Promise<void> {
  if (checks.length === 0) return;
  await sql`
    insert into ${db.schema}.token_balance_checks as stored (token_address, balances_by, block_number, transfers_count)
    select token, balances_by, ${height}, transfers_count from unnest(
      ${toArrayLiteral(checks.map(({ token }) => token))}::bytea[],
      ${toArrayLiteral(checks.map(({ balances_by }) => balances_by))}::text[],
      ${toArrayLiteral(checks.map(({ transfers_count }) => transfers_count))}::bigint[]
    ) as given (token, balances_by, transfers_count)
    on conflict (token_address) do update set
      balances_by = excluded.balances_by, block_number = excluded.block_number, transfers_count = excluded.transfers_count
    where stored.block_number <= excluded.block_number`;
}

/** Deletes the row where the contract returns no balance. */
async function storeBalances(
  sql: Transaction,
  db: Database,
  { height, balances }: AtHeight & { balances: readonly FetchedBalance[] },
): Promise<void> {
  for (const hasId of [false, true]) {
    const kind = balances.filter(({ call }) => (call.tokenId !== null) === hasId);
    const values = (rows: readonly FetchedBalance[]) => sql`unnest(
      ${toArrayLiteral(rows.map(({ call }) => call.holder))}::bytea[],
      ${toArrayLiteral(rows.map(({ call }) => call.token))}::bytea[],
      ${toArrayLiteral(rows.map(({ call }) => call.tokenId ?? 0))}::numeric[],
      ${toArrayLiteral(rows.map(({ value }) => (value == null ? null : String(value))))}::numeric[]
    ) as given (holder, token_address, token_id, value)`;
    const available = kind.filter(({ value }) => value != null);
    const unavailable = kind.filter(({ value }) => value == null);
    const key = hasId ? sql`holder, token_address, token_id` : sql`holder, token_address`;
    const table = tableOf(sql, db, hasId);
    if (available.length > 0) {
      await sql`
        insert into ${table} as stored (${key}, value, block_number)
        select distinct ${key}, value, ${height}::bigint from ${values(available)} order by ${key}
        on conflict (${key}) do update set
          value = excluded.value, block_number = excluded.block_number
        where stored.block_number is null or stored.block_number <= excluded.block_number`;
    }
    if (unavailable.length > 0) {
      await sql`delete from ${table} where (${key}) in (select ${key} from ${values(unavailable)})`;
    }
  }
}

function tableOf(sql: Transaction, db: Database, hasId: boolean): Fragment {
  return hasId ? sql`${db.schema}.token_instance_balances` : sql`${db.schema}.token_balances`;
}

async function storeCursors(
  sql: Transaction,
  db: Database,
  cursors: readonly TransferCursor[],
): Promise<void> {
  if (cursors.length === 0) return;
  await sql`
    update ${db.schema}.token_balance_checks c set walked_block = w.block_number, walked_log = w.log_index
    from unnest(
      ${toArrayLiteral(cursors.map(({ token }) => token))}::bytea[],
      ${toArrayLiteral(cursors.map(({ block_number }) => block_number))}::bigint[],
      ${toArrayLiteral(cursors.map(({ log_index }) => log_index))}::integer[]
    ) as w (token, block_number, log_index)
    where c.token_address = w.token`;
}

/**
 * Removes balances and check results from states above `ancestor`; called after the blocks are deleted. They are
 * fetched and compared again.
 */
export async function removeFetchedBalancesAbove(
  sql: Transaction,
  db: Database,
  ancestor: number,
): Promise<void> {
  for (const hasId of [false, true]) {
    const table = tableOf(sql, db, hasId);
    await sql`
      delete from ${table} b where (block_number > ${ancestor} or value is null) and not exists (
        select from ${db.schema}.tokens t where t.address = b.token_address
      )`;
    await sql`update ${table} set value = null, block_number = null where block_number > ${ancestor}`;
  }
  await sql`
    delete from ${db.schema}.token_balance_checks c where block_number > ${ancestor} and (
      balances_by <> 'calls' or not exists (select from ${db.schema}.tokens t where t.address = c.token_address)
    )`;
  // `calls` is the safe default until the next check.
  await sql`
    update ${db.schema}.token_balance_checks set block_number = ${ancestor}, transfers_count = -1
    where block_number > ${ancestor}`;
  await sql`
    update ${db.schema}.token_balance_checks set walked_block = ${ancestor}, walked_log = ${MAX_LOG}
    where walked_block > ${ancestor} and walked_block >= 0`;
}
