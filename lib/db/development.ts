import type { Database, Sql, Transaction } from './open-database';
import { CHAIN_COLUMNS, type Row } from './tables';
import { runTransaction } from './transaction';
import { keepVerifications } from './verifications';

/** Notifications of a chain that began again or went back, with its ID. */
export const RESET_CHANNEL = 'astrolabe_reset';

/** The development node of an index. */
export type Development = Pick<Row<'development'>, 'instance' | 'reset_at' | 'reset_to'>;

/** What outlives a chain that began again: of the operator, or of the endpoints. */
const KEPT: ReadonlySet<string> = new Set([
  'address_labels',
  'day_prices',
  'development',
  'leader',
  'listed_tokens',
  'price_feeds',
  'rpc_endpoints',
]);

/** The development node of an index; undefined for an index of any other chain, or none. */
export async function findDevelopment({ sql, name, schema }: Database): Promise<Development | undefined> {
  const [table] = await sql`select 1 where to_regclass(${`${name}.development`}) is not null`;
  if (!table) return undefined;
  const [row] = await sql<Development[]>`select instance, reset_at, reset_to from ${schema}.development`;
  return row;
}

/** Marks an index as that of a development node: its chain may begin again from now on. */
export async function markDevelopment({ sql, schema }: Database, instance: string | null): Promise<void> {
  await sql`
    insert into ${schema}.development as stored (instance) values (${instance})
    on conflict (only_row) do update set instance = excluded.instance
    where stored.instance is distinct from excluded.instance`;
}

/**
 * Empties the index of a development node whose chain began again, in one transaction: as if nothing had been indexed,
 * but for what the operator gave, and verifications, which are kept for contracts of the same code. Readers see all of the
 * old chain or nothing. `tipHash` is the tip for which that was decided: where the index has another one by now, nothing
 * is done. `at` in Unix ms.
 */
export async function emptyIndex(
  db: Database,
  tipHash: Buffer | null,
  { firstBlock, at }: Readonly<{ firstBlock: number; at: number }>,
): Promise<void> {
  const { schema, chainId } = db;
  await runTransaction(db.sql, async (sql) => {
    const [state] = await sql<{ tip_hash: Buffer | null }[]>`
      select tip_hash from ${schema}.indexer_state, ${schema}.leader for update`;
    const isSame = tipHash === null ? state?.tip_hash == null : state?.tip_hash?.equals(tipHash);
    if (!isSame) return;
    await keepVerifications(sql, chainId);
    for (const table of Object.keys(CHAIN_COLUMNS)) {
      if (KEPT.has(table)) continue;
      await sql`delete from ${schema}.${sql(table)}`;
    }
    await sql`insert into ${schema}.indexer_state (first_block) values (${firstBlock})`;
    await sql`
      update gateway.chains set first_block = ${firstBlock}, first_block_hash = null where chain_id = ${chainId}`;
    await noteReset(sql, db, { at, to: null });
  });
}

/** Stores when the chain began again, or went back to block `to`, and notifies those who hold what they read. */
export async function noteReset(
  sql: Transaction,
  { schema, chainId }: Database,
  { at, to }: Readonly<{ at: number; to: number | null }>,
): Promise<void> {
  await sql`update ${schema}.development set reset_at = ${at}, reset_to = ${to}`;
  await notifyReset(sql, chainId);
}

/** Notifies those who hold what they read, once the transaction is committed. */
export async function notifyReset(sql: Sql | Transaction, chainId: number): Promise<void> {
  await sql`select pg_notify(${RESET_CHANNEL}, ${String(chainId)})`;
}
