import { execFileSync, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findPostmaster } from '@/lib/db/embedded-postmaster';
import { openPool, type Sql } from '@/lib/db/open-database';
import { findFreePort } from '@/lib/free-port';
import { type Program, startProgram } from './programs';

const READY_TIMEOUT_MS = 240_000;

/** `npm start` with its own data directory. */
export type Site = Readonly<{
  program: Program;
  url: string;
  dataDir: string;
  environment: Record<string, string>;
}>;

/** Free ports, and a data directory. */
export async function siteEnvironment(dataDir: string) {
  const port = await findFreePort();
  let apiPort = await findFreePort();
  while (apiPort === port) apiPort = await findFreePort();
  return { DATA_DIR: dataDir, PORT: String(port), API_PORT: String(apiPort) };
}

/** Starts everything on the demo chain, without waiting until it is ready. */
export async function startDemoSite(dataDir: string): Promise<Site> {
  const environment = await siteEnvironment(dataDir);
  const program = startProgram('supervise', environment);
  return { program, url: `http://localhost:${environment.PORT}`, dataDir, environment };
}

/** Waits for the summary; returns the transaction in it. */
export async function untilReady({ program }: Site): Promise<string> {
  await program.untilSaid(/Stop {2,}Ctrl-C/, READY_TIMEOUT_MS);
  const [, transaction = ''] = await program.untilSaid(/Transaction +(\S+)/);
  return transaction;
}

export function familyOf(pid: number): number[] {
  const table = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' });
  const rows = table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const family = [pid];
  for (const parent of family)
    for (const [child = 0, of] of rows) if (of === parent && !family.includes(child)) family.push(child);
  return family;
}

/** The command line of a process; empty when it is gone. */
export function commandOf(pid: number): string {
  return tell(pid, 'args=');
}

/** Whether a process runs; false for a zombie. */
export function isRunning(pid: number): boolean {
  const state = tell(pid, 'stat=');
  return state !== '' && !state.startsWith('Z');
}

function tell(pid: number, column: string): string {
  const { stdout } = spawnSync('ps', ['-ww', '-o', column, '-p', String(pid)], { encoding: 'utf8' });
  return stdout.trim();
}

/** Kills a site like a power cut: every process at once. */
export function killEverything(site: Site): void {
  for (const pid of familyOf(site.program.pid)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
  }
}

export async function openSiteDatabase(site: Pick<Site, 'dataDir'>): Promise<Sql> {
  const folder = join(site.dataDir, 'postgresql');
  const password = (await readFile(`${folder}.password`, 'utf8')).trim();
  const postmaster = await findPostmaster(folder);
  if (!postmaster) throw new Error(`no server runs on ${folder}`);
  const url = `postgres://astrolabe:${password}@127.0.0.1:${postmaster.port}/astrolabe`;
  return openPool({ url, connections: 1, name: 'test' });
}

/** Inconsistencies of an index; none, wherever the indexer was killed. */
export async function findContradictions(sql: Sql, chainId: number): Promise<string[]> {
  const schema = sql(`chain_${chainId}`);
  const [row] = await sql`
    with state as (select * from ${schema}.indexer_state),
      counted as (
        select b.number, b.transactions_count, b.token_transfers_count, b.fhe_operations_count,
          (select count(*) from ${schema}.transactions t where t.block_number = b.number) as transactions,
          (select coalesce(sum(t.logs_count), 0) from ${schema}.transactions t where t.block_number = b.number) as told_logs,
          (select count(*) from ${schema}.logs l where l.block_number = b.number) as logs,
          (select count(*) from ${schema}.token_transfers x where x.block_number = b.number) as transfers,
          (select count(*) from ${schema}.fhe_operations f where f.block_number = b.number) as operations
        from ${schema}.blocks b
      )
    select
      (select 1 - count(*) from state) as "indexes without a state",
      (select count(*) from ${schema}.blocks b left join ${schema}.blocks p on p.number = b.number - 1
        where b.number > (select first_block from state) and p.hash is distinct from b.parent_hash
      ) as "blocks without their parent",
      (select count(*) from counted where transactions_count <> transactions or told_logs <> logs
        or token_transfers_count <> transfers or fhe_operations_count <> operations
      ) as "blocks that are not whole",
      (select count(*) from state where tip_number is distinct from (select max(number) from ${schema}.blocks)
      ) as "tips that are not the newest block",
      (select blocks_count - (select count(*) from ${schema}.blocks) from state) as "blocks miscounted",
      (select transactions_count - (select count(*) from ${schema}.transactions) from state)
        as "transactions miscounted",
      (select coalesce(sum(transactions), 0) - (select count(*) from ${schema}.transactions t
        join ${schema}.blocks b on b.number = t.block_number where b.timestamp > 0)
        from ${schema}.daily_stats) as "transactions missing in the days"`;
  return Object.entries(row ?? {})
    .filter(([, count]) => Number(count) !== 0)
    .map(([name, count]) => `${count} ${name}`);
}
