import { toArrayLiteral } from './array-literal';
import { createLocalSchema } from './citus';
import { dropUnread, limitLockWaits, MIGRATION_LOCK } from './lock-wait';
import { type Database, openDatabase, partSchemaName, type Sql, type Transaction } from './open-database';
import { dropBound, PARTITIONED } from './partitions';
import { runTransaction } from './transaction';

/** What a part does not have: `migrations` is copied, and the ranges are those of the index. */
const LEFT_OUT = ['migrations', 'backfill_ranges'];
/** Indexes by which rows are written; the others are for readers, and a part has none. */
const WRITTEN_BY = ['tokens_first_seen', 'addresses_created', 'addresses_beacon'];

/** The database of a part, of this index. */
export function openPart(
  { sql, chainId, name }: Pick<Database, 'sql' | 'chainId' | 'name'>,
  from: number,
): Database {
  return openDatabase(sql, chainId, partSchemaName(name, from));
}

/**
 * Creates the schema of a part, with the tables of the index. They are not logged: writing takes half the time, and what
 * a crash of PostgreSQL empties is indexed again. One that is not whole any more is created anew. Throws what
 * `isLockRefused` tells while somebody reads that: all that migrate would wait behind this.
 */
export async function createPart(db: Database, from: number): Promise<void> {
  const part = openPart(db, from);
  await runTransaction(db.sql, async (sql) => {
    await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK}::bigint)`;
    if (await isWhole(sql, db, part)) return;
    await limitLockWaits(sql);
    await sql`drop schema if exists ${part.schema} cascade`;
    await createLocalSchema(sql, part.name);
    await copyTables(sql, db, part);
    await sql`create unlogged table ${part.schema}.migrations as select name from ${db.schema}.migrations`;
    // no term of an earlier schema of this name may be one of this
    await sql`
      insert into ${part.schema}.leader (term) values ((extract(epoch from clock_timestamp()) * 1000)::bigint)`;
    await sql`
      insert into ${part.schema}.indexer_state
        (first_block, proof_status, unprovable_reason, unprovable_checks)
      select ${from}::bigint, proof_status, unprovable_reason, unprovable_checks from ${db.schema}.indexer_state`;
  });
}

/** Whether a part is there, of the same version as the index, and was not emptied by a crash of PostgreSQL. */
export async function isWhole(sql: Sql | Transaction, db: Database, part: Database): Promise<boolean> {
  const [found] = await sql<{ exists: boolean }[]>`
    select to_regclass(${`${part.name}.migrations`}) is not null as exists`;
  if (!found?.exists) return false;
  const [row] = await sql<{ same: boolean }[]>`
    select (select array_agg(name order by name) from ${part.schema}.migrations)
      = (select array_agg(name order by name) from ${db.schema}.migrations) as same`;
  return row?.same ?? false;
}

/** Drops a part that is given up. Throws what `isLockRefused` tells while somebody reads it. */
export async function dropPart(sql: Sql, part: Database): Promise<void> {
  await dropUnread(sql, part.name);
}

/** Collects what the planner of a join should know of a part. */
export async function analyzePart({ sql, name }: Database): Promise<void> {
  const [row] = await sql<{ list: string }[]>`
    select string_agg(format('%I.%I', schemaname, tablename), ', ') as list from pg_tables where schemaname = ${name}`;
  if (row) await sql.unsafe(`analyze ${row.list}`);
}

async function copyTables(sql: Transaction, db: Database, part: Database): Promise<void> {
  const tables = await sql<{ statement: string }[]>`
    select format(
      'create unlogged table %I.%I (like %I.%I including defaults including constraints including identity including generated)',
      ${part.name}::text, relname, ${db.name}::text, relname
    ) as statement
    from pg_class
    where relnamespace = ${db.name}::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname <> all(${toArrayLiteral(LEFT_OUT)}::text[])`;
  const indexes = await sql<{ definition: string }[]>`
    select pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
    where c.relnamespace = ${db.name}::regnamespace and not t.relispartition
      and t.relname <> all(${toArrayLiteral(LEFT_OUT)}::text[])
      and (i.indisunique or c.relname = any(${toArrayLiteral(WRITTEN_BY)}::text[]))`;
  const copied = indexes.map(({ definition }) =>
    definition.replace(` ${db.name}.`, ` ${part.name}.`).replace(' ON ONLY ', ' ON '),
  );
  // in one go: a round trip each would be most of the time
  await sql.unsafe([...tables.map(({ statement }) => statement), ...copied].join(';\n'));
  // of an index that is being partitioned
  for (const table of PARTITIONED) await dropBound(sql, { schema: part.name, table });
}
