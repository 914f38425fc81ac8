import { encodeFunctionData, parseAbi } from 'viem';
import { beforeAll, expect, test } from 'vitest';
import { asHex } from '@/demo/node-request';
import { createStepTraces } from '@/lib/api/nodes/tracers';
import { createTransactionTraces } from '@/lib/api/nodes/transaction-traces';
import { listSteps, type StepPage } from '@/lib/endpoints/step';
import { hexToBuffer } from '@/lib/evm/hex';
import { createLog } from '@/lib/log';
import { TEST_CHAIN_ID } from '../support/api-harness';
import { insert } from '../support/api-rows';
import { SOURCE_HEAD } from '../support/solidity-project';
import { until } from '../support/until';
import { provideVerifiedTill } from '../support/verified-project';
import { withoutTracers } from '../support/without-tracers';

const TEXT = `${SOURCE_HEAD}contract Drawer {
  uint256 public taken;
  function take(uint256 most) external { require(most < 10, "too much"); taken += most; }
}
contract Till {
  event Taken(uint256 most);
  Drawer internal immutable drawer = new Drawer();
  uint256 public count;
  function open(uint256 most) external {
    count = 7;
    drawer.take(most);
    count = 8;
    emit Taken(most);
  }
  function attempt(uint256 most) external { count = 1; try drawer.take(most) {} catch { count = 2; } }
  function spin(uint256 times) external { for (uint256 i = 0; i < times; i++) count = i; }
  function twice(uint256 most) external { count = half(most, "no"); }
  function half(uint256 all, string memory text) internal pure returns (uint256) {
    uint256 rest = all / 2;
    return rest + bytes(text).length;
  }
  function make(uint256 most) external { new Box(most).grow(); }
  function down(uint256 left) public returns (uint256) {
    if (left > 0) down(left - 1);
    else count = 5;
    return left;
  }
}
contract Box {
  uint256 kept;
  constructor(uint256 most) {
    kept = most;
  }
  function grow() external { kept++; }
}`;
const ABI = parseAbi([
  'function open(uint256)',
  'function attempt(uint256)',
  'function spin(uint256)',
  'function twice(uint256)',
  'function make(uint256)',
  'function down(uint256)',
]);

const till = await provideVerifiedTill(TEXT, (nodes) => ({
  stepTraces: createStepTraces(nodes),
  traces: createTransactionTraces(nodes),
}));
const PATH = till.path;
let creation: string;

beforeAll(async () => {
  creation = await store(till.receipt, { to_address: null, created_contract: hexToBuffer(till.till) });
});

const store = async (receipt: Readonly<Record<string, unknown>>, fields: object) =>
  `/api/v2/transactions/${await till.store(receipt, fields)}/steps`;

async function execute(
  functionName: 'open' | 'attempt' | 'spin' | 'twice' | 'make' | 'down',
  most: bigint,
): Promise<string> {
  const data = encodeFunctionData({ abi: ABI, functionName, args: [most] });
  return store(await till.send({ to: till.till, data }), { to_address: hexToBuffer(till.till) });
}

async function read(path: string, query: Record<string, string | number> = {}): Promise<StepPage> {
  const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return listSteps.response.parse(await till.settled(`${path}?${text}`));
}

const opcodeAt = ({ steps, step }: StepPage) => steps.find(({ index }) => index === step)?.opcode;

test('from step to step: calls, writes, logs, over and out', async () => {
  const path = await execute('open', 3n);
  const start = await read(path);
  expect(start).toMatchObject({ step: 0, meta: null, failure: null });
  expect(start.steps[0]).toMatchObject({ index: 0, pc: 0, depth: 0, call: 0, cost: 3 });
  const write = await read(path, { step: start.next.storage_write ?? 0 });
  expect(write.steps.find(({ index }) => index === write.step)).toMatchObject({
    ...{ opcode: 'SSTORE', cost: 22_100, storage_write: { slot: '0x0', value: '0x7' } },
  });
  expect(write.source).toMatchObject({ path: PATH, line: 12, function: 'Till.open' });
  const call = await read(path, { step: write.next.call ?? 0 });
  expect(opcodeAt(call)).toBe('CALL');
  expect(call.source).toMatchObject({ line: 13 });
  const inside = await read(path, { step: call.step + 1 });
  expect(inside.state?.calls).toMatchObject([
    { index: 0, type: 'CALL' },
    { index: 1, type: 'CALL' },
  ]);
  expect(inside).toMatchObject({ source: null, source_meta: { code: 'code_without_source' } });
  expect(inside.state?.input).toMatch(/^0x[0-9a-f]{72}$/);
  expect(inside.next.out).toBe(call.next.over);
  const after = await read(path, { step: call.next.over ?? 0 });
  expect(after.state?.calls).toHaveLength(1);
  expect(after.previous.call).toBe(call.step);
  expect(opcodeAt(await read(path, { step: after.next.log ?? 0 }))).toBe('LOG1');
  const end = await read(path, { step: (start.steps_count ?? 0) - 1 });
  expect(end.steps.at(-1)?.cost).toBeNull();
  expect(end.state?.storage.filter((one) => one.is_write)).toMatchObject([
    { value: '0x7' },
    { value: '0x8' },
  ]);
});

