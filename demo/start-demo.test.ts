import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { numberToHex } from 'viem';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLog } from '@/lib/log';
import { asHex, asRecord, createNodeRequest, fetchTip } from './node-request';
import { startDemo } from './start-demo';

const log = createLog({ name: 'test', level: 'silent' });
const DAY = 86_400;
let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'astrolabe-demo-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const start = (signal = new AbortController().signal) => startDemo({ dataDir, log, signal });

/** Everything that an indexer reads of the first `count` blocks. */
async function readChain(rpcUrl: string, count: number): Promise<unknown[]> {
  const request = createNodeRequest(rpcUrl);
  const answers: unknown[] = [];
  for (let height = 0; height < count; height++) {
    const number = numberToHex(height);
    answers.push(await request('eth_getBlockByNumber', [number, true]));
    answers.push(await request('eth_getBlockReceipts', [number]));
    answers.push(await request('trace_block', [number]));
  }
  return answers;
}

it('goes on from its stored state, with traffic on top of the same blocks', async () => {
  const first = await start();
  const { number } = first.tip;
  const before = await readChain(first.rpcUrl, number + 1);
  const request = createNodeRequest(first.rpcUrl);
  await vi.waitUntil(async () => (await fetchTip(request)).number > number, {
    timeout: 30_000,
    interval: 200,
  });
  await first.stop();

  const second = await start();
  try {
    expect(second.tip.number).toBeGreaterThan(number);
    expect(second.highlights).toEqual(first.highlights);
    expect(await readChain(second.rpcUrl, number + 1)).toEqual(before);
    const again = createNodeRequest(second.rpcUrl);
    const resumed = async () => (await fetchTip(again)).number > second.tip.number;
    await vi.waitUntil(resumed, { timeout: 30_000, interval: 200 });
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
      await vi.waitUntil(async () => (await tip()) === undefined, { timeout: 10_000, interval: 20 });
      await vi.waitUntil(async () => ((await tip())?.number ?? -1) > demo.tip.number, {
        timeout: 60_000,
        interval: 200,
      });
    }
    expect(await readChain(demo.rpcUrl, 3)).toHaveLength(9);
  } finally {
    await demo.stop();
  }
  expect(await tip()).toBeUndefined();
});

/** Unix seconds of every block up to `height`. */
async function readTimestamps(rpcUrl: string, height: number): Promise<number[]> {
  const request = createNodeRequest(rpcUrl);
  const timestamps: number[] = [];
  for (let number = 0; number <= height; number++) {
    const block = asRecord(await request('eth_getBlockByNumber', [numberToHex(number), false]));
    timestamps.push(Number(asHex(block.timestamp)));
  }
  return timestamps;
}

it('spreads its history over the last 90 days, names what is worth a look, and is built anew when damaged', async () => {
  const startedAt = Math.floor(Date.now() / 1_000);
  const first = await start(AbortSignal.abort());
  const timestamps = await readTimestamps(first.rpcUrl, first.tip.number);
  const request = createNodeRequest(first.rpcUrl);
  const statuses: unknown[] = [];
  for (const { transactionHash } of first.highlights)
    statuses.push(asRecord(await request('eth_getTransactionReceipt', [transactionHash])).status);
  await first.stop();
  expect(statuses).toEqual(['0x1', '0x1', '0x0']);
  expect(timestamps).toEqual([...new Set(timestamps)].sort((a, b) => a - b));
  expect(new Set(timestamps.map((timestamp) => Math.floor(timestamp / DAY))).size).toBeGreaterThan(80);
  expect(timestamps[0]).toBeLessThanOrEqual(startedAt - 89 * DAY);
  expect(timestamps.at(-1)).toBeGreaterThan(startedAt - DAY);
  expect(timestamps.at(-1)).toBeLessThanOrEqual(first.tip.timestamp);

  const stateFile = join(dataDir, 'demo', 'state.json.gz');
  const state = await readFile(stateFile);
  await writeFile(stateFile, state.subarray(0, state.length / 2));
  const second = await start(AbortSignal.abort());
  await second.stop();
  expect(second.tip.number).toBe(first.tip.number);
  expect(second.highlights).toEqual(first.highlights);
});
