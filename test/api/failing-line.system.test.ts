import { encodeFunctionData, parseAbi } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAnvil } from '@/demo/anvil';
import { asHex, asList, asRecord } from '@/demo/node-request';
import { createFailureTraces } from '@/lib/api/nodes/tracers';
import { hashCode } from '@/lib/db/hash-code';
import { storeVerification } from '@/lib/db/verifications';
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
const SETTINGS = { optimizer: { enabled: false } };
const ABI = parseAbi(['function open(uint256)', 'function make(uint256)', 'function again(uint256)']);

let api: TestApi;
let stop: () => Promise<void>;
const folder = provideFolder('astrolabe-compilers-');
const anvil = await provide(startAnvil({ timestamp: 1_767_225_600 }));
let from: string;
let till: string;
let drawer: string;
const codes = new Map<string, Buffer>();

beforeAll(async () => {
  from = asHex(asList(await anvil.request('eth_accounts'))[0]);
  const log = createLog({ name: 'test', level: 'silent' });
  const chains = [{ id: TEST_CHAIN_ID, rpcUrls: [anvil.rpcUrl] }];
  ({ api, stop } = await createVerifyingApi({
    folder,
    codeOf: (address) => codes.get(address.toString('hex')) ?? Buffer.alloc(0),
    failureTraces: createFailureTraces({ chains, log }),
  }));
  const project = compileProject({ [PATH]: TEXT }, SETTINGS);
  const receipt = await send({ data: `0x${getCompiled(project, 'Till').evm.bytecode.object}` });
  till = asHex(receipt.contractAddress);
  drawer = asHex(
    await anvil.request('debug_traceTransaction', [receipt.transactionHash, CALLS]).then(createdIn),
  );
  await insert.block(api.db, 0);
  for (const address of [till, drawer]) {
    codes.set(address.slice(2), hexToBuffer(asHex(await anvil.request('eth_getCode', [address, 'latest']))));
    await insert.address(api.db, { address: hexToBuffer(address), is_contract: true, proxy_status: 'read' });
  }
  await verify(till, 'Till');
});
afterAll(async () => {
  await stop?.();
});

const CALLS = { tracer: 'callTracer' };
const createdIn = (trace: unknown) => asRecord(asList(asRecord(trace).calls)[0]).to;

async function send(transaction: object): Promise<Readonly<Record<string, unknown>>> {
  const hash = await anvil.request('eth_sendTransaction', [{ from, gas: '0x200000', ...transaction }]);
  await anvil.request('evm_mine');
  return asRecord(await anvil.request('eth_getTransactionReceipt', [hash]));
}

async function verify(address: string, name: string): Promise<void> {
  const json = (value: unknown) => Buffer.from(JSON.stringify(value));
  await storeVerification(api.db, hexToBuffer(address), {
    ...{ name: Buffer.from(name), abi: json([]), abi_hash: Buffer.alloc(32), is_exact: true, verified_at: 1 },
    ...{
      language: Buffer.from('Solidity'),
      compiler_version: Buffer.from('v0.8.37'),
      file_path: Buffer.from(PATH),
    },
    ...{ compiler_settings: json({ ...SETTINGS, evmVersion: 'paris' }), sources: json({ [PATH]: TEXT }) },
    ...{ constructor_arguments: null, libraries: json({}), storage_layout: null },
    code_hash: hashCode(codes.get(address.slice(2)) ?? Buffer.alloc(0)),
  });
}

let transactions = 0;
async function fail(data: string): Promise<string> {
  const receipt = await send({ to: till, data });
  expect(receipt.status).toBe('0x0');
  const hash = asHex(receipt.transactionHash);
  await insert.transaction(
    api.db,
    { block: 0, index: transactions++ },
    { hash: hexToBuffer(hash), to_address: hexToBuffer(till), status: 0, input: hexToBuffer(data) },
  );
  return `/api/v2/transactions/${hash}/failure`;
}

async function settled(path: string) {
  let body: unknown;
  await until('the sources are compiled', async () => {
    const answer = await api.get(path);
    expect(answer.status).toBe(200);
    body = answer.body;
    return asRecord(asRecord(body).meta ?? {}).code !== 'source_compiling';
  });
  return body;
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
  await verify(drawer, 'Drawer');
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

test('other sources of the same code are compiled anew', async () => {
  await settled(await fail(encodeFunctionData({ abi: ABI, functionName: 'open', args: [14n] })));
  const texts = Buffer.from(JSON.stringify({ [PATH]: TEXT.replaceAll('check', 'prove') }));
  await api.sql`update ${api.db.schema}.contract_interfaces set sources = ${texts}`;
  const path = await fail(encodeFunctionData({ abi: ABI, functionName: 'open', args: [15n] }));
  expect(await settled(path)).toMatchObject({
    frames: [{ functions: [{ function: 'Till.open' }, { function: 'Till.prove' }] }, {}],
  });
});

test('sources of other code tell nothing', async () => {
  await api.sql`update ${api.db.schema}.contract_interfaces set name = 'Box'`;
  const path = await fail(encodeFunctionData({ abi: ABI, functionName: 'open', args: [13n] }));
  expect(await settled(path)).toMatchObject({
    place: null,
    meta: { status: 'unavailable', code: 'source_not_compiled' },
  });
});

test('a node without the transaction tells nothing; what did not fail has no failure', async () => {
  const hash = await insert.transaction(api.db, { block: 0, index: transactions++ }, { status: 0 });
  const path = `/api/v2/transactions/0x${hash.toString('hex')}/failure`;
  expect((await api.get(path)).body).toMatchObject({ place: null, meta: { code: 'steps_refused' } });
  await api.sql`update ${api.db.schema}.transactions set status = 1 where hash = ${hash}`;
  expect((await api.get(path)).status).toBe(404);
});
