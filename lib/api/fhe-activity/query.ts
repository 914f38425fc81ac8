import { walkFheTransactions } from '@/lib/api/transaction/fhe-count-query';
import {
  selectTransactions,
  type TransactionPosition,
  type TransactionRow,
} from '@/lib/api/transaction/query';
import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database, Fragment } from '@/lib/db/open-database';

type Sums = Readonly<{ operation_count: number; transaction_count: number; total_hcu: number }>;

/** Sums over sampled operations: of all (`of` all), by caller, or by the operation's name. */
export type SampleRow = Sums &
  Readonly<{
    of: 'all' | 'caller' | 'operation';
    caller: Buffer | null;
    operation: string | null;
    from_block: number | null;
  }>;

/** Sums over the newest operations of a chain, or of one caller. */
export async function sumNewestOperations(
  db: Database,
  { caller, limit }: Readonly<{ caller?: Buffer; limit: number }>,
): Promise<SampleRow[]> {
  return await db.sql<SampleRow[]>`
    with newest as materialized (${selectNewest(db, { caller, limit })}),
    by_transaction as materialized (
      select block_number, transaction_index, caller, operation, count(*) as operations, sum(hcu_cost) as hcu
      from newest group by 1, 2, 3, 4
    )
    select 'all' as of, null::bytea as caller, null as operation, ${sums(db)} from by_transaction
    union all select 'caller', caller, null, ${sums(db)} from by_transaction group by caller
    union all select 'operation', null, operation, ${sums(db)} from by_transaction group by operation`;
}

function sums({ sql }: Database): Fragment {
  return sql`coalesce(sum(operations), 0)::integer as operation_count,
    count(distinct (block_number, transaction_index))::integer as transaction_count,
    coalesce(sum(hcu), 0)::float8 as total_hcu, min(block_number) as from_block`;
}

/** The newest operations; of one caller without those of the block in which the limit falls. */
function selectNewest(
  db: Database,
  { caller, limit }: Readonly<{ caller: Buffer | undefined; limit: number }>,
): Fragment {
  const columns = db.sql`block_number, transaction_index, caller, operation, hcu_cost`;
  if (caller === undefined)
    return db.sql`
      select ${columns} from ${db.schema}.fhe_operations
      order by block_number desc, transaction_index desc, log_index desc limit ${limit}`;
  return db.sql`
    select * from (
      select *, count(*) over () as read, min(block_number) over () as lowest from (
        select ${columns} from ${db.schema}.fhe_operations where caller = ${caller}
        order by block_number desc limit ${limit}
      ) part
    ) part where read < ${limit} or block_number > lowest`;
}

/** How a contract's transactions are spread: quartiles of operations and of HCU; null without any. */
export type SpreadRow = Readonly<{ operations: readonly number[] | null; hcu: readonly number[] | null }>;

/** What a contract's transactions cost by the function that they called: null of another contract. */
export type FunctionRow = Sums &
  TransactionPosition &
  Readonly<{ selector: Buffer | null; median_hcu: number; maximum_hcu: number }>;

/** The spread of a caller's transactions, of its newest operations. */
export async function findSpread(db: Database, caller: Buffer, limit: number): Promise<SpreadRow> {
  const [row] = await db.sql<SpreadRow[]>`
    with newest as materialized (${selectNewest(db, { caller, limit })})
    select percentile_disc(array[0, 0.25, 0.5, 0.75, 1]) within group (order by operations)::integer[] as operations,
      percentile_disc(array[0, 0.25, 0.5, 0.75, 1]) within group (order by hcu)::float8[] as hcu
    from (
      select count(*) as operations, sum(hcu_cost)::float8 as hcu from newest
      group by block_number, transaction_index
    ) by_transaction`;
  return row ?? { operations: null, hcu: null };
}

