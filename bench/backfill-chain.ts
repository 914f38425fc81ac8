import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startEmbeddedPostgres } from '@/lib/db/embedded';
import { dropChain, migrateGateway } from '@/lib/db/migrate';
import { openDatabase, openPool } from '@/lib/db/open-database';
import { findTip } from '@/lib/indexer/state';
import { createLog } from '@/lib/log';
import { median } from './median';
import { measureProcessorTime, readEndedTime } from './processor-time';
import { PER_BLOCK, startTransferChain } from './transfer-chain';

const TRANSFERS = Number(process.argv[2] ?? 50_000);
const ROUNDS = Number(process.argv[3] ?? 3);
/** What a slow node takes longer to answer (ms), as traces of large blocks do. */
const FAR_MS = Number(process.argv[4] ?? 1_000);
const WORKERS = [1, 2, 4];
const CHAIN_ID = 31_337;
/** 9,000 transactions a range. */
const BLOCKS = 45;
/** anvil calls blocks finalized that are so far below its head. */
const FINALIZED_DEPTH = 64;

/** Seconds in all, and in which ranges were joined; processor seconds of the programs and of PostgreSQL. */
type Figure = Readonly<{ seconds: number; joining: number; programs: number; database: number }>;

async function measure(program: string, given: readonly string[], rpcUrl: string): Promise<Figure> {
  let taken = { seconds: 0, joining: 0 };
  const before = readEndedTime();
  const { database } = await measureProcessorTime(server.pid, async () => {
    taken = await run(program, given, rpcUrl);
  });
  return { ...taken, programs: readEndedTime() - before, database };
}

/** Runs a program until it has indexed up to that height; with proof, as always. */
async function run(
  program: string,
  given: readonly string[],
  rpcUrl: string,
): Promise<Pick<Figure, 'seconds' | 'joining'>> {
  await dropChain(sql, CHAIN_ID).catch(() => undefined);
  const db = openDatabase(sql, CHAIN_ID);
  const begun = performance.now();
  const child = spawn(process.execPath, [fileURLToPath(new URL(program, import.meta.url)), ...given], {
    env: {
      ...process.env,
      DATABASE_URL: server.url,
      RPC_URL: rpcUrl,
      LOG_LEVEL: 'info',
      END_BLOCK: String(end),
    },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const said: string[] = [];
  child.stderr?.on('data', (bytes: Buffer) => said.push(bytes.toString()));
  const ended = once(child, 'close');
  while (((await findTip(db).catch(() => undefined))?.number ?? -1) < end && child.exitCode === null)
    await delay(50);
  const seconds = (performance.now() - begun) / 1000;
  child.kill('SIGTERM');
  await ended;
  if ((await findTip(db))?.number !== end) throw new Error(`${program} ended before block ${end}`);
  const joins = [...said.join('').matchAll(/"ms":(\d+),[^\n]*"msg":"joined a range"/g)].map(([, ms]) =>
    Number(ms),
  );
  return { seconds, joining: joins.reduce((sum, ms) => sum + ms, 0) / 1000 };
}

/** The node, whose answers take longer to arrive. */
async function startFarNode(url: string) {
  const relay = createServer(async (request, response) => {
    const body = await text(request);
    const headers = { 'content-type': 'application/json' };
    const [answer] = await Promise.all([fetch(url, { method: 'POST', headers, body }), delay(FAR_MS)]);
    response.setHeader('content-type', 'application/json').end(Buffer.from(await answer.arrayBuffer()));
  }).listen(0, '127.0.0.1');
  await once(relay, 'listening');
  const address = relay.address();
  if (address === null || typeof address === 'string') throw new Error('the relay has no port');
  return { url: `http://127.0.0.1:${address.port}`, stop: () => relay.close() };
}

async function compare(name: string, rpcUrl: string): Promise<void> {
  const runs = [
    { name: 'one indexer', program: './indexer.mjs', given: [] },
    ...WORKERS.map((workers) => ({
      name: `backfill with ${workers} worker${workers === 1 ? '' : 's'}`,
      program: './backfill.mjs',
      given: ['--workers', String(workers), '--blocks', String(BLOCKS)],
    })),
  ];
  const seconds = new Map<string, Figure[]>(runs.map((run) => [run.name, []]));
  for (let round = 0; round < ROUNDS; round++)
    for (const run of runs) seconds.get(run.name)?.push(await measure(run.program, run.given, rpcUrl));
  console.log(`\n${name}, medians of ${ROUNDS} rounds, with the start of the processes`);
  const medianOf = (figures: readonly Figure[] = [], read: (figure: Figure) => number) =>
    median(figures.map(read));
  const single = medianOf(seconds.get('one indexer'), (figure) => figure.seconds);
  for (const [run, all] of seconds) {
    const taken = medianOf(all, (figure) => figure.seconds);
    const joining = medianOf(all, (figure) => figure.joining);
    const spent = (read: (figure: Figure) => number) =>
      ((1e6 * medianOf(all, read)) / ((end + 1) * PER_BLOCK)).toFixed(0);
    const speed = ((end + 1) * PER_BLOCK) / taken;
    console.log(
      `${run.padEnd(24)} ${taken.toFixed(1)} s  ${speed.toFixed(0)} tx/s  ${(single / taken).toFixed(2)} × one indexer  joins ${joining.toFixed(1)} s  µs of processor/tx: programs ${spent((figure) => figure.programs)}, PostgreSQL ${spent((figure) => figure.database)}`,
    );
  }
}

const dataDir = await mkdtemp(join(tmpdir(), 'astrolabe-bench-'));
console.log(`${availableParallelism()} cores, shared by node, PostgreSQL and all workers.`);
console.log(`Building a chain of ${TRANSFERS} ERC-20 transfers …`);
const chain = await startTransferChain(TRANSFERS);
const end = Math.floor((chain.blocks - FINALIZED_DEPTH) / BLOCKS) * BLOCKS - 1;
const server = await startEmbeddedPostgres({ dataDir, log: createLog({ name: 'bench', level: 'warn' }) });
const sql = openPool({ url: server.url, connections: 2, name: 'bench' });
const far = await startFarNode(chain.rpcUrl);
try {
  await migrateGateway(sql);
  await compare('node on this machine', chain.rpcUrl);
  await compare(`node whose answers take ${FAR_MS} ms more`, far.url);
} finally {
  far.stop();
  await sql.end({ timeout: 1 });
  await Promise.all([server.stop(), chain.stop()]);
  await rm(dataDir, { recursive: true, force: true });
}
