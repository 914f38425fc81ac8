import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createApiKey } from '@/lib/api/gate/manage-keys';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@/lib/db/embedded';
import { type Database, openPool, type Sql } from '@/lib/db/open-database';
import { createLog } from '@/lib/log';
import { listCalls } from '@/test/synthetic/calls';
import { SYNTHETIC_CHAIN_ID } from '@/test/synthetic/cast';
import { printSizes } from './api/print';
import { type Program, startProgram } from './api/programs';
import { measureSizes } from './api/sizes';
import { median } from './median';
import { openFilled } from './open-filled';
import { type ProcessorTime, readProcessorTime } from './processor-time';

const USAGE = `Usage: node bench/growth.mjs --keep FOLDER [--small 10000] [--large 10000000] [--rounds 7]

What growth costs: fills a database with a made-up chain of each size, through the indexer (without proof: its roots are
made up too), and prints what each tenth of the large one took; then asks the API program of dist (npm run build) every
operation in turns on both, one request at a time, and prints the medians. The databases stay in that folder.`;

const { values } = parseArgs({
  options: {
    keep: { type: 'string' },
    small: { type: 'string', default: '10000' },
    large: { type: 'string', default: '10000000' },
    rounds: { type: 'string', default: '7' },
    help: { type: 'boolean', default: false },
  },
});
const PER_BLOCK = 20;
const STEPS = 10;
const WATCH_MS = 1_000;
/** Each allows fifty requests a second. */
const KEYS = 200;
/** Of an operation. */
const MAX_CALLS = 24;
const MAX_RATIO = 1.5;
let key = 0;

type World = Readonly<{ server: EmbeddedPostgres; sql: Sql; db: Database; api: Program; keys: string[] }>;
/** Of all calls of an operation, each by its median. */
type Figures = { milliseconds: number; bytes: number };
type Result = Readonly<{
  name: string;
  calls: number;
  statuses: ReadonlySet<string>;
  small: Figures;
  large: Figures;
}>;

if (values.help || values.keep === undefined) console.log(USAGE);
else await measureGrowth(values.keep);

async function measureGrowth(folder: string): Promise<void> {
  const worlds: World[] = [];
  try {
    for (const size of [Number(values.small), Number(values.large)])
      worlds.push(await openWorld(folder, size));
    const [small, large] = worlds;
    if (!small || !large) return;
    printSizes(Number(values.large), await measureSizes(large.db, Number(values.large)));
    printResults(await askBoth(small, large));
  } finally {
    for (const { server, sql, api } of worlds) {
      await api.stop();
      await sql.end({ timeout: 1 });
      await server.stop();
    }
  }
}

async function openWorld(folder: string, transactions: number): Promise<World> {
  const dataDir = join(folder, String(transactions));
  await mkdir(dataDir, { recursive: true });
  const log = createLog({ name: 'bench', level: 'warn' });
  // what a disk takes is not what growth costs
  const server = await startEmbeddedPostgres({ dataDir, log, isDurable: false });
  const sql = openPool({ url: server.url, connections: 5, name: 'bench' });
  const unwatch = watchFill(server, sql, transactions);
  const db = await openFilled(sql, { transactions, perBlock: PER_BLOCK }, dataDir).finally(unwatch);
  await sql`delete from gateway.api_keys`;
  const names = Array.from({ length: KEYS }, (_, number) => `bench-${number}`);
  const keys = await Promise.all(names.map((name) => createApiKey(sql, { name, plan: 'business' })));
  const environment = { DATABASE_URL: server.url, API_PORT: '{port}', LOG_LEVEL: 'error' };
  return { server, sql, db, keys, api: await startProgram(['dist/api.mjs'], environment, false) };
}

