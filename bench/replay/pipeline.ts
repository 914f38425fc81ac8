import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { startEmbeddedPostgres } from '@/lib/db/embedded';
import { migrateGateway } from '@/lib/db/migrate';
import { openPool } from '@/lib/db/open-database';
import type { ProofMode } from '@/lib/indexer/prover';
import { openSenderPool } from '@/lib/indexer/sender-pool';
import { createLog } from '@/lib/log';
import { createRpc } from '@/lib/rpc/client';
import type { TraceMethod } from '@/lib/rpc/traces';
import { indexOnce } from '../index-once';
import { median } from '../median';
import { measureProcessorTime, PARTS, type ProcessorTime } from '../processor-time';

type Run = Readonly<{ seconds: number; transactions: number; spent: ProcessorTime }>;
type Variant = Readonly<{ mode: ProofMode; traceMethod: TraceMethod | null }>;

const VARIANTS: Readonly<Record<string, Variant>> = {
  'without proof': { mode: 'off', traceMethod: null },
  'with proof': { mode: 'required', traceMethod: null },
  'without proof, traces': { mode: 'off', traceMethod: 'trace_block' },
  'with proof, traces': { mode: 'required', traceMethod: 'trace_block' },
};

/** Indexes recorded answers in rounds: wall clock, and processor time of every process in µs a transaction. */
export async function measurePipeline(file: string, rounds: number): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'astrolabe-bench-'));
  const log = createLog({ name: 'bench', level: 'warn' });
  const responder = await startResponder(file);
  const server = await startEmbeddedPostgres({ dataDir, log });
  const sql = openPool({ url: server.url, connections: 5, name: 'bench' });
  const senders = openSenderPool();
  const runs = new Map<string, Run[]>();
  try {
    await migrateGateway(sql);
    for (let round = 0; round < rounds; round++) {
      for (const [name, variant] of Object.entries(VARIANTS)) {
        const rpc = createRpc({ urls: [responder.url] });
        const run = await measure(server.pid, () =>
          indexOnce(sql, { rpc, recover: senders.recover, log, ...variant }),
        );
        runs.set(name, [...(runs.get(name) ?? []), run]);
      }
    }
  } finally {
    await senders.close();
    await sql.end({ timeout: 1 });
    responder.stop();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
  print(runs);
}

async function measure(database: number, work: () => Promise<number>): Promise<Run> {
  let transactions = 0;
  const begun = performance.now();
  const spent = await measureProcessorTime(database, async () => {
    transactions = await work();
  });
  return { seconds: (performance.now() - begun) / 1000, transactions, spent };
}

function print(runs: ReadonlyMap<string, readonly Run[]>): void {
  console.log('\nmedians: transactions a second; processor time in µs a transaction');
  console.log(['', 'tx/s', ...PARTS, 'all'].map((text, at) => text.padEnd(at === 0 ? 26 : 10)).join(''));
  for (const [name, list] of runs) {
    const transactions = list[0]?.transactions ?? 0;
    const rate = transactions / median(list.map(({ seconds }) => seconds));
    const times = PARTS.map((part) => median(list.map(({ spent }) => (1e6 * spent[part]) / transactions)));
    const figures = [rate, ...times, times.reduce((sum, time) => sum + time, 0)];
    console.log(name.padEnd(26) + figures.map((figure) => figure.toFixed(0).padEnd(10)).join(''));
  }
}

async function startResponder(file: string): Promise<{ url: string; stop(): void }> {
  const program = fileURLToPath(new URL('./replay-respond.mjs', import.meta.url));
  const child = spawn(process.execPath, [program, file], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = await once(createInterface({ input: child.stdout }), 'line');
  return { url: `http://127.0.0.1:${port}`, stop: () => child.kill() };
}