/** A caller's newest operations by the function that the transaction called, the first 20 by HCU, each with the last one. */
export async function listFunctionCosts(
  db: Database,
  caller: Buffer,
  { limit, most }: Readonly<{ limit: number; most: number }>,
): Promise<FunctionRow[]> {
  return await db.sql<FunctionRow[]>`
    with newest as materialized (${selectNewest(db, { caller, limit })}),
    by_transaction as materialized (
      select block_number, transaction_index, count(*) as operations, sum(hcu_cost)::float8 as hcu
      from newest group by 1, 2
    )
    select f.*, (f.last)[1] as block_number, (f.last)[2] as index from (
      select case when t.to_address = ${caller} then substring(t.input for 4) end as selector,
        sum(operations)::integer as operation_count, count(*)::integer as transaction_count, sum(hcu) as total_hcu,
        percentile_disc(0.5) within group (order by hcu) as median_hcu, max(hcu) as maximum_hcu,
        max(array[t.block_number, t.index]) as last
      from by_transaction b
      cross join lateral (
        select x.block_number, x.index, x.to_address, x.input from ${db.schema}.transactions x
        where x.block_number = b.block_number and x.index = b.transaction_index offset 0
      ) t
      group by 1 order by 4 desc, 1 limit ${most}
    ) f order by total_hcu desc, selector`;
}

/** A transaction with FHE operations, and what all of them cost. */
export type FheTransactionRow = TransactionRow & Readonly<{ total_hcu: number; max_depth_hcu: number }>;

/** Transactions with FHE operations before a position, newest first, optionally with some of one caller. */
export async function listFheTransactions(
  db: Database,
  page: Readonly<{ before: TransactionPosition | undefined; caller: Buffer | undefined; limit: number }>,
): Promise<FheTransactionRow[]> {
  const { before, caller, limit: size } = page;
  const listed = db.sql`(
    with recursive ${walkFheTransactions(db, { before, caller, size, isOldestFirst: false })}
    select t.*, s.* from found f
    cross join lateral (
      select x.* from ${db.schema}.transactions x
      where x.block_number = f.block_number and x.index = f.index offset 0
    ) t
    cross join lateral (
      select sum(o.hcu_cost)::float8 as total_hcu, max(o.hcu_depth) as max_depth_hcu
      from ${db.schema}.fhe_operations o
      where o.block_number = f.block_number and o.transaction_index = f.index
    ) s
  )`;
  return await db.sql<FheTransactionRow[]>`
    ${selectTransactions(db, listed)} order by t.block_number desc, t.index desc`;
}

/** A block with FHE operations. */
export type FheBlockRow = Readonly<{
  number: number;
  timestamp: number;
  fhe_operations_count: number;
  total_hcu: string;
  transactions_count: number;
}>;

/** Blocks with FHE operations below a height, newest first. */
export async function listFheBlocks(
  db: Database,
  { below, limit }: Readonly<{ below: number | undefined; limit: number }>,
): Promise<FheBlockRow[]> {
  const next = (isBelow: Fragment) => db.sql`
    select o.block_number from ${db.schema}.fhe_operations o where ${isBelow}
    order by o.block_number desc limit 1`;
  return await db.sql<FheBlockRow[]>`
    with recursive found as (
      select first.*, 1 as place from (
        ${next(below === undefined ? db.sql`true` : db.sql`o.block_number < ${below}`)}
      ) first
      union all
      select o.*, f.place + 1 from found f
      cross join lateral (${next(db.sql`o.block_number < f.block_number`)}) o where f.place < ${limit}
    )
    select b.number, b.timestamp, b.fhe_operations_count, b.total_hcu, t.transactions_count
    from found f join ${db.schema}.blocks b on b.number = f.block_number
    cross join lateral (
      select count(*)::integer as transactions_count from ${db.schema}.transactions x
      where x.block_number = f.block_number and x.fhe_operations_count > 0
    ) t
    order by b.number desc`;
}

/** Counts the logs of contracts with a first topic from a block on, among the newest `limit` of each contract. */
export async function countNewestLogs(
  db: Database,
  contracts: readonly Buffer[],
  { topic, from, limit }: Readonly<{ topic: Buffer; from: number; limit: number }>,
): Promise<number> {
  const [row] = await db.sql<{ count: number }[]>`
    select count(*)::integer as count
    from unnest(${toArrayLiteral(contracts)}::bytea[]) as c (address)
    cross join lateral (
      select topic0 from ${db.schema}.logs where address = c.address and block_number >= ${from}
      order by block_number desc, log_index desc limit ${limit}
    ) l
    where l.topic0 = ${topic}`;
  return row?.count ?? 0;
}
