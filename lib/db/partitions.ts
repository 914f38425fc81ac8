import type { Database, Sql, Transaction } from './open-database';

/** The tables that can be partitioned by height: those that grow most, and are read newest first or at a height. */
export const PARTITIONED = ['transactions', 'logs', 'internal_transactions', 'token_transfers'] as const;

/** One of the tables that can be partitioned. */
export type PartitionedTable = (typeof PARTITIONED)[number];

/**
 * How a table is stored. `beyond`: the height that its last partition ends before, null for a plain table; `size`: how many
 * heights that has, null for the first one. `bound`: the height before which all rows of a plain table are, where it is
 * being carried over; `isBoundProven`: of rows that were there before, too.
 */
export type TableForm = Readonly<{
  table: PartitionedTable;
  beyond: number | null;
  size: number | null;
  bound: number | null;
  isBoundProven: boolean;
}>;

/** Name of the check constraint that proves the height before which all rows are. */
const BOUND = 'height_bound';

/** The forms of the tables of `PARTITIONED` in a schema. */
export async function readForms(sql: Sql | Transaction, schema: string): Promise<TableForm[]> {
  return await sql<TableForm[]>`
    select c.relname as table, last.beyond, last.beyond - last.start as size,
      (regexp_match(pg_get_constraintdef(k.oid), '< ''?(\\d+)'))[1]::bigint as bound,
      coalesce(k.convalidated, false) as "isBoundProven"
    from pg_class c
    left join lateral (
      select (regexp_match(bounds, 'FROM \\(''?(\\d+)'))[1]::bigint as start,
        (regexp_match(bounds, 'TO \\(''?(\\d+)'))[1]::bigint as beyond
      from pg_inherits i
      join pg_class p on p.oid = i.inhrelid
      cross join lateral pg_get_expr(p.relpartbound, p.oid) bounds
      where i.inhparent = c.oid order by 2 desc limit 1
    ) last on c.relkind = 'p'
    left join pg_constraint k on k.conrelid = c.oid and k.conname = ${BOUND} and c.relkind = 'r'
    where c.relnamespace = (select oid from pg_namespace where nspname = ${schema})
      and c.relname = any(${[...PARTITIONED]})
    order by c.relname`;
}

/** Heights per partition of the chain's index; undefined for plain tables. */
export async function findPartitionSize(sql: Sql, schema: string): Promise<number | undefined> {
  const sizes = (await readForms(sql, schema)).map(({ size }) => size ?? 0);
  return Math.max(0, ...sizes) || undefined;
}

/** Whether the large tables of a chain are partitioned by height, or are being so. */
export async function isPartitioned({ sql, schema }: Database): Promise<boolean> {
  const rows = await sql`select 1 from ${schema}.indexer_state where heights_from is not null`;
  return rows.length > 0;
}

/** A table of a schema. */
export type TableOf = Readonly<{ schema: string; table: PartitionedTable }>;

/** The heights of a partition; without `from` all below `beyond`. */
export type Heights = Readonly<{ from?: number; beyond: number }>;

/** Adds an empty partition to a partitioned table. Neither readers nor writers wait for it. */
export async function addPartition(sql: Transaction, of: TableOf, heights: Heights): Promise<void> {
  const parent = sql`${sql(of.schema)}.${sql(of.table)}`;
  const part = sql`${sql(of.schema)}.${sql(partName(of.table, heights))}`;
  await sql`create table ${part} (like ${parent} including all)`;
  await sql`alter table ${parent} attach partition ${part} for values ${bounds(sql, heights)}`;
}

/** Restricts rows written from now on to below a height; existing rows are not read. */
export async function boundHeights(sql: Transaction, of: TableOf, beyond: number): Promise<void> {
  const [table, name, height] = [
    sql`${sql(of.schema)}.${sql(of.table)}`,
    sql(BOUND),
    sql.unsafe(`${beyond}`),
  ];
  await sql`alter table ${table} add constraint ${name} check (block_number < ${height}) not valid`;
}

