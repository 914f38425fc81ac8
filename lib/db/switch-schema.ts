import { AppError } from '@/lib/errors';
import { pause } from '@/lib/retry';
import { isLockRefused, limitLockWaits, MIGRATION_LOCK } from './lock-wait';
import { nextSchemaName, oldSchemaName, type Sql, schemaName, type Transaction } from './open-database';
import { runTransaction } from './transaction';

/** Tables not derived from blocks: they are moved to the new schema. */
const MOVED = [
  'address_labels',
  'artifact_sources',
  'contract_interfaces',
  'day_prices',
  'development',
  'ens_names',
  'former_interfaces',
  'interface_lookups',
  'listed_tokens',
  'node_pool',
  'pending_authorizations',
  'pending_transactions',
  'price_feeds',
  'prices',
  'transaction_sightings',
] as const;
const PAUSE_MS = 500;

/**
 * Replaces the served schema of a chain by the reindexed one, in one transaction, and drops the old one. Readers
 * continue: a running statement ends on the old tables, the next one begins on the new. The leader of the old schema is
 * out of its term, and starts a new one. Throws AppError `not_leader`, and changes nothing, where the new schema is no
 * longer led in `term`.
 */
export async function switchSchema(sql: Sql, chainId: number, term?: number): Promise<void> {
  const [served, next, old] = [schemaName(chainId), nextSchemaName(chainId), oldSchemaName(chainId)];
  // left by a switch interrupted after its transaction
  await sql`drop schema if exists ${sql(old)} cascade`;
  for (;;) {
    try {
      await runTransaction(sql, (transaction) => rename(transaction, { served, next, old, term }));
      break;
    } catch (error) {
      // a moved table is in use: do not block later statements
      if (!isLockRefused(error)) throw error;
      await pause(PAUSE_MS);
    }
  }
  await sql`drop schema ${sql(old)} cascade`;
}

/** Drops the schema of an unfinished reindex; false when there is none. */
export async function dropNextSchema(sql: Sql, chainId: number): Promise<boolean> {
  const name = nextSchemaName(chainId);
  const [found] = await sql`select 1 from pg_namespace where nspname = ${name}`;
  for (const left of [name, oldSchemaName(chainId)]) await sql`drop schema if exists ${sql(left)} cascade`;
  return found !== undefined;
}

type SchemaSwap = Readonly<{ served: string; next: string; old: string; term: number | undefined }>;

async function rename(sql: Transaction, { served, next, old, term }: SchemaSwap): Promise<void> {
  await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK}::bigint)`;
  const [from, to] = [sql(served), sql(next)];
  // Waits for a running write; writes that wait behind this one find their term over.
  await sql`select from ${from}.indexer_state, ${from}.leader for update`;
  const [leader] = await sql<{ term: number }[]>`update ${from}.leader set term = term + 1 returning term`;
  const led = await sql`
    update ${to}.leader set term = greatest(term, ${leader?.term ?? 0}::bigint) + 1
    where ${term ?? null}::bigint is null or term = ${term ?? null} returning term`;
  if (term !== undefined && led.length === 0)
    throw new AppError('not_leader', 'Another process continues with the new index; nothing was switched.');
  await limitLockWaits(sql);
  for (const table of MOVED) {
    await sql`drop table ${to}.${sql(table)} cascade`;
    await sql`alter table ${from}.${sql(table)} set schema ${to}`;
  }
  await sql`alter schema ${from} rename to ${sql(old)}`;
  await sql`alter schema ${to} rename to ${sql(served)}`;
}
