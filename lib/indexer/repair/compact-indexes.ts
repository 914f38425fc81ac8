import type { Database } from '@/lib/db/open-database';
import type { Logger } from '@/lib/log';
import { repeat } from '@/lib/retry';

const MB = 1024 * 1024;
/** Bytes of indexes that are rebuilt: that of a larger one takes minutes, and as much of the disk. */
const SIZES = { least: MB, most: 1024 * MB };
/** The share of a page's bytes below which an index is rebuilt; a new one has 0.9. */
const LEAST_FULL = 0.7;
/** How many times its bytes an index has before it is rebuilt again. */
const GROWTH = 1.5;
const EVERY_MS = 60 * 60_000;

type Rebuilt = Readonly<{ name: string; before: number; after: number }>;

/** Rebuilds indexes with half-empty pages one by one, until aborted. Never throws. */
export async function watchIndexes(
  db: Database,
  { log, signal }: Readonly<{ log: Logger; signal: AbortSignal }>,
): Promise<void> {
  const known = new Map<string, number>();
  await repeat({
    round: async () => {
      const rebuilt = await compactIndex(db, { known });
      if (!rebuilt) return EVERY_MS;
      log.info(rebuilt, 'rebuilt an index that had half-empty pages');
      return 0;
    },
    ...{ firstMs: 60_000, maxMs: EVERY_MS, signal },
    onError: (error) => log.warn({ error }, 'could not rebuild an index'),
  });
}

/**
 * Rebuilds the largest index with half-empty pages while its table is read and written; undefined when there is none.
 * PostgreSQL splits a full page in the middle: those of random keys are filled to 0.7, and the entries of a contract, which
 * are added at their end, leave each first half as it is. `known`: bytes of indexes after they were tried.
 */
export async function compactIndex(
  db: Database,
  { known, sizes = SIZES }: Readonly<{ known: Map<string, number>; sizes?: typeof SIZES }>,
): Promise<Rebuilt | undefined> {
  await dropUnfinished(db);
  const loose = await listLoose(db, sizes);
  const found = loose.find(({ name, bytes }) => bytes >= GROWTH * (known.get(name) ?? 0));
  if (!found) return undefined;
  const { name, bytes: before } = found;
  known.set(name, before);
  await db.sql`reindex index concurrently ${db.schema}.${db.sql(name)}`;
  const [row] = await db.sql<{ bytes: number }[]>`
    select pg_relation_size(format('%I.%I', ${db.name}::text, ${name}::text)::regclass) as bytes`;
  const after = row?.bytes ?? before;
  known.set(name, after);
  return { name, before, after };
}

/** What an interrupted rebuild leaves: written to, never read. */
async function dropUnfinished({ sql, schema, name }: Database): Promise<void> {
  const rows = await sql<{ name: string }[]>`
    select c.relname as name from pg_index x join pg_class c on c.oid = x.indexrelid
    where not x.indisvalid and c.relkind = 'i' and c.relname ~ '_cc(new|old)\\d*$'
      and c.relnamespace = (select oid from pg_namespace where nspname = ${name})`;
  for (const row of rows) await sql`drop index concurrently ${schema}.${sql(row.name)}`;
}

/** By the statistics of the columns: an entry has 8 bytes before its key, is padded to 8, and has 4 in the page's list. */
async function listLoose(
  { sql, name }: Database,
  { least, most }: typeof SIZES,
): Promise<{ name: string; bytes: number }[]> {
  return await sql<{ name: string; bytes: number }[]>`
    select c.relname as name, pg_relation_size(c.oid) as bytes
    from pg_index x
    join pg_class c on c.oid = x.indexrelid
    join pg_class t on t.oid = x.indrelid
    join pg_am m on m.oid = c.relam
    cross join lateral (
      select sum(s.avg_width) as width, count(s.avg_width) = count(*) as is_known
      from pg_attribute a
      left join pg_stats s on s.schemaname = ${name} and s.tablename in (t.relname, c.relname)
        and s.attname = a.attname and not s.inherited
      where a.attrelid = c.oid
    ) k
    where c.relnamespace = (select oid from pg_namespace where nspname = ${name})
      and c.relkind = 'i' and m.amname = 'btree' and x.indisvalid and k.is_known
      and pg_relation_size(c.oid) between ${least} and ${most} and c.reltuples >= 0
      and c.reltuples * (8 * ceil(1 + k.width / 8.0) + 4) < ${LEAST_FULL}::float8 * 8192 * c.relpages
    order by bytes desc`;
}
