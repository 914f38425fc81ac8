import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pMap from 'p-map';
import { startEmbeddedPostgres } from '@/lib/db/embedded';
import { migrateGateway } from '@/lib/db/migrate';
import { openPool, type Sql } from '@/lib/db/open-database';
import { loadFastKeccak } from '@/lib/evm/fast-keccak';
import { openRangeThreads } from '@/lib/indexer/sync/range-threads';
import { openSenderPool } from '@/lib/indexer/sync/sender-pool';
import { createLog } from '@/lib/log';
import { openSenderLibrary } from '@/lib/proof/recover-senders';
import { createRpc, type Rpc } from '@/lib/rpc/client';
import { probeTraces, type TraceMethod } from '@/lib/rpc/traces';
import { indexOnce } from './index-once';
import { median } from './median';
import { measureProcessorTime, PARTS, type ProcessorTime } from './processor-time';
import { startTransferChain } from './transfer-chain';

const TRANSFERS = Number(process.argv[2] ?? 50_000);
const ROUNDS = Number(process.argv[3] ?? 3);
/** Blocks that are fetched at once. */
const FETCH_CONCURRENCY = 16;
const MEGABYTE = 1024 * 1024;

type Figure = { seconds: number; residentMegabytes: number; spent: ProcessorTime };

/** Fetches everything that the indexer fetches of a block, and discards it. */
async function fetchBare(rpc: Rpc, blocks: number, method: TraceMethod | null): Promise<void> {
  const heights = Array.from({ length: blocks }, (_, height) => `0x${height.toString(16)}`);
  await pMap(
    heights,
    async (height) => {
      await Promise.all([
        rpc.request('eth_getBlockByNumber', [height, true]),
        rpc.request('eth_getBlockReceipts', [height]),
      ]);
      if (method) await rpc.request(method, [height]);
    },
    { concurrency: FETCH_CONCURRENCY },
  );
}

async function measure(work: () => Promise<unknown>): Promise<Figure> {
  let resident = 0;
  const sample = () => {
    resident = Math.max(resident, process.memoryUsage().rss);
  };
  const timer = setInterval(sample, 50);
  const begun = performance.now();
  const spent = await measureProcessorTime(server.pid, work);
  const seconds = (performance.now() - begun) / 1000;
  clearInterval(timer);
  sample();
  return { seconds, residentMegabytes: resident / MEGABYTE, spent };
}

function describeSpent(figures: readonly Figure[]): string {
  const times = PARTS.map((part) => median(figures.map(({ spent }) => (1e6 * spent[part]) / TRANSFERS)));
  const total = times.reduce((sum, time) => sum + time, 0);
  return `µs of processor/tx: ${total.toFixed(0)} = ${PARTS.map((part, at) => `${part} ${times[at]?.toFixed(0)}`).join(', ')}`;
}

function print(name: string, figures: readonly Figure[], blocks: number): number {
  const seconds = median(figures.map((figure) => figure.seconds));
  const resident = Math.max(...figures.map((figure) => figure.residentMegabytes));
  console.log(
    `${name.padEnd(34)} ${seconds.toFixed(2)} s  ${(blocks / seconds).toFixed(0)} blocks/s  ${(TRANSFERS / seconds).toFixed(0)} tx/s  resident ${resident.toFixed(0)} MB  ${describeSpent(figures)}`,
  );
  return seconds;
}

async function compare(
  sql: Sql,
  chain: { rpcUrl: string; blocks: number },
  method: TraceMethod | null,
): Promise<void> {
  const rpc = createRpc({ urls: [chain.rpcUrl] });
  const indexing = { rpc, traceMethod: method, recover: senders.recover, log, threads };
  const bare: Figure[] = [];
  const unproven: Figure[] = [];
  const proven: Figure[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    bare.push(await measure(() => fetchBare(rpc, chain.blocks, method)));
    unproven.push(await measure(() => indexOnce(sql, { ...indexing, mode: 'off' })));
    proven.push(await measure(() => indexOnce(sql, { ...indexing, mode: 'required' })));
  }
  console.log(method ? `\nwith traces (${method})` : '\nwithout traces');
  const bareSeconds = print(`bare fetch, ${FETCH_CONCURRENCY} blocks at once`, bare, chain.blocks);
  const seconds = print('index without proof', unproven, chain.blocks);
  const provenSeconds = print('index with proof', proven, chain.blocks);
  console.log(
    `index to bare fetch ${(seconds / bareSeconds).toFixed(2)} (target at most 1.5), with proof to without ${(provenSeconds / seconds).toFixed(2)} (target at most 1.15); medians of ${ROUNDS} rounds`,
  );
}

const dataDir = await mkdtemp(join(tmpdir(), 'astrolabe-bench-'));
const log = createLog({ name: 'bench', level: 'warn' });
const senders = openSenderPool();
const threads = openRangeThreads({ log });
await loadFastKeccak();
console.log(`Senders are recovered by ${(await openSenderLibrary()).name}.`);
console.log(`Building a chain of ${TRANSFERS} ERC-20 transfers …`);
const chain = await startTransferChain(TRANSFERS);
const server = await startEmbeddedPostgres({ dataDir, log });
const sql = openPool({ url: server.url, connections: 5, name: 'bench' });
try {
  await migrateGateway(sql);
  await compare(sql, chain, null);
  await compare(sql, chain, await probeTraces(createRpc({ urls: [chain.rpcUrl] }), chain.blocks - 1));
} finally {
  await Promise.all([senders.close(), threads.close()]);
  await sql.end({ timeout: 1 });
  await Promise.all([server.stop(), chain.stop()]);
  await rm(dataDir, { recursive: true, force: true });
}
