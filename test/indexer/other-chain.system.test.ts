import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openDatabase } from '@/lib/db/open-database';
import { findTip } from '@/lib/indexer/sync/state';
import { type BranchingNode, createBranchingNode } from '../support/branching-node';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { bundleIndexer, spawnIndexer } from '../support/indexer-harness';
import { type LyingNode, startLyingNode } from '../support/lying-node';
import { stopChild } from '../support/stop-child';

const PATIENCE = { timeout: 500_000, interval: 50 };
const [ONE, TWO] = [71, 72];

type Server = Readonly<{ node: BranchingNode; http: LyingNode }>;

let database: TestDatabase;
let program: string;
let folder: string;
let one: Server;
let two: Server;
beforeAll(async () => {
  [database, program, folder, one, two] = await Promise.all([
    createTestDatabase(),
    bundleIndexer(),
    mkdtemp(join(tmpdir(), 'astrolabe-chains-')),
    serve(ONE),
    serve(TWO),
  ]);
});
afterAll(async () => {
  await Promise.all([one.http.stop(), two.http.stop(), database.drop(), rm(folder, { recursive: true })]);
});

async function serve(chainId: number): Promise<Server> {
  const node = createBranchingNode(10);
  node.behavior.chainId = chainId;
  return { node, http: await startLyingNode(node.send) };
}

async function start() {
  const CHAINS_FILE = join(folder, 'chains.json');
  await writeFile(
    CHAINS_FILE,
    JSON.stringify([
      { id: ONE, name: 'One', symbol: 'ETH', rpc: [one.http.url] },
      { id: TWO, name: 'Two', symbol: 'ETH', rpc: [two.http.url] },
    ]),
  );
  return spawnIndexer(program, { DATABASE_URL: database.url, CHAINS_FILE, RPC_URL: '', PROVE: 'off' });
}

const tipOf = async (chainId: number) =>
  (await findTip(openDatabase(database.sql, chainId)).catch(() => undefined))?.number;
const untilTip = (chainId: number, tip: number) =>
  vi.waitUntil(async () => (await tipOf(chainId)) === tip, PATIENCE);
const grow = () => {
  for (const { node } of [one, two]) node.behavior.head += 5;
};
const defaultChain = async () => {
  const [row] =
    await database.sql`select chain_id from gateway.chains where is_served order by position limit 1`;
  return row?.chain_id;
};

test('with nothing indexed a node of another chain is one sentence and exit code 2', async () => {
  one.node.behavior.chainId = 5;
  const { child, said } = await start();
  const [code] = await once(child, 'exit');
  expect(said.join('')).toMatch(/^Error: CHAINS_FILE, chain 71: .* is a node of chain 5.*\n$/);
  expect(code).toBe(2);
  one.node.behavior.chainId = ONE;
});

test('a node that turns out to be of another chain pauses its own chain only, until it is right again', async () => {
  const { child, said } = await start();
  const saidSoFar = () => said.join('');
  await Promise.all([untilTip(ONE, 10), untilTip(TWO, 10)]);
  const right = one.node.save();
  one.node.reorganize(-1);
  grow();
  await untilTip(TWO, 15);
  await vi.waitUntil(() => saidSoFar().includes('nothing is written or removed'), PATIENCE);
  expect(await tipOf(ONE)).toBe(10);
  one.node.restore(right);
  await untilTip(ONE, 15);
  expect(child.exitCode).toBeNull();
  await stopChild(child);
});

test.each([
  ['another chain ID', (node: BranchingNode) => Object.assign(node.behavior, { chainId: 5 })],
  ['another block 0', (node: BranchingNode) => node.reorganize(-1)],
  ['no answer', (node: BranchingNode) => Object.assign(node.behavior, { isSilent: true })],
])(
  'a node with %s at the start pauses its own chain only',
  async (_, disguise) => {
    const [right, behavior] = [one.node.save(), { ...one.node.behavior }];
    const tip = behavior.head;
    disguise(one.node);
    grow();
    const { child, said } = await start();
    await untilTip(TWO, tip + 5);
    await vi.waitUntil(() => said.join('').includes('cannot index this chain yet'), PATIENCE);
    expect(await tipOf(ONE)).toBe(tip);
    expect(await defaultChain()).toBe(ONE);
    one.node.restore(right);
    Object.assign(one.node.behavior, behavior, { head: tip + 5 });
    await untilTip(ONE, tip + 5);
    expect(child.exitCode).toBeNull();
    await stopChild(child);
  },
  300_000,
);