/** Prints what each tenth of the chain took while it is filled. Returns what ends the watch. */
function watchFill(server: EmbeddedPostgres, sql: Sql, transactions: number): () => void {
  const step = transactions / STEPS;
  let last: { at: number; count: number; time: ProcessorTime } | undefined;
  const watch = async () => {
    const [row] = await sql.unsafe(`select tip_number from chain_${SYNTHETIC_CHAIN_ID}.indexer_state`);
    const count = PER_BLOCK * (Number(row?.tip_number ?? -1) + 1);
    const now = { at: performance.now(), count, time: readProcessorTime(server.pid) };
    last ??= now;
    if (Math.floor(count / step) === Math.floor(last.count / step)) return;
    const done = count - last.count;
    const each = (seconds: number) => `${((1e6 * seconds) / done).toFixed(0)} µs`;
    const { main, others, database } = now.time;
    console.log(
      `${count} of ${transactions} transactions: ${((1_000 * done) / (now.at - last.at)).toFixed(0)} a second;`,
      `processor time a transaction: indexer and node ${each(main + others - last.time.main - last.time.others)},`,
      `PostgreSQL ${each(database - last.time.database)}`,
    );
    last = now;
  };
  // no table before the first migration
  const timer = setInterval(() => watch().catch(() => {}), WATCH_MS);
  return () => clearInterval(timer);
}

/** Both in turns: the sums of each call's median. */
async function askBoth(small: World, large: World): Promise<Result[]> {
  const results: Result[] = [];
  const [ofSmall, ofLarge] = [await listCalls(small.db), await listCalls(large.db)];
  for (const [name, smallPaths] of ofSmall) {
    const largePaths = ofLarge.get(name) ?? [];
    const count = Math.min(MAX_CALLS, smallPaths.length, largePaths.length);
    const result = { name, calls: count, statuses: new Set<string>(), small: figures(), large: figures() };
    for (let call = 0; call < count; call += 1) {
      const times = { small: [] as number[], large: [] as number[] };
      for (let round = -1; round < Number(values.rounds); round += 1) {
        const one = await ask(small, spread(smallPaths, call, count));
        const other = await ask(large, spread(largePaths, call, count));
        result.statuses.add(`${one.status}/${other.status}`);
        // the first compiles statements
        if (round < 0) {
          result.small.bytes += one.bytes;
          result.large.bytes += other.bytes;
          continue;
        }
        times.small.push(one.milliseconds);
        times.large.push(other.milliseconds);
      }
      result.small.milliseconds += median(times.small);
      result.large.milliseconds += median(times.large);
    }
    results.push(result);
  }
  return results;
}

/** One of `count` paths, evenly spread. */
function spread(paths: readonly string[], at: number, count: number): string {
  return paths[Math.floor((at * paths.length) / count)] ?? '';
}

async function ask({ api, keys }: World, path: string) {
  key = (key + 1) % keys.length;
  const authorization = `Bearer ${keys[key]}`;
  const begun = performance.now();
  const answer = await fetch(`http://127.0.0.1:${api.port}/${SYNTHETIC_CHAIN_ID}${path}`, {
    headers: { authorization },
  });
  const { byteLength } = await answer.arrayBuffer();
  return { status: answer.status, bytes: byteLength, milliseconds: performance.now() - begun };
}

function figures(): Figures {
  return { milliseconds: 0, bytes: 0 };
}

function printResults(results: readonly Result[]): void {
  const ratioOf = ({ small, large }: Result) => large.milliseconds / small.milliseconds;
  const sorted = [...results].sort((one, other) => ratioOf(other) - ratioOf(one));
  const heads = `ms with ${values.small} | ms with ${values.large} | ratio | kB | kB | calls | status`;
  console.log(`\n| operation | ${heads} |\n|---|---:|---:|---:|---:|---:|---:|---|`);
  for (const one of sorted) {
    const both = [one.small, one.large];
    const times = both.map(({ milliseconds }) => (milliseconds / one.calls).toFixed(2));
    const sizes = both.map(({ bytes }) => (bytes / one.calls / 1_000).toFixed(1));
    const cells = [...times, ratioOf(one).toFixed(2), ...sizes, one.calls, [...one.statuses].join(' ')];
    console.log(`| ${one.name} | ${cells.join(' | ')} |`);
  }
  const slower = sorted.filter((one) => ratioOf(one) > MAX_RATIO).length;
  console.log(`${slower} of ${sorted.length} operations take more than ${MAX_RATIO} times as long.`);
}