test('what the compiler generated is at the last line before it, or at its definition', async () => {
  const path = await execute('spin', 5n);
  expect((await read(path)).source).toMatchObject({ function: null, line: 7, is_exact: false });
  const inside = await read(path, { line: 18 });
  expect(inside.source).toMatchObject({ is_exact: true });
  const last = (inside.steps_count ?? 0) - 1;
  // with no steps before it in the list, too
  for (const count of [40, 1])
    expect((await read(path, { step: last, count })).source).toMatchObject({ line: 18, is_exact: false });
});

test('by line, by call and out of a call', async () => {
  const path = await execute('open', 4n);
  const at = await read(path, { line: 14 });
  expect(at.meta).toBeNull();
  expect(at.source).toMatchObject({ line: 14, excerpt: { first_line: 1 } });
  expect((await read(path, { step: at.step, to: 'next_line' })).source?.line).not.toBe(14);
  const inside = await read(path, { call: 1 });
  expect(inside.steps.find(({ index }) => index === inside.step)).toMatchObject({ pc: 0, depth: 1, call: 1 });
  expect(await read(path, { step: at.step, line: 12 })).toMatchObject({
    ...{ step: at.step, meta: { status: 'partial', code: 'step_not_found' } },
  });
  expect(await read(path, { call: 5 })).toMatchObject({ meta: { code: 'call_not_found' } });
});

test('from breakpoint to breakpoint, each line once at a time, in every contract that is called', async () => {
  const path = await execute('open', 5n);
  const stops = [14, 12].map((line) => `${PATH}:${line}`).join('|');
  const visit = async (from: Record<string, number>) => {
    const { step, source, meta } = await read(path, { ...from, to: 'stop', stops });
    return { step, line: source?.line, code: meta?.code };
  };
  const first = await visit({});
  expect(first).toMatchObject({ line: 12, code: undefined });
  const second = await visit({ step: first.step });
  expect(second).toMatchObject({ line: 14, code: undefined });
  expect(await visit({ step: second.step })).toMatchObject({ step: second.step, code: 'step_not_found' });
  const call = await read(path, { call: 1 });
  const drawer = call.state?.account?.hash.toLowerCase() ?? '';
  await till.add(drawer);
  await till.verify(drawer, 'Drawer');
  const inside = await read(path, { to: 'stop', stops: `${PATH}:5` });
  expect(inside).toMatchObject({ source: { line: 5, function: 'Drawer.take' }, state: { calls: [{}, {}] } });
});

test('breakpoints in constructors, of the transaction and within, are of the code that creates', async () => {
  const own = await read(creation, { to: 'stop', stops: `${PATH}:9` });
  expect(own).toMatchObject({ meta: null, source: { line: 9 }, state: { calls: [{ type: 'CREATE' }] } });
  const path = await execute('make', 3n);
  const stops = `${PATH}:34|${PATH}:36`;
  const inside = await read(path, { to: 'stop', stops });
  expect(inside).toMatchObject({
    source: { line: 34, function: 'Box.constructor' },
    state: { calls: [{ type: 'CALL' }, { type: 'CREATE' }] },
  });
  const box = inside.state?.account?.hash.toLowerCase() ?? '';
  await till.add(box);
  await till.verify(box, 'Box');
  const first = await read(path, { to: 'stop', stops: `${PATH}:36` });
  expect(first).toMatchObject({
    source: { line: 36, function: 'Box.grow' },
    state: { calls: [{ type: 'CALL' }, { type: 'CALL' }] },
  });
});

test('arguments: from the call data, and of functions inside from the stack', async () => {
  const path = await execute('twice', 9n);
  const most = { name: 'most', type: 'uint256', value: '9' };
  expect((await read(path, { line: 19 })).source).toMatchObject({
    function: 'Till.twice',
    arguments: [most],
  });
  const inside = await read(path, { to: 'stop', stops: `${PATH}:22` });
  expect(inside.source).toMatchObject({
    ...{ function: 'Till.half', line: 22 },
    arguments: [
      { name: 'all', type: 'uint256', value: '9' },
      { name: 'text', type: 'string memory', value: '0x80' },
    ],
  });
});

