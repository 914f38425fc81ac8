import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { Sql } from '@/lib/db/open-database';

const FOLDER = new URL('../../lib/db/migrations/chain/', import.meta.url);

/** Creates a chain's schema as it was before the migration `name`. */
export async function createOldSchema(sql: Sql, chainId: number, name: string): Promise<void> {
  const names = (await readdir(FOLDER)).filter((file) => file.endsWith('.sql') && file < name).sort();
  const schema = `chain_${chainId}`;
  await sql`create schema ${sql(schema)}`;
  await sql`
    create table ${sql(schema)}.migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now()
    )`;
  for (const file of names) {
    const statements = await readFile(new URL(file, FOLDER), 'utf8');
    const checksum = createHash('sha256').update(statements).digest('hex');
    await sql.begin(async (transaction) => {
      await transaction`select set_config('search_path', ${schema}, true)`;
      await transaction.unsafe(statements);
      await transaction`insert into migrations (name, checksum) values (${file}, ${checksum})`;
    });
  }
}
