import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TransactionTraces } from '@/lib/api/nodes/transaction-traces';
import { readCallTrace } from '@/lib/evm/raw-trace';
import { provideTestApi } from '../support/api-harness';
import { address, hash, hex, insert } from '../support/api-rows';

type Answer<Name extends keyof TransactionTraces> = Awaited<ReturnType<TransactionTraces[Name]>>;

const api = await provideTestApi({
  traces: {
    calls: async () => calls,
    stateDiff: async () => diff,
    storageWrites: async () => writes,
  },
});
let calls: Answer<'calls'>;
let diff: Answer<'stateDiff'>;
let writes: Answer<'storageWrites'>;

const ALICE = address(40);
const ROUTER = address(41);
const POOL = address(42);
const TRACED = hex(hash(2_001_000));
const UNTRACED = hex(hash(2_001_001));
const TRANSFER = `0xa9059cbb${'0'.repeat(24)}${ROUTER.toString('hex')}${'5'.padStart(64, '0')}`;
const WORD = (value: number) => Buffer.alloc(32, value);

const frame = (from: Buffer, to: Buffer, extra: object = {}) => ({
  ...{ type: 'CALL', from: hex(from), to: hex(to), value: '0x0', input: '0x', output: '0x' },
  ...{ gas: '0x4e20', gasUsed: '0x64' },
  ...extra,
});
const answer = (root: object): Answer<'calls'> => ({
  kind: 'answered',
  value: readCallTrace(root) ?? [],
});

beforeAll(async () => {
  const { db } = api;
  await insert.block(db, 1);
  const sent = { from_address: ALICE, to_address: ROUTER, gas_limit: '90000', gas_used: '60000', type: 0 };
  await insert.transaction(db, { block: 1, index: 0 }, { ...sent, internal_transactions_count: 1 });
  await insert.transaction(db, { block: 1, index: 1 }, sent);
  await insert.internal(
    db,
    { block: 1, index: 0, call: 1 },
    { depth: 1, from_address: ROUTER, to_address: POOL, value: '7', gas_used: '900' },
  );
  await insert.address(db, { address: POOL, is_contract: true });
  await insert.log(db, { block: 1, index: 0, log: 3 }, { address: POOL, topic0: hash(7) });
  const moved = { log_index: 3, token_type: 'ERC-20', token: POOL, from: ROUTER, to: ALICE, amount: '5' };
  await insert.transfers(db, { block: 1, index: 0 }, [moved]);
});
beforeEach(() => {
  calls = { kind: 'refused' };
  diff = { kind: 'refused' };
  writes = { kind: 'refused' };
});

const get = async (path: string, of = TRACED) => (await api.get(`/api/v2/transactions/${of}/${path}`)).body;

