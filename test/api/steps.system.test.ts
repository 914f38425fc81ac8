import { encodeFunctionData, parseAbi } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAnvil } from '@/demo/anvil';
import { asHex, asList, asRecord } from '@/demo/node-request';
import { createStepTraces } from '@/lib/api/nodes/tracers';
import { hashCode } from '@/lib/db/hash-code';
import { storeVerification } from '@/lib/db/verifications';
import { listSteps, type StepPage } from '@/lib/endpoints/step';
import { hexToBuffer } from '@/lib/evm/hex';
import { createLog } from '@/lib/log';
import { TEST_CHAIN_ID, type TestApi } from '../support/api-harness';
import { insert } from '../support/api-rows';
import { provide, provideFolder } from '../support/provide';
import { compileProject, getCompiled, SOURCE_HEAD } from '../support/solidity-project';
import { until } from '../support/until';
import { createVerifyingApi } from '../support/verifying-api';

const PATH = 'src/Till.sol';
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
const SETTINGS = { optimizer: { enabled: false } };
const ABI = parseAbi(['function open(uint256)', 'function attempt(uint256)', 'function spin(uint256)']);

let api: TestApi;
let stop: () => Promise<void>;
const folder = provideFolder('astrolabe-compilers-');
const anvil = await provide(startAnvil({ timestamp: 1_767_225_600 }));
let from: string;
let till: string;
let creation: string;
const codes = new Map<string, Buffer>();

beforeAll(async () => {
  from = asHex(asList(await anvil.request('eth_accounts'))[0]);
  const log = createLog({ name: 'test', level: 'silent' });
  const chains = [{ id: TEST_CHAIN_ID, rpcUrls: [anvil.rpcUrl] }];
  ({ api, stop } = await createVerifyingApi({
    folder,
    codeOf: (address) => codes.get(address.toString('hex')) ?? Buffer.alloc(0),
    stepTraces: createStepTraces({ chains, log }),
  }));
  const project = compileProject({ [PATH]: TEXT }, SETTINGS);
  const receipt = await send({ data: `0x${getCompiled(project, 'Till').evm.bytecode.object}` });
  till = asHex(receipt.contractAddress);
  await insert.block(api.db, 0);
  codes.set(till.slice(2), hexToBuffer(asHex(await anvil.request('eth_getCode', [till, 'latest']))));
  await insert.address(api.db, { address: hexToBuffer(till), is_contract: true, proxy_status: 'read' });
  await verify();
  creation = await store(receipt, { to_address: null, created_contract: hexToBuffer(till) });
});
afterAll(async () => {
  await stop?.();
});

async function send(transaction: object): Promise<Readonly<Record<string, unknown>>> {
  const hash = await anvil.request('eth_sendTransaction', [{ from, gas: '0xf00000', ...transaction }]);
  await anvil.request('evm_mine');
  return asRecord(await anvil.request('eth_getTransactionReceipt', [hash]));
}

async function verify(): Promise<void> {
  const json = (value: unknown) => Buffer.from(JSON.stringify(value));
  await storeVerification(api.db, hexToBuffer(till), {
    ...{
      name: Buffer.from('Till'),
      abi: json([]),
      abi_hash: Buffer.alloc(32),
      is_exact: true,
      verified_at: 1,
    },
    ...{ language: Buffer.from('Solidity'), compiler_version: Buffer.from('v0.8.37') },
    file_path: Buffer.from(PATH),
    ...{ compiler_settings: json({ ...SETTINGS, evmVersion: 'paris' }), sources: json({ [PATH]: TEXT }) },
    ...{ constructor_arguments: null, libraries: json({}), storage_layout: null },
    code_hash: hashCode(codes.get(till.slice(2)) ?? Buffer.alloc(0)),
  });
}

let transactions = 0;
async function store(receipt: Readonly<Record<string, unknown>>, fields: object): Promise<string> {
  const hash = asHex(receipt.transactionHash);
  const status = Number(receipt.status);
  const at = { block: 0, index: transactions++ };
  await insert.transaction(api.db, at, { hash: hexToBuffer(hash), status, ...fields });
  return `/api/v2/transactions/${hash}/steps`;
}

async function execute(functionName: 'open' | 'attempt' | 'spin', most: bigint): Promise<string> {
  const data = encodeFunctionData({ abi: ABI, functionName, args: [most] });
  return store(await send({ to: till, data }), { to_address: hexToBuffer(till) });
}

async function read(path: string, query: Record<string, string | number> = {}): Promise<StepPage> {
  const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  let page: StepPage | undefined;
  await until('the sources are compiled', async () => {
    const answer = await api.get(`${path}?${text}`);
    expect(answer.status).toBe(200);
    page = listSteps.response.parse(answer.body);
    return page.source_meta?.code !== 'source_compiling' && page.meta?.code !== 'source_compiling';
  });
  if (page === undefined) throw new Error('no page');
  return page;
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
  const hash = await insert.transaction(api.db, { block: 0, index: transactions++ }, {});
  const path = `/api/v2/transactions/0x${hash.toString('hex')}/steps`;
  expect((await api.get(path)).body).toMatchObject({ steps: [], meta: { code: 'tracer_refused' } });
  expect((await api.get(`/api/v2/transactions/0x${'12'.repeat(32)}/steps`)).status).toBe(404);
});