/** Validates the bound against all rows, concurrently with reads and writes. */
export async function proveBound(sql: Sql, of: TableOf): Promise<void> {
  await sql`alter table ${sql(of.schema)}.${sql(of.table)} validate constraint ${sql(BOUND)}`;
}

/** Drops the bound of a plain table, if any. */
export async function dropBound(sql: Transaction, of: TableOf): Promise<void> {
  await sql`alter table ${sql(of.schema)}.${sql(of.table)} drop constraint if exists ${sql(BOUND)}`;
}

/**
 * Makes a plain table with a validated bound the first partition of a new table of the same name, columns and indexes.
 * Reads no rows and builds no index, but needs an exclusive lock.
 */
export async function splitTable(sql: Transaction, of: TableOf, beyond: number): Promise<void> {
  const schema = sql(of.schema);
  const partition = partName(of.table, { beyond });
  const [parent, part] = [sql`${schema}.${sql(of.table)}`, sql`${schema}.${sql(partition)}`];
  await sql`lock table ${parent} in access exclusive mode`;
  await sql`alter table ${parent} rename to ${sql(partition)}`;
  const indexes = await listIndexes(sql, { schema: of.schema, partition });
  for (const { name } of indexes)
    await sql`alter index ${schema}.${sql(name)} rename to ${sql(partName(name, { beyond }))}`;
  await sql`create table ${parent} (like ${part} including all) partition by range (block_number)`;
  await sql`alter table ${parent} drop constraint ${sql(BOUND)}`;
  await sql`alter table ${parent} attach partition ${part} for values ${bounds(sql, { beyond })}`;
  await sql`alter table ${part} drop constraint ${sql(BOUND)}`;
  // the indexes of the partitioned table get the original names, which migrations use
  for (const { parent: made, name } of await listIndexes(sql, { schema: of.schema, partition })) {
    const known = indexes.find((index) => partName(index.name, { beyond }) === name)?.name;
    if (made !== null && known !== undefined && made !== known)
      await sql`alter index ${schema}.${sql(made)} rename to ${sql(known)}`;
  }
}

/** The indexes of a partition, and their parent indexes. */
async function listIndexes(sql: Transaction, of: Readonly<{ schema: string; partition: string }>) {
  return await sql<{ name: string; parent: string | null }[]>`
    select c.relname as name, p.relname as parent
    from pg_index x
    join pg_class c on c.oid = x.indexrelid
    left join pg_inherits i on i.inhrelid = c.oid
    left join pg_class p on p.oid = i.inhparent
    where x.indrelid = (
      select oid from pg_class
      where relname = ${of.partition} and relnamespace = (select oid from pg_namespace where nspname = ${of.schema})
    )
    order by c.relname`;
}

/** Named by its first height: sizes may change. */
function partName(name: string, { from }: Heights): string {
  return `${name}_part_${from ?? 'first'}`;
}

function bounds(sql: Transaction, { from, beyond }: Heights) {
  return sql.unsafe(`from (${from ?? 'minvalue'}) to (${beyond})`);
}

/** Partitioned tables with stale statistics: autovacuum analyzes partitions, never the parent. */
export async function listStale(sql: Sql, schema: string): Promise<PartitionedTable[]> {
  const rows = await sql<{ table: PartitionedTable }[]>`
    select c.relname as table
    from pg_class c
    cross join lateral (
      select sum(greatest(p.reltuples, 0)) as rows from pg_inherits i join pg_class p on p.oid = i.inhrelid
      where i.inhparent = c.oid
    ) parts
    where c.relkind = 'p' and c.relnamespace = (select oid from pg_namespace where nspname = ${schema})
      and c.relname = any(${[...PARTITIONED]}) and parts.rows > 1.2 * greatest(c.reltuples, 0)
    order by 1`;
  return rows.map(({ table }) => table);
}
