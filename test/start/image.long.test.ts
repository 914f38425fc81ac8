import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { startTestChain, type TestChain } from '@/demo/test-chain';
import {
  type ContainerStore,
  createContainerStore,
  findFreePorts,
  hasContainerTools,
} from '../support/container';
import { createTestDatabase } from '../support/database';

const BUILD_TIMEOUT_MS = 2_400_000;
const READY_TIMEOUT_MS = 240_000;
const CHAIN = 31337;
const KEY = 'key-of-the-image-test';

/** The processes of a container, from /proc: state, parent, user and name. Newer releases of Node name their main thread. */
const LIST_PROCESSES = `
const fs = require('node:fs');
const pids = fs.readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name));
const processes = pids.flatMap((pid) => {
  try {
    const status = fs.readFileSync('/proc/' + pid + '/status', 'utf8');
    const field = (name) => new RegExp('^' + name + ':\\\\s+(\\\\S+)', 'm').exec(status)[1];
    return [[pid, field('PPid'), field('Uid'), field('State'), field('Name').replace(/^(node-)?MainThread$/, 'node')].join(' ')];
  } catch { return []; }
});
console.log(processes.join('\\n'));`;
const FIND_CHANGEABLE =
  'find /app /etc /usr /opt -not -type l \\( -perm -o=w -o -user 1000 -o -group 1000 \\)';

