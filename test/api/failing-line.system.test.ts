import { encodeFunctionData, parseAbi } from 'viem';
import { beforeAll, expect, test } from 'vitest';
import { asHex, asList, asRecord } from '@/demo/node-request';
import { createFailureTraces } from '@/lib/api/nodes/tracers';
import { hexToBuffer } from '@/lib/evm/hex';
import { createLog } from '@/lib/log';
import { TEST_CHAIN_ID } from '../support/api-harness';
import { insert } from '../support/api-rows';
import { SOURCE_HEAD } from '../support/solidity-project';
import { until } from '../support/until';
import { provideVerifiedTill } from '../support/verified-project';
import { withoutTracers } from '../support/without-tracers';

const TEXT = `${SOURCE_HEAD}contract Drawer {
  function take(uint256 most) external pure { require(most < 10, "too much"); }
}
contract Till {
  Drawer internal immutable drawer = new Drawer();
  function open(uint256 most) external { check(most); }
  function check(uint256 most) internal {
    drawer.take(most);
  }
  function make(uint256 most) external { new Box(most); }
  function again(uint256 left) external { require(left > 0, "end"); this.again(left - 1); }
}
contract Box { constructor(uint256 most) { require(most == 0, "full"); } }`;
const ABI = parseAbi(['function open(uint256)', 'function make(uint256)', 'function again(uint256)']);

const project = await provideVerifiedTill(TEXT, (nodes) => ({ failureTraces: createFailureTraces(nodes) }));
const { till, settled, path: PATH } = project;
let drawer: string;

beforeAll(async () => {
  const trace = await project.anvil.request('debug_traceTransaction', [
    project.receipt.transactionHash,
    { tracer: 'callTracer' },
  ]);
  drawer = asHex(asRecord(asList(asRecord(trace).calls)[0]).to);
  await project.add(drawer);
});

async function fail(data: string): Promise<string> {
  const receipt = await project.send({ to: till, data });
  expect(receipt.status).toBe('0x0');
  const fields = { to_address: hexToBuffer(till), input: hexToBuffer(data) };
  return `/api/v2/transactions/${await project.store(receipt, fields)}/failure`;
}

test('the call of a contract without sources is where it failed, as far as that is known', async () => {
  const path = await fail(encodeFunctionData({ abi: ABI, functionName: 'open', args: [11n] }));
  expect(await settled(path)).toMatchObject({
    place: {
      ...{
        path: PATH,
        line: 10,
        column: 5,
        text: 'drawer.take(most)',
        function: 'Till.check',
        is_origin: false,
      },
      address: { hash: expect.stringMatching(new RegExp(till, 'i')) },
    },
    frames: [
      {
        functions: [
          { function: 'Till.open', line: 8 },
          { function: 'Till.check', line: 10 },
        ],
      },
      { functions: [] },
    ],
    frames_count: 2,
    meta: { status: 'partial', code: 'source_unknown' },
  });
});

test('with its sources, the check that failed', async () => {
  await project.verify(drawer, 'Drawer');
  const path = await fail(encodeFunctionData({ abi: ABI, functionName: 'open', args: [12n] }));
  expect(await settled(path)).toMatchObject({
    place: { line: 4, text: 'require(most < 10, "too much")', function: 'Drawer.take', is_origin: true },
    meta: null,
  });
});

test('the constructor of a contract that never came to be, by the sources of its creator', async () => {
  const path = await fail(encodeFunctionData({ abi: ABI, functionName: 'make', args: [1n] }));
  expect(await settled(path)).toMatchObject({
    place: { line: 15, text: 'require(most == 0, "full")', function: 'Box.constructor', is_origin: true },
    frames: [{}, { address: null }],
    meta: null,
  });
});

test('of calls within each other, the first has no place where those after it are left out', async () => {
  const path = await fail(encodeFunctionData({ abi: ABI, functionName: 'again', args: [14n] }));
  const frames = [
    { functions: [] },
    ...Array(11).fill({ functions: [{ function: 'Till.again', line: 13 }] }),
  ];
  expect(await settled(path)).toMatchObject({
    ...{ place: { text: 'require(left > 0, "end")', is_origin: true }, frames, frames_count: 15, meta: null },
  });
});

test.each([
  ['open', 21n],
  ['make', 2n],
  ['again', 14n],
] as const)('struct logs tell the same as the tracer: %s', async (functionName, most) => {
  const data = encodeFunctionData({ abi: ABI, functionName, args: [most] });
  const hash = hexToBuffer(asHex((await project.send({ to: till, data })).transactionHash));
  const log = createLog({ name: 'test', level: 'silent' });
  const ask = (url: string) => {
    const traces = createFailureTraces({ chains: [{ id: TEST_CHAIN_ID, rpcUrls: [url] }], log });
    return until('the trace', async () => {
      const answer = await traces(TEST_CHAIN_ID, hash);
      return answer.kind !== 'unavailable' && answer;
    });
  };
  const told = await ask(project.anvil.rpcUrl);
  expect(told.kind === 'answered' && told.value.depth).toBeGreaterThan(1);
  expect(await ask(await withoutTracers(project.anvil.rpcUrl))).toEqual(told);
});

test('other sources of the same code are compiled anew', async () => {
  await settled(await fail(encodeFunctionData({ abi: ABI, functionName: 'open', args: [14n] })));
  const texts = Buffer.from(JSON.stringify({ [PATH]: TEXT.replaceAll('check', 'prove') }));
  const api = project.api();
  await api.sql`update ${api.db.schema}.contract_interfaces set sources = ${texts}`;
  const path = await fail(encodeFunctionData({ abi: ABI, functionName: 'open', args: [15n] }));
  expect(await settled(path)).toMatchObject({
    frames: [{ functions: [{ function: 'Till.open' }, { function: 'Till.prove' }] }, {}],
  });
});

test('sources of other code tell nothing', async () => {
  const api = project.api();
  await api.sql`update ${api.db.schema}.contract_interfaces set name = 'Box'`;
  const path = await fail(encodeFunctionData({ abi: ABI, functionName: 'open', args: [13n] }));
  expect(await settled(path)).toMatchObject({
    place: null,
    meta: { status: 'unavailable', code: 'source_not_compiled' },
  });
});

test('a node without the transaction tells nothing; what did not fail has no failure', async () => {
  const api = project.api();
  const hash = await insert.transaction(api.db, { block: 0, index: 99 }, { status: 0 });
  const path = `/api/v2/transactions/0x${hash.toString('hex')}/failure`;
  expect((await api.get(path)).body).toMatchObject({ place: null, meta: { code: 'steps_refused' } });
  await api.sql`update ${api.db.schema}.transactions set status = 1 where hash = ${hash}`;
  expect((await api.get(path)).status).toBe(404);
});
