import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '@/lib/db/open-database';
import { fillNext, probeAgain } from '@/lib/indexer/repair/trace-backlog';
import { converge, startProgress } from '@/lib/indexer/sync/converge';
import { createRpc, type Rpc } from '@/lib/rpc/client';
import { RpcError } from '@/lib/rpc/rpc-error';
import { provideDatabase } from '../support/database';
import { createFakeRpc } from '../support/fake-rpc';
import {
  compareIndex,
  dumpTables,
  enrichAll,
  indexAll,
  openChain,
  openContext,
  type Tables,
} from '../support/indexer-harness';
import { HAS_RECORDINGS, startReplay } from '../support/recordings';

const DAY = 86_400;
const FIRST = 17_686_110;
const TRACE = 'debug_traceBlockByNumber';
/** Later than any pause of the backlog. */
const LATER = Date.now() + 365 * DAY * 1000;

type Json = Record<string, unknown>;
type Made = Json & { trace?: Json; receipt?: Json };
type MadeBlock = { timestamp: number; transactions: Made[] };

const quantity = (value: number) => `0x${value.toString(16)}`;
const hash = (seed: number) => `0x${seed.toString(16).padStart(64, '0')}`;
const address = (seed: number) => `0x${seed.toString(16).padStart(40, '0')}`;
const [ALICE, FACTORY, CHILD, INNER, LIBRARY, EARLY] = [1, 10, 20, 30, 40, 60].map(address);
const CONTRACTS = new Set([FACTORY, CHILD, LIBRARY, EARLY]);

const call = (fields: Json): Json => ({
  type: 'CALL',
  from: ALICE,
  to: FACTORY,
  value: '0x0',
  gas: '0x5208',
  gasUsed: '0x5208',
  input: '0x01',
  ...fields,
});
const create = (to: string | undefined) => call({ type: 'CREATE2', from: FACTORY, to, input: '0x6000' });

/** Contracts and accounts known only from traces, which later blocks meet in other ways. */
const BLOCKS: readonly MadeBlock[] = [
  {
    timestamp: 10 * DAY,
    transactions: [
      {
        to: FACTORY,
        trace: call({
          calls: [create(CHILD), call({ from: FACTORY, to: INNER, value: '0x5', input: '0x' })],
        }),
      },
      {
        to: FACTORY,
        receipt: { status: '0x0' },
        trace: call({ error: 'execution reverted', output: '0x08c379a0' }),
      },
    ],
  },
  {
    timestamp: 11 * DAY,
    transactions: [
      {
        from: INNER,
        to: CHILD,
        receipt: { logs: [{ address: CHILD, logIndex: '0x0', data: '0x', topics: [] }] },
        trace: call({ calls: [call({ type: 'DELEGATECALL', from: CHILD, to: LIBRARY })] }),
      },
    ],
  },
  {
    timestamp: 11 * DAY + 60,
    transactions: [
      { to: null, receipt: { contractAddress: LIBRARY }, trace: call({ type: 'CREATE', to: LIBRARY }) },
      // before Byzantium: only the trace shows that it succeeded with its last gas
      {
        to: null,
        gas: '0x5208',
        receipt: { contractAddress: EARLY, status: null, gasUsed: '0x5208' },
        trace: call({ type: 'CREATE', to: EARLY }),
      },
    ],
  },
  {
    timestamp: 13 * DAY,
    transactions: [
      { to: FACTORY, trace: call({ calls: [create(LIBRARY), create(CHILD), create(address(70))] }) },
      { from: INNER, to: address(2), trace: call({ from: INNER, to: address(2) }) },
    ],
  },
];

/** A node of those blocks; `refuse` returns how it refuses the traces of a block, undefined when it has them. */
function createNode(refuse: (height: number) => 'block' | 'transaction' | 'method' | undefined): Rpc {
  const built = BLOCKS.map(({ timestamp, transactions }, number) => {
    const position = { blockHash: hash(1000 + number), blockNumber: quantity(number) };
    const made = transactions.map(({ trace, receipt, ...fields }, index) => {
      const own = { ...position, transactionIndex: quantity(index) };
      const transactionHash = hash(number * 100 + index + 1);
      return {
        transaction: { ...own, hash: transactionHash, from: ALICE, input: '0x01', gas: '0x7530', ...fields },
        receipt: { ...own, transactionHash, status: '0x1', gasUsed: '0x5208', logs: [], ...receipt },
        trace: { txHash: transactionHash, result: trace },
      };
    });
    return {
      header: {
        number: quantity(number),
        hash: position.blockHash,
        parentHash: hash(999 + number),
        timestamp: quantity(timestamp),
        transactions: made.map(({ transaction }) => transaction),
      },
      receipts: made.map(({ receipt }) => receipt),
      traces: made.map(({ trace }) => trace),
    };
  });
  const fail = (method: string, code: number, message: string): never => {
    throw new RpcError(method, { code, message });
  };
  const trace = (height: number) => {
    const traces = built[height]?.traces ?? [];
    const how = refuse(height);
    if (how === 'method') return fail(TRACE, -32601, 'the method does not exist');
    if (how === 'block') return fail(TRACE, -32000, 'execution timeout');
    if (how === 'transaction')
      return traces.map(({ txHash }, at) => (at === 0 ? { txHash, error: 'execution timeout' } : traces[at]));
    return traces;
  };
  const answers: Record<string, (params: readonly unknown[]) => unknown> = {
    eth_chainId: () => quantity(67),
    eth_blockNumber: () => quantity(built.length - 1),
    eth_getBlockByNumber: ([tag]) => built[Number(tag)]?.header ?? null,
    eth_getBlockReceipts: ([tag]) => built[Number(tag)]?.receipts ?? null,
    [TRACE]: ([tag]) => trace(Number(tag)),
    eth_getCode: ([of]) => (CONTRACTS.has(String(of)) ? '0x60' : '0x'),
    eth_call: () => fail('eth_call', 3, 'execution reverted'),
  };
  return createFakeRpc(async (method, params) =>
    answers[method] ? answers[method](params) : fail(method, -32601, 'no such method'),
  );
}

