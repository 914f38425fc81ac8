import { access, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { migrateChain, migrateGateway } from '@/lib/db/migrate';
import { type Database, openDatabase, type Sql } from '@/lib/db/open-database';
import { type Size, SYNTHETIC_CHAIN_ID } from '@/test/synthetic/cast';
import { fillSynthetic } from '@/test/synthetic/fill';

/** A database with a made-up chain of that size: the one of an earlier run, brought to the newest schema, or a new one. */
export async function openFilled(sql: Sql, size: Size, dataDir: string): Promise<Database> {
  const mark = join(dataDir, 'filled');
  const isFilled = await access(mark).then(
    () => true,
    () => false,
  );
  if (isFilled) {
    await migrateGateway(sql);
    await migrateChain(sql, SYNTHETIC_CHAIN_ID);
    return openDatabase(sql, SYNTHETIC_CHAIN_ID);
  }
  const begun = performance.now();
  const db = await fillSynthetic(sql, size);
  await writeFile(mark, '');
  console.log(
    `\nFilled ${size.transactions} transactions in ${((performance.now() - begun) / 1000).toFixed(0)} s.`,
  );
  return db;
}
