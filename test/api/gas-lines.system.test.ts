import { encodeFunctionData, parseAbi } from 'viem';
import { expect, test } from 'vitest';
import { asHex } from '@/demo/node-request';
import { createGasTraces } from '@/lib/api/nodes/tracers';
import { createTransactionTraces } from '@/lib/api/nodes/transaction-traces';
import { type GasProfile, getGasProfile } from '@/lib/endpoints/gas-profile';
import { writeGasTracer } from '@/lib/evm/gas-tracer';
import { hexToBuffer } from '@/lib/evm/hex';
import { createLog } from '@/lib/log';
import { TEST_CHAIN_ID } from '../support/api-harness';
import { SOURCE_HEAD } from '../support/solidity-project';
import { until } from '../support/until';
import { provideVerifiedTill } from '../support/verified-project';
import { withoutTracers } from '../support/without-tracers';

const TEXT = `${SOURCE_HEAD}contract Drawer {
  uint256 public taken;
  function take(uint256 most) external { taken += most; }
}
contract Till {
  Drawer internal immutable drawer = new Drawer();
  uint256 public count;
  uint256 internal kept = 1;
  function open(uint256 most) external {
    for (uint256 i = 0; i < most; i++) {
      add(i);
    }
    drawer.take(most);
  }
  function add(uint256 i) internal {
    count += i + 1;
  }
  function clear() external { kept = 0; }
  function burn() external { assembly { invalid() } }
  function make(uint256 most) external { try new Box(most) {} catch {} new Box(0); }
}
contract Box { constructor(uint256 most) { require(most == 0, "full"); } }`;
const ABI = parseAbi([
  'function open(uint256)',
  'function clear()',
  'function burn()',
  'function make(uint256)',
]);

let isBusy = false;
const asked: string[] = [];

const till = await provideVerifiedTill(TEXT, (nodes) => {
  const gasTraces = createGasTraces(nodes);
  const traces = createTransactionTraces({ ...nodes, timeoutMs: 60_000 });
  return {
    gasTraces: async (...wanted) => {
      asked.push('gas');
      return isBusy ? { kind: 'unavailable', why: 'late', retryMs: 1 } : gasTraces(...wanted);
    },
    traces: {
      ...traces,
      storageWrites: (...wanted) => {
        asked.push('writes');
        return traces.storageWrites(...wanted);
      },
    },
  };
});

async function profileOf(receipt: Readonly<Record<string, unknown>>, fields: object): Promise<GasProfile> {
  const hash = await till.store(receipt, fields);
  return getGasProfile.response.parse(await till.settled(`/api/v2/transactions/${hash}/gas-profile`));
}

async function execute(data: `0x${string}`): Promise<GasProfile> {
  return profileOf(await till.send({ to: till.till, data }), {
    ...{ to_address: hexToBuffer(till.till), input: hexToBuffer(data), type: 2 },
  });
}

/** Every part of the gas, which together is what the transaction used. */
function add({ lines, intrinsic_gas: intrinsic, refund, floor_surcharge: floor }: GasProfile): bigint {
  if (lines === null) throw new Error('no lines');
  const { lines_gas, generated_gas, unknown_gas, rest_gas } = lines;
  const parts = [intrinsic, lines_gas, generated_gas, unknown_gas, rest_gas ?? 'unknown', floor ?? '0'];
  return parts.reduce((sum, part) => sum + BigInt(part), -BigInt(refund ?? 0));
}

test('gas by line and by function adds up to the gas used', async () => {
  const profile = await execute(encodeFunctionData({ abi: ABI, functionName: 'open', args: [3n] }));
  expect(add(profile)).toBe(BigInt(profile.gas_used ?? 0));
  const { lines } = profile;
  expect(profile.lines_meta).toBeNull();
  expect(lines?.rest_gas).toBe('0');
  // three writes of one slot: the first from zero, warm after that
  const write = lines?.lines.find(({ line }) => line === 18);
  expect(write).toMatchObject({ path: till.path, function: 'Till.add', inner_gas: '0' });
  expect(Number(write?.own_gas)).toBeGreaterThan(22_100 + 2 * 100);
  const call = lines?.lines.find(({ line }) => line === 15);
  expect(Number(call?.inner_gas)).toBe(Number(lines?.unknown_gas));
  expect(Number(call?.inner_gas)).toBeGreaterThan(22_100);
  const byName = new Map(lines?.functions.map((one) => [one.function, one]));
  expect(byName.get('Till.add')).toMatchObject({ calls: 3, line: 17 });
  expect(Number(byName.get('Till.open')?.total_gas)).toBe(
    Number(profile.gas_used) - Number(profile.intrinsic_gas) + Number(profile.refund),
  );
  expect(lines?.frames.map(({ method, depth }) => `${depth} ${method}`)).toEqual([
    '0 Till.open',
    '1 Till.add',
    // no name of it is known
    '1 null',
  ]);
  const excerpt = lines?.excerpts.find((one) => one.function === 'Till.add');
  expect(excerpt).toMatchObject({
    first_line: 17,
    lines: [{ own_gas: null }, { own_gas: write?.own_gas }, {}],
  });
});

