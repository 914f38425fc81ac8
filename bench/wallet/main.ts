import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createApiKey } from '@/lib/api/gate/manage-keys';
import { startEmbeddedPostgres } from '@/lib/db/embedded';
import { openPool, type Sql } from '@/lib/db/open-database';
import { createLog } from '@/lib/log';
import { CAST, SYNTHETIC_CHAIN_ID } from '@/test/synthetic/cast';
import { startProgram } from '../api/programs';
import { openFilled } from '../open-filled';
import { timePages } from './time-pages';

const USAGE = `Usage: node bench/wallet.mjs [--transactions 1000000] [--rounds 5] [--keep FOLDER] [--hold]

Fills a chain on which one wallet has somewhat more token transfers than that, starts the API and the pages of dist
(npm run build) and prints, for every page of the wallet, the seconds of the first visit, the median of the others,
and the HTML. --keep: the database stays in that folder for the next run. --hold: the programs run until Ctrl-C.`;

const { values } = parseArgs({
  options: {
    transactions: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '5' },
    keep: { type: 'string' },
    hold: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const PER_BLOCK = 150;
const PATHS = [
  '',
  '?order=asc',
  '?filter=from',
  '/token-transfers',
  '/token-transfers?filter=to',
  '/token-transfers?type=ERC-721',
  '/tokens',
  '/nfts',
  '/internal',
  '/internal?calls=all',
  '/withdrawals',
  '/logs',
  '/approvals',
  '/activity',
];

if (values.help) console.log(USAGE);
else await bench();

async function bench(): Promise<void> {
  const dataDir = values.keep ?? (await mkdtemp(join(tmpdir(), 'astrolabe-wallet-')));
  const server = await startEmbeddedPostgres({ dataDir, log: createLog({ name: 'bench', level: 'warn' }) });
  const sql = openPool({ url: server.url, connections: 5, name: 'bench' });
  try {
    const transactions = Number(values.transactions);
    const db = await openFilled(sql, { transactions, perBlock: PER_BLOCK, isOneWallet: true }, dataDir);
    const [counts] = await db.sql<{ transfers: number }[]>`
      select count(*)::int as transfers from ${db.schema}.token_transfers`;
    console.log(`${transactions} transactions, ${counts?.transfers} token transfers.`);
    await timeSite(sql, server.url);
  } finally {
    await sql.end({ timeout: 1 });
    await server.stop();
    if (!values.keep) await rm(dataDir, { recursive: true, force: true });
  }
}

/** Starts the API and the pages, and prints a table of the wallet's. */
async function timeSite(sql: Sql, databaseUrl: string): Promise<void> {
  await sql`delete from gateway.api_keys`;
  const key = await createApiKey(sql, { name: 'bench', plan: 'internal' });
  const api = await startProgram(
    ['dist/api.mjs'],
    { DATABASE_URL: databaseUrl, API_PORT: '{port}', LOG_LEVEL: 'warn' },
    false,
  );
  const web = await startProgram(
    ['dist/web.mjs'],
    { API_URL: `http://127.0.0.1:${api.port}`, API_KEY: key, PORT: '{port}', LOG_LEVEL: 'warn' },
    false,
  );
  try {
    const site = `http://127.0.0.1:${web.port}`;
    const wallet = `${site}/${SYNTHETIC_CHAIN_ID}/address/${CAST.hub}`;
    // a program's own first answer is slow on any page
    await timePages([{ name: 'warm', url: `${site}/${SYNTHETIC_CHAIN_ID}/address/${CAST.collector}` }], '1');
    console.log(
      await timePages(
        PATHS.map((path) => ({ name: path || '/', url: `${wallet}${path}` })),
        values.rounds,
      ),
    );
    if (values.hold) await untilInterrupted(`${wallet}\n${databaseUrl}`);
  } finally {
    await Promise.all([web.stop(), api.stop()]);
  }
}

function untilInterrupted(text: string): Promise<void> {
  console.log(text);
  return new Promise((resolve) => process.once('SIGINT', () => resolve()));
}
