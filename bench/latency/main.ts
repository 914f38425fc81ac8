import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEmbeddedPostgres } from '@/lib/db/embedded';
import { migrateGateway } from '@/lib/db/migrate';
import { openPool, type Sql } from '@/lib/db/open-database';
import { loadFastKeccak } from '@/lib/evm/fast-keccak';
import { openRangeThreads } from '@/lib/indexer/sync/range-threads';
import { openSenderPool } from '@/lib/indexer/sync/sender-pool';
import { createLog } from '@/lib/log';
import { openSenderLibrary } from '@/lib/proof/recover-senders';
import { createRpc } from '@/lib/rpc/client';
import { indexOnce } from '../index-once';
import { median } from '../median';
import { measureProcessorTime, PARTS, type ProcessorTime } from '../processor-time';
import { recordChain } from './record';

const [transfers = 20_000, perBlock = 200, rounds = 3] = process.argv.slice(2, 5).map(Number);
/** The recording, kept from one run to the next if a file is named. */
const KEPT = process.argv[5];
/** Measures only nodes whose names contain one of these, separated by `|`. */
const ONLY = (process.argv[6] ?? '').split('|');

/** Latency in ms, calls a second, calls a batch; 0 for no limit. */
const ALL_NODES = [
  { name: 'no latency', path: '0/0/0', least: 1 },
  { name: '50 ms', path: '50/0/0', least: 0.85 },
  { name: '200 ms', path: '200/0/0', least: 0.85 },
  { name: '1,000 ms', path: '1000/0/0', least: 0.7 },
  { name: '5 calls a batch', path: '0/0/5', least: 0.85 },
] as const;
const isMeasured = (name: string) => ONLY.some((part) => name.includes(part));
const NODES = ALL_NODES.filter(({ name }) => isMeasured(name));
const LIMITED_SECONDS = 40;
const WARM_SECONDS = 10;

type Run = { seconds: number; spent: ProcessorTime };

async function index(sql: Sql, url: string): Promise<Run> {
  const rpc = createRpc({ urls: [url] });
  let seconds = 0;
  const spent = await measureProcessorTime(server.pid, async () => {
    const indexed = await indexOnce(sql, {
      ...{ rpc, traceMethod: null, mode: 'required', recover: senders.recover, log, threads },
    });
    if (indexed.transactions < transfers)
      throw new Error(`only ${indexed.transactions} transactions were indexed`);
    seconds = indexed.seconds;
  });
  return { seconds, spent };
}

async function compare(sql: Sql, port: number): Promise<void> {
  const runs = NODES.map((): Run[] => []);
  for (let round = 0; round < rounds; round += 1)
    for (const [at, { path }] of NODES.entries())
      runs[at]?.push(await index(sql, `http://127.0.0.1:${port}/${path}/0`));
  const speeds = runs.map((of) => transfers / median(of.map(({ seconds }) => seconds)));
  for (const [at, { name, least }] of NODES.entries()) {
    const speed = speeds[at] ?? 0;
    const parts = PARTS.map((part) => {
      const time = median((runs[at] ?? []).map(({ spent }) => (1e6 * spent[part]) / transfers));
      return `${part} ${time.toFixed(0)}`;
    });
    const share = (speed / (speeds[0] ?? 1)).toFixed(2);
    console.log(
      `${name.padEnd(18)} ${speed.toFixed(0)} tx/s  ${share} of no latency (target ${least})  µs/tx: ${parts.join(', ')}`,
    );
  }
}

type Second = { answered: number; refused: number };

/** Refused calls of a node that allows 20 calls a second. */
async function measureRefusals(sql: Sql, port: number): Promise<void> {
  const stopping = new AbortController();
  const rpc = createRpc({ urls: [`http://127.0.0.1:${port}/20/20/0/0`], signal: stopping.signal });
  await (await fetch(`http://127.0.0.1:${port}/counts`)).text();
  const timer = setTimeout(() => stopping.abort(), LIMITED_SECONDS * 1000);
  await indexOnce(sql, {
    ...{ rpc, traceMethod: null, mode: 'required', recover: senders.recover, log, threads },
  }).catch((error: unknown) => {
    if (!stopping.signal.aborted) throw error;
  });
  clearTimeout(timer);
  const counts: Second[] = JSON.parse(await (await fetch(`http://127.0.0.1:${port}/counts`)).text());
  const sum = (seconds: readonly Second[]) => {
    const answered = seconds.reduce((total, second) => total + second.answered, 0);
    const refused = seconds.reduce((total, second) => total + second.refused, 0);
    const share = ((100 * refused) / Math.max(1, answered + refused)).toFixed(1);
    return `${(answered / Math.max(1, seconds.length)).toFixed(1)} calls/s answered, ${refused} refused (${share} %)`;
  };
  console.log(`20 calls a second: first ten seconds ${sum(counts.slice(0, WARM_SECONDS))}`);
  console.log(`   after that ${sum(counts.slice(WARM_SECONDS))} (target below 2 %)`);
}

async function startNode(file: string) {
  const program = fileURLToPath(new URL('./latency-node.mjs', import.meta.url));
  const child = spawn(process.execPath, [program, file], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [port] = await once(child.stdout, 'data');
  return { port: Number(port), stop: () => child.stdin.end() };
}

const dataDir = await mkdtemp(join(tmpdir(), 'astrolabe-bench-'));
const file = KEPT ?? join(dataDir, 'recording.json');
const log = createLog({ name: 'bench', level: 'warn' });
const isKept = await access(file).then(
  () => true,
  () => false,
);
if (!isKept) await recordChain(file, transfers, perBlock);
const senders = openSenderPool();
const threads = openRangeThreads({ log });
await loadFastKeccak();
console.log(`Senders are recovered by ${(await openSenderLibrary()).name}.`);
const node = await startNode(file);
const server = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), log });
const sql = openPool({ url: server.url, connections: 5, name: 'bench' });
try {
  await migrateGateway(sql);
  await compare(sql, node.port);
  if (isMeasured('20 calls a second')) await measureRefusals(sql, node.port);
} finally {
  await Promise.all([senders.close(), threads.close()]);
  await sql.end({ timeout: 1 });
  node.stop();
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}
