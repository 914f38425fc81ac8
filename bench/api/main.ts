import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createApiKey } from '@/lib/api/gate/manage-keys';
import { startEmbeddedPostgres } from '@/lib/db/embedded';
import { openPool, type Sql } from '@/lib/db/open-database';
import { createLog } from '@/lib/log';
import { openFilled } from '../open-filled';
import { measure, type Row } from './measure';
import { printGrowth, printRows, printSizes } from './print';
import { leaveCore, releaseCores } from './programs';
import { measureSizes, type TableSize } from './sizes';

const USAGE = `Usage: node bench/api.mjs [--transactions 50000[,…]] [--growth] [--rounds 3] [--seconds 2] [--only 'line chart,…'] [--keep FOLDER]

Measures the API program of dist (npm run build) over a made-up chain, beside a bare Hono handler with one indexed
read, over chains of these sizes. --growth: of 10,000, 100,000 and 1,000,000 transactions. --keep: databases stay in
that folder and are measured again by the next run, brought to the newest schema.`;

const { values } = parseArgs({
  options: {
    transactions: { type: 'string', default: '50000' },
    growth: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '2' },
    only: { type: 'string' },
    keep: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const GROWTH = '10000,100000,1000000';
const PER_BLOCK = 20;
/** Each allows fifty requests a second. */
const KEYS = 200;

if (values.help) console.log(USAGE);
else await bench();

async function bench(): Promise<void> {
  const results: { transactions: number; rows: readonly Row[]; sizes: readonly TableSize[] }[] = [];
  for (const transactions of (values.growth ? GROWTH : values.transactions).split(',').map(Number)) {
    const result = { transactions, ...(await benchOne(transactions)) };
    results.push(result);
    printRows(transactions, result.rows);
    printSizes(transactions, result.sizes);
  }
  if (results.length > 1) printGrowth(results);
}

async function benchOne(transactions: number) {
  const dataDir = values.keep
    ? join(values.keep, String(transactions))
    : await mkdtemp(join(tmpdir(), 'astrolabe-bench-'));
  const server = await startEmbeddedPostgres({ dataDir, log: createLog({ name: 'bench', level: 'warn' }) });
  const sql = openPool({ url: server.url, connections: 5, name: 'bench' });
  try {
    const db = await openFilled(sql, { transactions, perBlock: PER_BLOCK }, dataDir);
    const keys = await createKeys(sql);
    const isPinned = leaveCore([process.pid, server.pid]);
    console.log(
      isPinned ? 'The measured program has core 0 to itself.' : 'Every program may use every core.',
    );
    const rounds = Number(values.rounds);
    const seconds = Number(values.seconds);
    const only = values.only?.split(',');
    const rows = await measure({ db, url: server.url, keys, isPinned, rounds, seconds, only });
    return { rows, sizes: await measureSizes(db, transactions) };
  } finally {
    releaseCores(process.pid);
    await sql.end({ timeout: 1 });
    await server.stop();
    if (!values.keep) await rm(dataDir, { recursive: true, force: true });
  }
}

/** Keys of the largest plan: more load than one of them allows. */
async function createKeys(sql: Sql): Promise<string[]> {
  await sql`delete from gateway.api_keys`;
  const names = Array.from({ length: KEYS }, (_, number) => `bench-${number}`);
  return Promise.all(names.map((name) => createApiKey(sql, { name, plan: 'business' })));
}
