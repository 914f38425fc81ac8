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

/** Everything an indexer reads of the first `count` blocks. */
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

it('spreads its history over the last 90 days', async () => {
  const now = Date.now() / 1_000;
  const demo = await start(AbortSignal.abort());
  try {
    const request = createNodeRequest(demo.rpcUrl);
    const days = new Set<number>();
    let previous = -1;
    for (let height = 0; height <= demo.tip.number; height++) {
      const block = asRecord(await request('eth_getBlockByNumber', [numberToHex(height), false]));
      const timestamp = Number(asHex(block.timestamp));
      expect(timestamp).toBeGreaterThan(previous);
      previous = timestamp;
      days.add(Math.floor(timestamp / DAY));
    }
    expect(days.size).toBeGreaterThan(80);
    expect(previous).toBeLessThanOrEqual(Math.ceil(now));
    expect(previous).toBeGreaterThan(now - DAY);
  } finally {
    await demo.stop();
  }
});

it('names highlights that exist and are what they say', async () => {
  const demo = await start(AbortSignal.abort());
  try {
    const request = createNodeRequest(demo.rpcUrl);
    const receipts = [];
    for (const { transactionHash } of demo.highlights)
      receipts.push(asRecord(await request('eth_getTransactionReceipt', [transactionHash])));
    expect(receipts.map((receipt) => receipt.status)).toEqual(['0x1', '0x1', '0x0']);
  } finally {
    await demo.stop();
  }
});

it('builds the chain anew when the stored state is damaged', async () => {
  const first = await start(AbortSignal.abort());
  await first.stop();
  const stateFile = join(dataDir, 'demo', 'state.json.gz');
  const state = await readFile(stateFile);
  await writeFile(stateFile, state.subarray(0, state.length / 2));
  const second = await start(AbortSignal.abort());
  try {
    expect(second.tip.number).toBe(first.tip.number);
  } finally {
    await second.stop();
  }
});