test('of a function that calls itself, the arguments of its innermost call', async () => {
  const path = await execute('down', 2n);
  const left = (value: string) => [{ name: 'left', type: 'uint256', value }];
  expect((await read(path, { line: 26 })).source).toMatchObject({ line: 26, arguments: left('2') });
  expect((await read(path, { line: 27 })).source).toMatchObject({ line: 27, arguments: left('0') });
});

test('a failure is where its first call failed; what is undone is no storage', async () => {
  const failed = await execute('open', 11n);
  const at = await read(failed, { to: 'failure' });
  expect(at).toMatchObject({ failure: at.step, state: { calls: [{}, {}] } });
  expect(opcodeAt(at)).toBe('REVERT');
  const caught = await execute('attempt', 12n);
  const start = await read(caught);
  expect(start).toMatchObject({ failure: null, next: { revert: expect.any(Number) } });
  const end = await read(caught, { step: (start.steps_count ?? 0) - 1 });
  expect(end.state?.storage.filter((one) => one.is_write)).toMatchObject([
    { value: '0x1' },
    { value: '0x2' },
  ]);
});

test('the creation of a contract, and the constructor within', async () => {
  const inside = await read(creation, { call: 1 });
  expect(inside.state?.calls).toMatchObject([{ type: 'CREATE' }, { type: 'CREATE' }]);
  expect((await read(creation, { line: 9 })).source).toMatchObject({ path: PATH, line: 9 });
});

test('beyond the end there is nothing; a long trace gives no more than is asked for', async () => {
  const path = await execute('spin', 40n);
  expect(await read(path, { step: 99_999_999 })).toMatchObject({
    ...{ state: null, steps: [], meta: { status: 'unavailable', code: 'step_beyond' } },
  });
  const page = await read(path, { step: 500, count: 200 });
  expect(page.steps).toHaveLength(200);
  expect(page.steps[0]?.index).toBe(450);
});

test.each([
  ['calls', 'open', 5n],
  ['a failure', 'open', 12n],
  ['a failure that is caught', 'attempt', 13n],
  ['a creation', undefined, 0n],
] as const)(
  'struct logs tell the same as the tracer: %s',
  async (_, name, most) => {
    const sent =
      name === undefined
        ? till.receipt
        : await till.send({
            to: till.till,
            data: encodeFunctionData({ abi: ABI, functionName: name, args: [most] }),
          });
    const hash = hexToBuffer(asHex(sent.transactionHash));
    const log = createLog({ name: 'test', level: 'silent' });
    const [told, replayed] = [till.anvil.rpcUrl, await withoutTracers(till.anvil.rpcUrl)].map((url) =>
      createStepTraces({ chains: [{ id: TEST_CHAIN_ID, rpcUrls: [url] }], log }),
    );
    const ask = async (node: typeof told, wanted: Parameters<ReturnType<typeof createStepTraces>>[2]) => {
      const answer = await until('the trace', async () => {
        const told = await node?.(TEST_CHAIN_ID, hash, wanted);
        return told?.kind === 'answered' && told;
      });
      const { state } = answer.value;
      // some nodes have the init code for the call data of a creation
      const isCreation = state?.calls.at(-1)?.type.startsWith('CREATE');
      return isCreation
        ? { ...answer.value, state: { ...state, input: null, inputSize: null } }
        : answer.value;
    };
    const same = async (wanted: Parameters<typeof ask>[1]) => {
      const expected = await ask(told, wanted);
      expect(await ask(replayed, wanted)).toEqual(expected);
      return expected;
    };
    const first = await same({ step: 0, before: 0, after: 10, memoryFrom: 0 });
    const { call, out, storage_write: write } = first.next;
    const steps = [
      call ?? 0,
      (call ?? 0) + 1,
      out ?? 0,
      write ?? 0,
      first?.failure ?? 0,
      (first?.total ?? 0) - 1,
    ];
    for (const step of steps) await same({ step, before: 5, after: 10, memoryFrom: 32 });
    for (const number of [0, 1, 2]) await same({ kind: 'call', call: number });
    await same({ kind: 'failure' });
  },
  60_000,
);

test('a node without the transaction tells nothing; an unknown transaction is 404', async () => {
  const api = till.api();
  const hash = await insert.transaction(api.db, { block: 0, index: 99 }, {});
  const path = `/api/v2/transactions/0x${hash.toString('hex')}/steps`;
  expect((await api.get(path)).body).toMatchObject({ steps: [], meta: { code: 'tracer_refused' } });
  expect((await api.get(`/api/v2/transactions/0x${'12'.repeat(32)}/steps`)).status).toBe(404);
});