describe('the call tree', () => {
  test('has inputs and results of the node, own gas, and the call that failed', async () => {
    calls = answer(
      frame(ALICE, ROUTER, {
        ...{ gas: '0x15f90', gasUsed: '0xea60', error: 'execution reverted' },
        calls: [
          frame(ROUTER, POOL, { input: TRANSFER, output: `0x${'1'.padStart(64, '0')}` }),
          frame(ROUTER, POOL, { error: 'out of gas', value: '0x9' }),
        ],
      }),
    );
    expect(await get('call-tree')).toMatchObject({
      source: 'node',
      calls_count: 3,
      failing: 2,
      gas_used: '60000',
      ancestors: [],
      frames: [
        { index: 0, parent: null, gas_used: '60000', own_gas: String(60_000 - 21_000 - 200) },
        {
          index: 1,
          parent: 0,
          method: 'transfer',
          results: [{ type: 'bool', value: 'true' }],
          error: 'Reverted by parent',
          is_undone: true,
          is_failing: false,
        },
        { index: 2, error: 'out of gas', is_failing: true, value: '9', results: null },
      ],
      omissions: [],
      meta: null,
    });
    expect(await get('call-tree?root=2&only=value')).toMatchObject({
      root: 2,
      matches_count: 0,
      ancestors: [{ index: 0 }],
      frames: [{ index: 2 }],
    });
    expect((await api.get(`/api/v2/transactions/${TRACED}/call-tree?root=3`)).status).toBe(404);
  });

  test('comes from the index when the node has no trace, and says why there is none', async () => {
    expect(await get('call-tree')).toMatchObject({
      source: 'index',
      calls_count: 2,
      frames: [
        { index: 0, type: 'call' },
        { index: 1, parent: 0, value: '7', output: null },
      ],
    });
    expect(await get('call-tree', UNTRACED)).toMatchObject({
      source: null,
      frames: [],
      meta: { status: 'unavailable' },
    });
  });

  test('is searched by method, name, selector and address', async () => {
    calls = answer(
      frame(ALICE, ROUTER, { calls: [frame(ROUTER, POOL, { input: TRANSFER }), frame(ROUTER, ALICE)] }),
    );
    const none = { matches_count: 0, frames: [{ index: 0 }] };
    const one = { matches_count: 1, frames: [{ index: 0 }, { index: 1 }] };
    for (const text of ['TRANSF', '0xa9059cbb', hex(POOL).slice(0, 30)])
      expect(await get(`call-tree?q=${text}`)).toMatchObject(one);
    for (const text of ['nothing', '0xffff', '%25'])
      expect(await get(`call-tree?q=${text}`)).toMatchObject(none);
    expect((await api.get(`/api/v2/transactions/${TRACED}/call-tree?q=${'a'.repeat(81)}`)).status).toBe(422);
  });

  test('has the logs and transfers of a call, and begins at the call of a log', async () => {
    const calls_ = [frame(ROUTER, POOL, { type: 'STATICCALL' }), frame(ROUTER, POOL, { input: TRANSFER })];
    calls = answer(frame(ALICE, ROUTER, { calls: calls_ }));
    const tree = await get('call-tree?log=3');
    expect(tree).toMatchObject({
      root: 2,
      ancestors: [{ index: 0, log_indexes: [] }],
      frames: [{ index: 2, log_indexes: [3], token_transfers: [{ log_index: 3, total: { value: '5' } }] }],
    });
    expect(await get('call-tree?log=4')).toMatchObject({ root: 0, frames: [{ log_indexes: [] }, {}, {}] });
  });

  test('of 10,000 calls is a page', async () => {
    const inner = Array.from({ length: 9_999 }, () => frame(ROUTER, POOL, { input: TRANSFER }));
    calls = answer(frame(ALICE, ROUTER, { gas: '0x15f90', gasUsed: '0xea60', calls: inner }));
    const started = performance.now();
    const tree = await get('call-tree?limit=50');
    const took = Math.round(performance.now() - started);
    process.stdout.write(`10,000 calls: ${JSON.stringify(tree).length} bytes in ${took} ms\n`);
    expect(tree).toMatchObject({
      calls_count: 10_000,
      omissions: [{ parent: 0, from: 50, next: null, calls: 9_950 }],
    });
    expect(await get('call-tree?from=50&limit=50')).toMatchObject({
      omissions: [{ from: 1, next: 50, calls: 49 }, { from: 99 }],
    });
  });
});

test('the gas profile groups gas, with refunds and storage writes of traced instructions', async () => {
  calls = answer(
    frame(ALICE, ROUTER, {
      ...{ gas: '0x15f90', gasUsed: '0xea60' },
      calls: [frame(ROUTER, POOL, { input: TRANSFER }), frame(ROUTER, POOL)],
    }),
  );
  const write = { address: POOL, slot: WORD(1), value: WORD(2), gas: 5_000n };
  writes = { kind: 'answered', value: { writes: [write], count: 3, gas: 9_000n, refundCounter: 4_800n } };
  expect(await get('gas-profile')).toMatchObject({
    intrinsic_gas: '21000',
    is_intrinsic_exact: true,
    refund: '4800',
    contracts: [
      { calls: 1, own_gas: String(60_000 + 4_800 - 21_000 - 200) },
      { calls: 2, own_gas: '200', total_gas: '200' },
    ],
    methods: [{ calls: 1 }, { method: 'transfer', own_gas: '100' }, { method: null }],
    frames: [{ index: 0 }],
    storage: { writes_count: 3, gas: '9000', writes: [{ gas: '5000' }] },
  });
});

test('storage changes are by contract, or said not to be known', async () => {
  diff = {
    kind: 'answered',
    value: {
      balances: [],
      storage: [{ address: POOL, slots: [{ slot: WORD(1), before: WORD(0), after: WORD(9) }] }],
    },
  };
  expect(await get('storage-changes')).toMatchObject({
    items: [{ slots_count: 1, slots: [{ slot: hex(WORD(1)), before: hex(WORD(0)), after: hex(WORD(9)) }] }],
    slots_count: 1,
    meta: null,
  });
  diff = { kind: 'refused' };
  expect(await get('storage-changes')).toMatchObject({ items: [], meta: { status: 'unavailable' } });
});

test('a call beyond those that are read of a trace is said to be', async () => {
  const many = Array.from({ length: 11_000 }, () => frame(ROUTER, POOL));
  calls = answer(frame(ALICE, ROUTER, { calls: many }));
  expect(await get('call-tree?root=9000')).toMatchObject({ root: 9_000, frames: [{ index: 9_000 }] });
  expect(await get('call-tree?root=10500')).toMatchObject({
    ...{ frames: [], calls_count: 11_001, source: 'node' },
    meta: { status: 'partial', code: 'calls_shown_in_part', params: { shown: 10_000, count: 11_001 } },
  });
  expect((await api.get(`/api/v2/transactions/${TRACED}/call-tree?root=11001`)).status).toBe(404);
});