test('a node that works at a long trace is given no second one', async () => {
  const data = encodeFunctionData({ abi: ABI, functionName: 'open', args: [4n] });
  await execute(data);
  asked.length = 0;
  isBusy = true;
  const busy = await execute(data).finally(() => {
    isBusy = false;
  });
  expect(asked).toEqual(['gas']);
  expect(busy).toMatchObject({ lines: null, lines_meta: { code: 'node_timeout' }, storage: null });
  asked.length = 0;
  await execute(data);
  expect(asked).toEqual(['gas', 'writes']);
});

test('with a refund, without gas left, and of a creation, too', async () => {
  const cleared = await execute(encodeFunctionData({ abi: ABI, functionName: 'clear' }));
  expect(cleared.refund).toBe('4800');
  expect(add(cleared)).toBe(BigInt(cleared.gas_used ?? 0));
  const burnt = await execute(encodeFunctionData({ abi: ABI, functionName: 'burn' }));
  expect(add(burnt)).toBe(0xf00000n);
  expect(burnt.lines).toMatchObject({ rest_gas: '0', lines: [{ line: 21, function: 'Till.burn' }] });
  const created = await profileOf(till.receipt, {
    ...{ to_address: null, created_contract: hexToBuffer(till.till), type: 2 },
    input: hexToBuffer(till.initCode),
  });
  expect(add(created)).toBe(BigInt(created.gas_used ?? 0));
  expect(created.lines?.lines.map(({ line }) => line)).toEqual(expect.arrayContaining([8, 10]));
});

test('sources that are not those of the code are said to be that, not to be unknown', async () => {
  const { contractAddress } = await till.send({ data: '0x60016000f3' });
  const other = asHex(contractAddress);
  await till.add(other);
  await till.verify(other, 'Till');
  const fields = { to_address: hexToBuffer(other), input: Buffer.alloc(0), type: 2 };
  const { lines, lines_meta } = await profileOf(await till.send({ to: other, data: '0x' }), fields);
  expect(lines).toBeNull();
  expect(lines_meta).toMatchObject({ status: 'unavailable', code: 'source_not_compiled' });
});

test.each([
  ['calls', encodeFunctionData({ abi: ABI, functionName: 'open', args: [2n] })],
  ['no gas left', encodeFunctionData({ abi: ABI, functionName: 'burn' })],
  ['creations, one of which fails', encodeFunctionData({ abi: ABI, functionName: 'make', args: [1n] })],
  ['a creation', undefined],
])('struct logs tell the same as the tracer: %s', async (_, data) => {
  const sent = data === undefined ? till.receipt : await till.send({ to: till.till, data });
  const tracer = writeGasTracer(new Map([[till.till, { in: [], out: [] }]]), data === undefined);
  const log = createLog({ name: 'test', level: 'silent' });
  const ask = async (url: string) => {
    const traces = createGasTraces({ chains: [{ id: TEST_CHAIN_ID, rpcUrls: [url] }], log });
    const answer = await until('the trace', async () => {
      const told = await traces(TEST_CHAIN_ID, hexToBuffer(asHex(sent.transactionHash)), tracer);
      return told.kind === 'answered' && told.value;
    });
    // where it was to be created that was not, struct logs do not tell
    const nodes = answer.nodes.map((node) => (node.entry === 'create' ? { ...node, code: '' } : node));
    return { ...answer, nodes };
  };
  const told = await ask(till.anvil.rpcUrl);
  expect(told.nodes.length).toBeGreaterThan(0);
  expect(await ask(await withoutTracers(till.anvil.rpcUrl))).toEqual(told);
});
