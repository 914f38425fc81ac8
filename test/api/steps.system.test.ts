import { encodeFunctionData, parseAbi } from 'viem';
import { beforeAll, expect, test } from 'vitest';
import { createStepTraces } from '@/lib/api/nodes/tracers';
import { listSteps, type StepPage } from '@/lib/endpoints/step';
import { hexToBuffer } from '@/lib/evm/hex';
import { insert } from '../support/api-rows';
import { SOURCE_HEAD } from '../support/solidity-project';
import { provideVerifiedTill } from '../support/verified-project';

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
}`;
const ABI = parseAbi(['function open(uint256)', 'function attempt(uint256)', 'function spin(uint256)']);

const till = await provideVerifiedTill(TEXT, (nodes) => ({ stepTraces: createStepTraces(nodes) }));
const PATH = till.path;
let creation: string;

beforeAll(async () => {
  creation = await store(till.receipt, { to_address: null, created_contract: hexToBuffer(till.till) });
});

const store = async (receipt: Readonly<Record<string, unknown>>, fields: object) =>
  `/api/v2/transactions/${await till.store(receipt, fields)}/steps`;

async function execute(functionName: 'open' | 'attempt' | 'spin', most: bigint): Promise<string> {
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
  expect(await read(path, { call: 5 })).toMatchObject({ meta: { code: 'step_not_found' } });
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

test('a node without the transaction tells nothing; an unknown transaction is 404', async () => {
  const api = till.api();
  const hash = await insert.transaction(api.db, { block: 0, index: 99 }, {});
  const path = `/api/v2/transactions/0x${hash.toString('hex')}/steps`;
  expect((await api.get(path)).body).toMatchObject({ steps: [], meta: { code: 'tracer_refused' } });
  expect((await api.get(`/api/v2/transactions/0x${'12'.repeat(32)}/steps`)).status).toBe(404);
});
