import postgres from 'postgres';
import { migrateChain } from '@/lib/db/migrate';
import { type Database, openDatabase, type Sql } from '@/lib/db/open-database';
import { createTestDatabase } from './database';

export const CHAIN = 7;

/** A chain's database that explains what a reader asks it. */
export type PlanDatabase = Readonly<{
  sql: Sql;
  db: Database;
  /** The plans of the statements about the chain that `read` sends. */
  explain(read: (db: Database) => Promise<unknown>, command?: string): Promise<string[]>;
  stop(): Promise<void>;
}>;

export async function openPlanDatabase(): Promise<PlanDatabase> {
  const { sql, url, drop } = await createTestDatabase();
  await migrateChain(sql, CHAIN);
  let sent: { query: string; parameters: unknown[] }[] = [];
  const recorder = postgres(url, {
    max: 1,
    types: { bigint: { to: 20, from: [20], serialize: String, parse: Number } },
    debug: (_connection, query, parameters) => sent.push({ query, parameters }),
  });
  const db = openDatabase(recorder, CHAIN);
  const explain: PlanDatabase['explain'] = async (read, command = 'explain') => {
    sent = [];
    await read(db);
    const statements = sent.filter(({ query }) => query.includes(`chain_${CHAIN}`));
    return Promise.all(
      statements.map(async ({ query, parameters }) => {
        const rows = await recorder.unsafe(`${command} ${query}`, parameters.map(toArgument));
        return rows.map((row) => String(row['QUERY PLAN'])).join('\n');
      }),
    );
  };
  const stop = async () => {
    await recorder.end({ timeout: 1 });
    await drop();
  };
  return { sql, db, explain, stop };
}

function toArgument(parameter: unknown): string | Buffer {
  const text = String(parameter ?? null);
  return text.startsWith('\\x') ? Buffer.from(text.slice(2), 'hex') : text;
}
