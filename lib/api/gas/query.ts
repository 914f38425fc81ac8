import type { BlockRow } from '@/lib/api/block/query';
import { coinAsset, type PriceRow, priceNow } from '@/lib/api/price/query';
import { selectTransactions, type TransactionRow } from '@/lib/api/transaction/query';
import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database } from '@/lib/db/open-database';

/** Fees above the base fee in wei that a quarter, half and nine tenths paid at most; null without transactions. */
export type PaidFees = {
  transactions: number;
  fees: readonly [string, string, string] | null;
  coin_price: PriceRow | null;
};

/** Median gas and number of the transactions that do one thing. */
export type ActionGas = { action: string; gas_used: string; transactions: number };

/** Gas used by the transactions to an address. */
export type GasConsumer = { address: Buffer; gas_used: string; transactions: number };

/** A chain's own transactions, which pay no gas: deposits of the OP Stack. */
const SYSTEM_TYPE = 126;

/** Priority fees of the transactions from a block on. */
export async function findPaidFees(db: Database, from: number): Promise<PaidFees> {
  const rows = await db.sql<PaidFees[]>`
    select count(*)::integer as transactions,
      percentile_disc(array[0.25, 0.5, 0.9]) within group (order by paid)::text[] as fees,
      ${priceNow(db, coinAsset(db))} as coin_price
    from (
      select t.effective_gas_price - coalesce(b.base_fee_per_gas, 0) as paid
      from ${db.schema}.blocks b join ${db.schema}.transactions t on t.block_number = b.number
      where b.number >= ${from} and t.block_number >= ${from}
        and t.effective_gas_price is not null and t.type <> ${SYSTEM_TYPE}
    ) sample`;
  return rows[0] ?? { transactions: 0, fees: null, coin_price: null };
}

/** Median gas of successful transactions from a block on; `actions` by the first bytes of the input in hex. */
export async function listActionGas(
  db: Database,
  from: number,
  actions: ReadonlyMap<string, string>,
): Promise<ActionGas[]> {
  const selectors = [...actions.keys()].map((hex) => Buffer.from(hex, 'hex'));
  return await db.sql<ActionGas[]>`
    select s.action, count(*)::integer as transactions,
      percentile_disc(0.5) within group (order by t.gas_used)::text as gas_used
    from ${db.schema}.transactions t
    join (
      select * from unnest(${toArrayLiteral([...actions.values()])}::text[], ${toArrayLiteral(selectors)}::bytea[])
    ) as s (action, selector) on s.selector = substring(t.input from 1 for 4)
    where t.block_number >= ${from} and t.status = 1 and t.to_address is not null and t.gas_used is not null
      and t.type <> ${SYSTEM_TYPE}
    group by s.action`;
}

/** Addresses whose transactions from a block on used most gas, most first. */
export async function listGasConsumers(
  db: Database,
  page: Readonly<{ from: number; limit: number }>,
): Promise<GasConsumer[]> {
  return await db.sql<GasConsumer[]>`
    select to_address as address, sum(gas_used)::text as gas_used, count(*)::integer as transactions
    from ${db.schema}.transactions
    where block_number >= ${page.from} and to_address is not null and gas_used is not null
    group by to_address order by sum(gas_used) desc, to_address limit ${page.limit}`;
}

/** Transactions of a block by gas used, most first. */
export async function listTransactionsByGas(
  db: Database,
  block: Pick<BlockRow, 'number'>,
  limit: number,
): Promise<TransactionRow[]> {
  const listed = db.sql`(
    select * from ${db.schema}.transactions where block_number = ${block.number}
    order by gas_used desc nulls last, index limit ${limit}
  )`;
  return await db.sql<TransactionRow[]>`
    ${selectTransactions(db, listed)} order by t.gas_used desc nulls last, t.index`;
}