const database = await provideDatabase();

async function openFresh(chainId: number): Promise<Database> {
  await database.sql`drop schema if exists ${database.sql(`chain_${chainId}`)} cascade`;
  return openChain(database.sql, chainId);
}

async function indexWithTraces(rpc: Rpc, chainId: number, firstBlock = 0): Promise<Tables> {
  const db = await openFresh(chainId);
  await indexAll({ rpc, db, firstBlock });
  return dumpTables(db);
}

describe('blocks whose traces the node refused', () => {
  const whole = createNode(() => undefined);
  let plain: Tables;
  beforeAll(async () => {
    plain = await indexWithTraces(whole, 67);
  });

  test.each<[string, 'block' | 'transaction' | 'method', number[]]>([
    ['the first block', 'block', [0]],
    ['the last block', 'block', [3]],
    ['a transaction of each block', 'transaction', [0, 1, 2, 3]],
    ['all blocks', 'block', [3, 1, 0, 2]],
    ['blocks between others', 'method', [1, 2]],
  ])('%s: the rows are in the end those of an index with traces', async (_, how, refused) => {
    let isRefusing = false;
    const rpc = createNode((height) => (isRefusing && refused.includes(height) ? how : undefined));
    const db = await openFresh(67);
    const context = await openContext({ rpc, db });
    isRefusing = true;
    const progress = startProgress();
    while ((await converge(context, progress)).kind !== 'idle');
    await enrichAll(rpc, db);
    const backlog = () => db.sql`select block_number, attempts from ${db.schema}.trace_backlog order by 1`;
    const expected = refused.toSorted((a, b) => a - b);
    expect([...(await backlog())]).toEqual(expected.map((block_number) => ({ block_number, attempts: 0 })));
    expect(await fillNext(context, 0)).toBe('empty');
    expect(await fillNext(context, LATER)).toBe('refused');
    expect((await backlog()).map(({ attempts }) => attempts)).toContain(1);
    isRefusing = false;
    for (const at of expected) expect([at, await fillNext(context, 2 * LATER)]).toEqual([at, 'filled']);
    expect(await fillNext(context, 2 * LATER)).toBe('empty');
    await enrichAll(rpc, db);
    expect(await compareIndex(db, plain)).toEqual({});
  });

  test('a node that begins to offer traces gives those of the blocks since the start', async () => {
    let hasTraces = false;
    const rpc = createNode(() => (hasTraces ? undefined : 'method'));
    const db = await openFresh(67);
    const context = await openContext({ rpc, db });
    const progress = startProgress();
    while ((await converge(context, progress)).kind !== 'idle');
    expect(await db.sql`select 1 from ${db.schema}.trace_backlog`).toHaveLength(0);
    await probeAgain(context, 0);
    expect(context.tracing.method).toBe(null);
    hasTraces = true;
    await probeAgain(context, 0);
    while ((await fillNext(context)) === 'filled');
    await enrichAll(rpc, db);
    await db.sql`update ${db.schema}.indexer_state set has_traces = true`;
    expect(await compareIndex(db, plain)).toEqual({});
  });
});

test.skipIf(!HAS_RECORDINGS)('recorded blocks get the rows of an index with traces', async () => {
  const replay = await startReplay('realdata/blocks/1', ['--from', String(FIRST), '--to', String(FIRST + 3)]);
  try {
    const node = createRpc({ urls: [replay.url] });
    const plain = await indexWithTraces(node, 1, FIRST);
    let isRefusing = true;
    const rpc = createFakeRpc(async (method, params) => {
      if (isRefusing && method === TRACE && Number(params[0]) % 2 === 0)
        throw new RpcError(TRACE, { code: -32000, message: 'execution timeout' });
      return node.request(method, params);
    });
    const db = await openFresh(1);
    const context = await openContext({ rpc: node, db, firstBlock: FIRST });
    const progress = startProgress();
    while ((await converge({ ...context, rpc }, progress)).kind !== 'idle');
    isRefusing = false;
    const outcomes = [await fillNext(context), await fillNext(context), await fillNext(context)];
    expect(outcomes).toEqual(['filled', 'filled', 'empty']);
    await enrichAll(node, db);
    expect(await compareIndex(db, plain)).toEqual({});
  } finally {
    await replay.stop();
  }
});