describe.skipIf(!hasContainerTools())('the container image', () => {
  let store: ContainerStore;
  let chain: TestChain;
  let image: string;

  beforeAll(async () => {
    store = createContainerStore();
    chain = await startTestChain();
    const built = store.build('production');
    if (built.code !== 0) throw new Error(built.output);
    image = built.image;
  }, BUILD_TIMEOUT_MS);

  afterAll(async () => {
    await chain?.stop();
    store?.remove();
  }, BUILD_TIMEOUT_MS);

  const processesOf = (name: string) =>
    store.podman('exec', name, 'node', '-e', LIST_PROCESSES).output.trim().split('\n');
  const transaction = () => Object.values(chain.history.transactions).at(-1) ?? '';
  const readTransaction = async (apiPort: number) => {
    const url = `http://127.0.0.1:${apiPort}/${CHAIN}/api/v2/transactions/${transaction()}`;
    const response = await fetch(url, { headers: { authorization: `Bearer ${KEY}` } });
    expect(response.status).toBe(200);
    return response.text();
  };
  const untilReady = (port: number) => untilAnswers(`http://127.0.0.1:${port}/readyz`);
  const untilIndexed = (apiPort: number) =>
    vi.waitFor(() => readTransaction(apiPort), { timeout: READY_TIMEOUT_MS, interval: 500 });

  test('refuses to start with nothing to show, and says what to set', () => {
    const { code, output } = store.run({ image });
    expect(output).toMatch(/^Error: .*RPC_URL.*CHAINS_FILE.*API_URL/m);
    expect(code).toBe(2);
  });

  test('names its commands when it is given another one', () => {
    const { code, output } = store.run({ image, command: ['serve'] });
    expect(output).toContain('"serve" is not a command: use start, dev, web, api, indexer, migrate');
    expect(code).toBe(2);
  });

  test('holds no demo and nothing that only builds or tests, and leaves its programs to root', () => {
    const list = 'ls dist node_modules node_modules/@*';
    const held = store.run({ image, entrypoint: 'sh', command: ['-c', list] });
    expect(held.output.split('\n')).toEqual(expect.arrayContaining(['supervise.mjs', 'next', 'postgres']));
    expect(held.output).not.toMatch(
      /^(demo\.mjs|artifacts|anvil.*|host-contracts|typescript.*|vitest|playwright.*|sharp.*)$/m,
    );
    expect(held.output).not.toMatch(/^(esbuild|tailwindcss|biome|swc-.*)$/m);
    const changeable = store.run({ image, entrypoint: 'sh', command: ['-c', FIND_CHANGEABLE] });
    expect(changeable).toEqual({ code: 0, output: '' });
  });

  test('indexes a chain, shows it, runs as an ordinary user, stops in order and keeps its data', async () => {
    const [port = 0, apiPort = 0] = await findFreePorts(2);
    const environment = { PORT: port, API_PORT: apiPort, RPC_URL: chain.rpcUrl, API_KEY: KEY };
    store.start({ name: 'all', image, environment, volume: 'explorer' });
    await untilReady(port);
    const indexed = await untilIndexed(apiPort);
    const page = await fetch(`http://127.0.0.1:${port}/${CHAIN}/tx/${transaction()}`);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain(transaction());

    const processes = processesOf('all').map((line) => line.split(' '));
    expect(processes.map(([, , , , name]) => name)).toEqual(
      expect.arrayContaining(['tini', 'node', 'postgres']),
    );
    expect(new Set(processes.map(([, , uid]) => uid))).toEqual(new Set(['1000']));
    expect(store.podman('exec', 'all', 'node', 'bin/astrolabe.mjs', 'health').code).toBe(0);

    expect(store.podman('stop', '--time=30', 'all').code).toBe(0);
    expect(store.podman('inspect', '--format={{.State.ExitCode}}', 'all').output.trim()).toBe('0');
    expect(store.podman('start', 'all').code).toBe(0);
    await untilReady(apiPort);
    expect(factsOf(await readTransaction(apiPort))).toEqual(factsOf(indexed));
    store.podman('rm', '--force', '--time=30', 'all');
  });

  test('leaves no zombie of a process whose parent is gone', async () => {
    const [port = 0] = await findFreePorts(1);
    const environment = { PORT: port, API_URL: 'http://127.0.0.1:9', API_KEY: KEY };
    store.start({ name: 'orphans', image, command: ['web'], environment });
    await untilReady(port);
    store.podman('exec', 'orphans', 'sh', '-c', '(sleep 3 &)');
    const orphans = () => processesOf('orphans').filter((line) => line.endsWith(' sleep'));
    expect(orphans()).toEqual([expect.stringMatching(/^\d+ 1 /)]);
    await vi.waitFor(() => expect(orphans()).toEqual([]), { timeout: 60_000, interval: 200 });
    store.podman('rm', '--force', '--time=10', 'orphans');
  });

  test('runs one role in each container, on a PostgreSQL of its own', async () => {
    const database = await createTestDatabase();
    const [port = 0, apiPort = 0] = await findFreePorts(2);
    const common = { PORT: port, API_PORT: apiPort, API_KEY: KEY, DATABASE_URL: database.url };
    try {
      const migrated = store.run({ image, command: ['migrate'], environment: common });
      expect(migrated).toMatchObject({ code: 0 });
      store.start({ name: 'api', image, command: ['api'], environment: common });
      const chainVariables = { ...common, RPC_URL: chain.rpcUrl };
      store.start({ name: 'indexer', image, command: ['indexer'], environment: chainVariables });
      const webVariables = { PORT: port, API_KEY: KEY, API_URL: `http://127.0.0.1:${apiPort}` };
      store.start({ name: 'web', image, command: ['web'], environment: webVariables });
      await Promise.all([untilReady(port), untilReady(apiPort)]);
      await untilIndexed(apiPort);
      const throughWeb = await fetch(`http://127.0.0.1:${port}/openapi.json`);
      expect(throughWeb.status).toBe(200);
      for (const name of ['web', 'api', 'indexer']) {
        store.podman('stop', '--time=30', name);
        const ending = store.podman('inspect', '--format={{.State.ExitCode}}', name).output.trim();
        expect({ name, ending }).toEqual({ name, ending: '0' });
      }
    } finally {
      store.podman('rm', '--all', '--force', '--time=0');
      await database.drop();
    }
  });

  test(
    'shows the demo chain when it is built with it',
    async () => {
      const { code, output, image: demo } = store.build('demo');
      expect(code, output).toBe(0);
      const [port = 0, apiPort = 0] = await findFreePorts(2);
      store.start({ name: 'demo', image: demo, environment: { PORT: port, API_PORT: apiPort } });
      await untilAnswers(`http://127.0.0.1:${port}/${CHAIN}`);
      store.podman('rm', '--force', '--time=30', 'demo');
    },
    BUILD_TIMEOUT_MS,
  );
});

const FACTS = z.object({
  ...{ hash: z.string(), status: z.string(), block_number: z.int(), position: z.int(), nonce: z.int() },
  ...{
    value: z.string(),
    gas_used: z.string(),
    raw_input: z.string(),
    fee: z.unknown(),
    timestamp: z.string(),
  },
});

/** The chain's data of a transaction; contracts may be enriched a moment later. */
const factsOf = (text: string) => FACTS.parse(JSON.parse(text));

async function untilAnswers(url: string): Promise<void> {
  await vi.waitFor(async () => expect((await fetch(url)).status).toBe(200), {
    timeout: READY_TIMEOUT_MS,
    interval: 250,
  });
}
