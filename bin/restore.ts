import { findIndexerState } from '@/lib/api/indexing-status/query';
import { startEmbeddedPostgres } from '@/lib/db/embedded';
import { restoreEmbedded } from '@/lib/db/embedded-restore';
import { openDatabase, openPool, type Sql } from '@/lib/db/open-database';
import { beginOnFolder } from './backup/begin-on-folder';
import { runProgram } from './common/run-program';
import { copyApiKey } from './supervise/keep-api-key';

const USAGE = `Usage: npm run restore -- <folder>

Copies a backup (npm run backup) into DATA_DIR, which must not hold a database, starts it once to recover it, and
prints what it holds. The backup stays as it is. A restore that was interrupted is run again.`;

await runProgram(main);

async function main(): Promise<void> {
  const begun = beginOnFolder({ name: 'restore', usage: USAGE, instead: 'pg_restore' });
  if (!begun) return;
  const { folder: backup, config, log } = begun;
  const before = () => copyApiKey(backup, config.dataDir);
  await restoreEmbedded({ backup, dataDir: config.dataDir, log, before });
  const server = await startEmbeddedPostgres({ dataDir: config.dataDir, log });
  const sql = openPool({ url: server.url, connections: 1, name: 'restore' });
  try {
    for (const line of await describeChains(sql)) console.log(line);
  } finally {
    await sql.end({ timeout: 1 });
    await server.stop();
  }
  console.log(`Restored into ${config.dataDir}: start Astrolabe.`);
}

async function describeChains(sql: Sql): Promise<string[]> {
  const [table] = await sql<
    { exists: boolean }[]
  >`select to_regclass('gateway.chains') is not null as exists`;
  if (!table?.exists) return ['No chain was indexed.'];
  const chains = await sql<{ chain_id: number; name: string }[]>`
    select chain_id, name from gateway.chains where is_served order by chain_id`;
  return Promise.all(
    chains.map(async ({ chain_id, name }) => {
      const state = await findIndexerState(openDatabase(sql, chain_id));
      return `Chain ${chain_id} (${name}): indexed up to block ${state?.tip_number ?? 'none'}.`;
    }),
  );
}
