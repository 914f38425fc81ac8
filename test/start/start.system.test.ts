import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findPostmaster } from '@/lib/db/embedded-postmaster';
import { killAtRandom } from '../support/kill-at-random';
import { startNpm, startProgram } from '../support/programs';
import {
  commandOf,
  familyOf,
  findContradictions,
  isRunning,
  openSiteDatabase,
  type Site,
  siteEnvironment,
  startDemoSite,
  untilReady,
} from '../support/site';
import { until } from '../support/until';

const TIMEOUT_MS = 600_000;
const DEMO_CHAIN = 31337;

type NpmStart = ReturnType<typeof startNpm>;

/** One folder for all tests: only the first start makes the demo chain. */
let dataDir: string;
let running: { started: Site; transaction: string } | undefined;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'astrolabe-start-'));
});
afterAll(async () => {
  running?.started.program.kill('SIGTERM');
  await running?.started.program.ended;
  await rm(dataDir, { recursive: true, force: true });
});

/** The product as the test before left it, or started. */
async function startReady(): Promise<{ started: Site; transaction: string }> {
  if (running === undefined) {
    const started = await startDemoSite(dataDir);
    running = { started, transaction: '' };
    running = { started, transaction: await untilReady(started) };
  }
  return running;
}

async function stop(started: Site, signal: NodeJS.Signals): Promise<void> {
  const family = familyOf(started.program.pid);
  expect(family.length).toBeGreaterThan(5);
  started.program.kill(signal);
  expect(await started.program.ended, started.program.output()).toBe(0);
  running = undefined;
  await until('every process to be gone', () => !family.some(isRunning));
}

test(
  'a start serves pages and API, a stop ends every process, and the next start keeps what was indexed',
  async () => {
    const { started, transaction } = await startReady();
    const page = await (await fetch(transaction)).text();
    const hash = transaction.split('/').at(-1) ?? '';
    expect(page).toContain(hash);

    const [, contract = ''] = await started.program.untilSaid(/Contract +(\S+)/);
    await until('the first contract to be verified', async () =>
      (await (await fetch(contract)).text()).includes('Verified: exact match'),
    );
    expect(await (await fetch(`${contract}/sources`)).text()).toContain('contract ConfidentialDollar');

    const keyFile = join(dataDir, 'api-key');
    const key = (await readFile(keyFile, 'utf8')).trim();
    expect((await stat(keyFile)).mode & 0o777).toBe(0o600);
    expect(page).not.toContain(key);
    const api = `${started.url}/${DEMO_CHAIN}/api/v2/transactions/${hash}`;
    const answer = await fetch(api, { headers: { authorization: `Bearer ${key}` } });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ hash });

    const scripts = [...page.matchAll(/"(\/_next\/static\/[\w./-]+\.js)"/g)].map(([, path = '']) => path);
    expect(scripts).not.toEqual([]);
    for (const path of scripts)
      expect(await (await fetch(`${started.url}${path}`)).text()).not.toContain(key);

    const backup = join(dataDir, 'backup');
    const backing = startProgram('backup', started.environment, { args: [backup] });
    expect(await backing.ended, backing.output()).toBe(0);
    const restoring = startProgram('restore', { DATA_DIR: join(dataDir, 'restored') }, { args: [backup] });
    expect(await restoring.ended, restoring.output()).toBe(0);
    expect(restoring.output()).toMatch(/^Chain 31337 \(.*\): indexed up to block \d+\.$/m);
    expect((await readFile(join(dataDir, 'restored/api-key'), 'utf8')).trim()).toBe(key);

    const sql = await openSiteDatabase(started);
    const first = await sql`select number, hash from chain_31337.blocks order by number desc limit 1`;
    expect(await findContradictions(sql, DEMO_CHAIN)).toEqual([]);
    await sql.end({ timeout: 1 });
    await stop(started, 'SIGTERM');

    const second = await startReady();
    expect(second.started.program.output()).not.toContain('indexing it again');
    expect(second.transaction.split('/').at(-1)).toBe(hash);
    expect((await readFile(keyFile, 'utf8')).trim()).toBe(key);
    const again = await openSiteDatabase(second.started);
    const [kept] = first;
    expect(await again`select number, hash from chain_31337.blocks where number = ${kept?.number}`).toEqual([
      kept,
    ]);
    await again.end({ timeout: 1 });
  },
  TIMEOUT_MS,
);

test(
  'a role that dies is started again',
  async () => {
    const { started } = await startReady();
    const api = familyOf(started.program.pid).find((pid) => commandOf(pid).includes('dist/api.mjs'));
    process.kill(api ?? 0, 'SIGKILL');
    await started.program.untilSaid(/\[api\] stopped \(SIGKILL\); restarting/);
    await until('the api', async () => (await fetch(`${started.url}/openapi.json`)).status === 200);
  },
  TIMEOUT_MS,
);

test(
  'a database that is killed is started again, and what runs goes on with it',
  async () => {
    const { started, transaction } = await startReady();
    const tipOf = async () => {
      const sql = await openSiteDatabase(started);
      const [state] = await sql`select tip_number from chain_31337.indexer_state`.catch(() => []);
      await sql.end({ timeout: 1 });
      return Number(state?.tip_number ?? -1);
    };
    const before = await tipOf();
    const killed = await findPostmaster(join(dataDir, 'postgresql'));
    process.kill(killed?.pid ?? 0, 'SIGKILL');
    await until('another server', async () => {
      const postmaster = await findPostmaster(join(dataDir, 'postgresql'));
      return postmaster?.isReady && postmaster.pid !== killed?.pid && postmaster.port === killed?.port;
    });
    await until('blocks to be indexed on', async () => (await tipOf()) > before);
    await until('pages to be served', async () => (await fetch(transaction)).status === 200);
    expect(started.program.output()).toContain('database stopped unexpectedly; restarting it');
    const sql = await openSiteDatabase(started);
    expect(await findContradictions(sql, DEMO_CHAIN)).toEqual([]);
    await sql.end({ timeout: 1 });
    await stop(started, 'SIGINT');
  },
  TIMEOUT_MS,
);

test.each([
  ['Ctrl-C in the terminal', (npm: NpmStart) => npm.killGroup('SIGINT')],
  ['a SIGTERM for npm alone', (npm: NpmStart) => npm.kill('SIGTERM')],
])(
  'after npm start, %s ends every process',
  async (_, end) => {
    const npm = startNpm(await siteEnvironment(dataDir));
    try {
      await npm.untilSaid(/Stop {2,}Ctrl-C/, TIMEOUT_MS);
      const family = familyOf(npm.pid);
      end(npm);
      await npm.untilSaid(/Stopping …/);
      await until('every process to be gone', () => !family.some(isRunning));
    } finally {
      npm.kill('SIGTERM');
      await npm.ended;
    }
  },
  TIMEOUT_MS,
);

test(
  'the roles end when the supervisor is killed',
  async () => {
    const { started } = await startReady();
    const family = familyOf(started.program.pid);
    process.kill(started.program.pid, 'SIGKILL');
    running = undefined;
    await until('every process to be gone', () => !family.some(isRunning));
  },
  TIMEOUT_MS,
);

test(
  'three kills of everything at random instants leave an index that starts and is whole',
  () => killAtRandom(join(dataDir, 'killed'), 3),
  TIMEOUT_MS,
);
