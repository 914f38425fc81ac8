import { execFileSync } from 'node:child_process';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { numberToHex } from 'viem';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLog } from '@/lib/log';
import { provideFolder } from '../test/support/provide';
import { asHex, asRecord, createNodeRequest, fetchTip } from './node-request';
import { startDemo } from './start-demo';

const log = createLog({ name: 'test', level: 'silent' });
const DAY = 86_400;
const folder = provideFolder('astrolabe-demo-');
const dataDir = join(folder, 'data');
/** The chain as it is built, before any traffic: most of what a start takes. */
const built = join(folder, 'built');
const startIn = (dir: string, signal: AbortSignal) => startDemo({ dataDir: dir, log, signal });
const startedAt = Math.floor(Date.now() / 1_000);
const first = await startIn(built, AbortSignal.abort());
const history = await readChain(first.rpcUrl, first.tip.number + 1);
const statuses: unknown[] = [];
for (const { transactionHash } of first.highlights)
  statuses.push(
    asRecord(await createNodeRequest(first.rpcUrl)('eth_getTransactionReceipt', [transactionHash])).status,
  );
await first.stop();

beforeEach(() => cp(built, dataDir, { recursive: true }));
afterEach(() => rm(dataDir, { recursive: true }));

const start = (signal = new AbortController().signal) => startIn(dataDir, signal);

/** Everything that an indexer reads of the first `count` blocks. */
async function readChain(rpcUrl: string, count: number): Promise<readonly unknown[][]> {
  const request = createNodeRequest(rpcUrl);
  const read = async (number: string) => [
    await request('eth_getBlockByNumber', [number, true]),
    await request('eth_getBlockReceipts', [number]),
    await request('trace_block', [number]),
  ];
  const blocks: unknown[][] = [];
  for (let height = 0; height < count; height++) blocks.push(await read(numberToHex(height)));
  return blocks;
}

it('goes on from its stored state, with traffic on top of the same blocks', async () => {
  const { number } = first.tip;
  const resumed = await start();
  const request = createNodeRequest(resumed.rpcUrl);
  await vi.waitUntil(async () => (await fetchTip(request)).number > number, {
    timeout: 60_000,
    interval: 200,
  });
  await resumed.stop();

  const second = await start();
  try {
    expect(second.tip.number).toBeGreaterThan(number);
    expect(second.highlights).toEqual(first.highlights);
    expect(await readChain(second.rpcUrl, number + 1)).toEqual(history);
    const again = createNodeRequest(second.rpcUrl);
    const hasTraffic = async () => (await fetchTip(again)).number > second.tip.number;
    await vi.waitUntil(hasTraffic, { timeout: 60_000, interval: 200 });
  } finally {
    await second.stop();
  }
});

it('goes on from its stored state, at the same address, when its node is killed', async () => {
  const demo = await start();
  const request = createNodeRequest(demo.rpcUrl);
  const tip = () => fetchTip(request).catch(() => undefined);
  try {
    const port = new URL(demo.rpcUrl).port;
    for (let kills = 0; kills < 2; kills += 1) {
      const nodes = execFileSync('pgrep', ['-f', `^[^ ]*anvil[^ ]* --port ${port} `], { encoding: 'utf8' });
      for (const pid of nodes.trim().split('\n')) process.kill(Number(pid), 'SIGKILL');
      await vi.waitUntil(async () => (await tip()) === undefined, { timeout: 60_000, interval: 20 });
      await vi.waitUntil(async () => ((await tip())?.number ?? -1) > demo.tip.number, {
        timeout: 60_000,
        interval: 200,
      });
    }
    expect(await readChain(demo.rpcUrl, 3)).toHaveLength(3);
  } finally {
    await demo.stop();
  }
  expect(await tip()).toBeUndefined();
});

it('spreads its history over the last 90 days, and names what is worth a look', () => {
  const timestamps = history.map(([block]) => Number(asHex(asRecord(block).timestamp)));
  expect(statuses).toEqual(['0x1', '0x1', '0x0']);
  expect(timestamps).toEqual([...new Set(timestamps)].sort((a, b) => a - b));
  expect(new Set(timestamps.map((timestamp) => Math.floor(timestamp / DAY))).size).toBeGreaterThan(80);
  expect(timestamps[0]).toBeLessThanOrEqual(startedAt - 89 * DAY);
  expect(timestamps.at(-1)).toBeGreaterThan(startedAt - DAY);
  expect(timestamps.at(-1)).toBeLessThanOrEqual(first.tip.timestamp);
});

it('is built anew when damaged', async () => {
  const stateFile = join(dataDir, 'demo', 'state.json.gz');
  const state = await readFile(stateFile);
  await writeFile(stateFile, state.subarray(0, state.length / 2));
  const second = await start(AbortSignal.abort());
  await second.stop();
  expect(second.tip.number).toBe(first.tip.number);
  expect(second.highlights).toEqual(first.highlights);
});
