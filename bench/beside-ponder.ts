import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startEmbeddedPostgres } from '@/lib/db/embedded';
import { openPool, type Sql } from '@/lib/db/open-database';
import { findFreePort } from '@/lib/free-port';
import { createLog } from '@/lib/log';
import { median } from './median';
import { makePonderProject } from './ponder-project';
import { startTransferChain } from './transfer-chain';

const TRANSFERS = Number(process.argv[2] ?? 50_000);
const ROUNDS = Number(process.argv[3] ?? 3);
const POLL_MS = 100;
/** The supply to the deployer, and one to each sender. */
const MINTS = 11;

/** An indexer as its users start it, on an empty database. */
type Indexer = Readonly<{
  name: string;
  start(databaseUrl: string, port: number): ChildProcess;
  countTransfers(sql: Sql): Promise<number>;
}>;

/** Seconds from the start of the process until all transfers are there. */
async function measure(indexer: Indexer, round: number): Promise<number> {
  const name = `${indexer.name}_${round}`;
  await admin`create database ${admin(name)}`;
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  const sql = openPool({ url: url.href, connections: 1, name: 'bench' });
  const port = await findFreePort();
  const begun = performance.now();
  const child = indexer.start(url.href, port);
  const ended = once(child, 'exit').then(() => {
    throw new Error(`${indexer.name} has ended`);
  });
  ended.catch(() => undefined);
  const finish = async () => {
    while ((await indexer.countTransfers(sql).catch(() => 0)) < TRANSFERS + MINTS) await delay(POLL_MS);
    return (performance.now() - begun) / 1_000;
  };
  const seconds = await Promise.race([finish(), ended]);
  child.kill('SIGKILL');
  await sql.end({ timeout: 1 });
  await admin`drop database ${admin(name)} with (force)`;
  return seconds;
}

const countRows = async (rows: Promise<readonly { count: number }[]>) => (await rows)[0]?.count ?? 0;

const folder = await mkdtemp(join(tmpdir(), 'astrolabe-beside-'));
const log = createLog({ name: 'bench', level: 'warn' });
console.log(`Building a chain of ${TRANSFERS} ERC-20 transfers, and installing Ponder …`);
const chain = await startTransferChain(TRANSFERS);
const project = join(folder, 'ponder');
await makePonderProject(project, chain);
const server = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), log });
const admin = openPool({ url: server.url, connections: 1, name: 'bench' });

const environment = { NODE_ENV: 'production', PATH: process.env.PATH, HOME: folder } as const;
const indexers: readonly Indexer[] = [
  {
    name: 'astrolabe',
    start: (databaseUrl) =>
      spawn(process.execPath, ['dist/indexer.mjs'], {
        env: { ...environment, DATABASE_URL: databaseUrl, RPC_URL: chain.rpcUrl, LOG_LEVEL: 'error' },
        stdio: ['ignore', 'ignore', 'inherit'],
      }),
    countTransfers: (sql) => countRows(sql`select count(*) from chain_31337.token_transfers`),
  },
  {
    name: 'ponder',
    start: (databaseUrl, port) =>
      spawn(
        join(project, 'node_modules/.bin/ponder'),
        ['start', '--schema', 'public', '--port', String(port), '--log-level', 'error'],
        {
          cwd: project,
          env: {
            ...{ ...environment, PONDER_TELEMETRY_DISABLED: '1' },
            ...{ DATABASE_URL: databaseUrl, RPC_URL: chain.rpcUrl },
          },
          stdio: ['ignore', 'ignore', 'inherit'],
        },
      ),
    countTransfers: (sql) => countRows(sql`select count(*) from public.transfer`),
  },
];
try {
  const seconds = new Map<string, number[]>(indexers.map(({ name }) => [name, []]));
  for (let round = 0; round < ROUNDS; round++)
    for (const indexer of indexers) seconds.get(indexer.name)?.push(await measure(indexer, round));
  for (const [name, each] of seconds)
    console.log(
      `${name.padEnd(10)} ${median(each).toFixed(1)} s  ${(TRANSFERS / median(each)).toFixed(0)} transactions/s`,
    );
  const [ours = 0, theirs = 0] = [...seconds.values()].map(median);
  console.log(
    `Ponder takes ${(theirs / ours).toFixed(2)} times as long, from the start of the process to the last block, for the transfers and balances of one token; Astrolabe has proven every block and stores blocks, transactions, logs, calls and statistics beside them. Medians of ${ROUNDS} rounds.`,
  );
} finally {
  await admin.end({ timeout: 1 });
  await Promise.all([server.stop(), chain.stop()]);
  await rm(folder, { recursive: true, force: true });
}
