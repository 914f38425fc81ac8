import { encodeRows } from '@/lib/db/copy-text';
import { CHAIN_COLUMNS } from '@/lib/db/tables';
import { collectBatch } from '@/lib/indexer/batch';
import { COPIED, type CopiedRow } from '@/lib/indexer/block-tables';
import { type BlockBundle, matchReceipts } from '@/lib/indexer/bundle';
import { decodeBundle } from '@/lib/indexer/decode';
import { proveBlock } from '@/lib/proof/prove-block';
import { recoverSenders } from '@/lib/proof/recover-senders';
import { parseBlock, type RpcBlock } from '@/lib/rpc/block';
import type { Rpc } from '@/lib/rpc/client';
import { readResponse } from '@/lib/rpc/read-response';
import { parseReceipt } from '@/lib/rpc/receipt';
import { fetchTraces } from '@/lib/rpc/traces';
import type { Answers } from './answers';

const MAX_DEPTH = 64;
const ROUNDS = 3;
const BATCH_BLOCKS = 20;

type Body = Readonly<{ block: Buffer; receipts: Buffer; traces: Buffer | undefined }>;
type Stage = (name: string, work: () => unknown) => Promise<void>;

/** Processor time of each step between a node's bytes and those for COPY, one after the other in this thread: µs a transaction. */
export async function measureStages(answers: Answers): Promise<void> {
  const bodies = listBodies(answers);
  const best = new Map<string, number>();
  let transactions = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const spent = new Map<string, number>();
    const stage: Stage = async (name, work) => {
      const begun = process.cpuUsage();
      await work();
      const { user, system } = process.cpuUsage(begun);
      spent.set(name, (spent.get(name) ?? 0) + user + system);
    };
    transactions = 0;
    for (let at = 0; at < bodies.length; at += BATCH_BLOCKS)
      transactions += await runBatch(bodies.slice(at, at + BATCH_BLOCKS), stage);
    for (const [name, time] of spent) best.set(name, Math.min(time, best.get(name) ?? time));
  }
  console.log(`\n${transactions} transactions, processor time in µs a transaction, best of ${ROUNDS} rounds`);
  for (const [name, time] of best) console.log(`${name.padEnd(34)} ${(time / transactions).toFixed(1)}`);
}

async function runBatch(bodies: readonly Body[], stage: Stage): Promise<number> {
  let raw: { block: unknown; receipts: unknown; traces: unknown }[] = [];
  const bundles: BlockBundle[] = [];
  await stage('read JSON: block, receipts', () => {
    raw = bodies.map(({ block, receipts }) => ({
      block: read(block),
      receipts: read(receipts),
      traces: undefined,
    }));
  });
  await stage('check fields: block, receipts', () => {
    for (const answer of raw) {
      const block = parseBlock(answer.block);
      const list = Array.isArray(answer.receipts) ? answer.receipts.map(parseReceipt) : [];
      const receipts = matchReceipts(block, list);
      bundles.push({
        block,
        receipts,
        isProven: true,
        traces: null,
        replays: new Map(),
        authorities: new Map(),
        refusal: null,
      });
    }
  });
  await measureProof(bundles, stage);
  await stage('read traces', async () => {
    for (const [at, { traces }] of bodies.entries()) {
      const bundle = bundles[at];
      if (!traces || !bundle) continue;
      const rpc = answerOnly(read(traces));
      bundles[at] = { ...bundle, traces: (await fetchTraces(rpc, 'trace_block', bundle)).traces };
    }
  });
  await measureWriting(bundles, stage);
  return bundles.reduce((sum, { block }) => sum + block.transactions.length, 0);
}

async function measureProof(bundles: readonly BlockBundle[], stage: Stage): Promise<void> {
  const signatures: Uint8Array[] = [];
  const recoverLater = (block: RpcBlock) => async (packed: Uint8Array) => {
    signatures.push(packed);
    return Buffer.concat(block.transactions.map(({ from }) => from));
  };
  await stage('prove, but for senders', async () => {
    for (const bundle of bundles) {
      const { findings } = await proveBlock(bundle, recoverLater(bundle.block));
      const [finding] = findings;
      if (finding && finding.kind !== 'unsigned')
        throw new Error(`block ${bundle.block.number}: ${finding.what}`);
    }
  });
  await stage('recover senders', async () => {
    for (const packed of signatures) await recoverSenders(packed);
  });
}

async function measureWriting(bundles: readonly BlockBundle[], stage: Stage): Promise<void> {
  let batch = collectBatch([]);
  await stage('decode', () => {
    batch = { ...batch, blocks: bundles.map((bundle) => decodeBundle(bundle, { executor: undefined })) };
  });
  await stage('collect facts', () => {
    batch = collectBatch(batch.blocks);
  });
  await stage('encode for COPY', () => {
    for (const [table, rowsOf] of COPIED)
      for (const _ of encodeRows(batch.blocks.flatMap<CopiedRow>(rowsOf), CHAIN_COLUMNS[table]));
  });
}

const read = (body: Buffer): unknown => {
  const outcome = readResponse({ status: 200, retryAfterMs: 0, body }, MAX_DEPTH);
  return outcome.kind === 'result' ? outcome.result : undefined;
};

function answerOnly(result: unknown): Rpc {
  const rpc: Rpc = {
    hosts: [],
    endpoints: [],
    request: async () => result,
    observe: () => ({ ...rpc, answeredBy: () => [] }),
    bench: () => undefined,
    health: () => [],
  };
  return rpc;
}

function listBodies(answers: Answers): Body[] {
  const bodies: Body[] = [];
  for (let height = 0; ; height++) {
    const tag = `0x${height.toString(16)}`;
    const [block, receipts, traces] = ['eth_getBlockByNumber', 'eth_getBlockReceipts', 'trace_block'].map(
      (method) => {
        const result = answers.get(`${method} ${tag}`);
        return result === undefined ? undefined : Buffer.from(`{"jsonrpc":"2.0","id":1,"result":${result}}`);
      },
    );
    if (!block || !receipts) return bodies;
    bodies.push({ block, receipts, traces });
  }
}
