import { createHash } from 'node:crypto';
import {
  encodeAbiParameters,
  encodeEventTopics,
  encodeFunctionData,
  parseAbi,
  toEventSelector,
  toFunctionSelector,
} from 'viem';
import { entryPoint07Abi, entryPoint07Address } from 'viem/account-abstraction';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importSignatures } from '@/lib/api/names/query';
import { bufferToHex, hexToBuffer } from '@/lib/evm/hex';
import { OPERATION_TOPICS } from '@/lib/evm/user-operations';
import { createTestApi, type TestApi } from '../support/api-harness';
import { address, hex, insert } from '../support/api-rows';

const abi = parseAbi([
  'function plantTree(string species)',
  'event Surfaced(address indexed diver, uint256 metres)',
  'error SoilTooDry(uint256 moisture)',
]);
const PLANT = encodeFunctionData({ abi, functionName: 'plantTree', args: ['oak'] });
const DIVER = hexToBuffer('0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed');
const FAILURE = `${toFunctionSelector('SoilTooDry(uint256)')}${'7'.padStart(64, '0')}`;
const SIGNATURES = [
  'plantTree(string)',
  'SoilTooDry(uint256)',
  'waterTree(uint256)',
  'pruneTree()',
  'feedTree()',
  'mulchTree(address)',
];
const NAMES = SIGNATURES.map((signature) => ({
  key: hexToBuffer(toFunctionSelector(signature)),
  signature,
}));
const EVENT = {
  key: hexToBuffer(toEventSelector('Surfaced(address,uint256)')),
  signature: 'Surfaced(address,uint256)',
};
const CONTRACT = address(1);
/** Code with a function that a service knows, one that is built in, and one of nobody. */
const CODE = Buffer.from('6001', 'hex');
const FUNCTIONS = ['mulchTree(address)', 'transfer(address,uint256)', 'nobodysOwn()'].map((signature) => ({
  selector: toFunctionSelector(signature),
  argument_types: null,
  state_mutability: 'view',
}));
let api: TestApi;
let sent: number;

beforeAll(async () => {
  sent = 0;
  const fetch = async (keys: readonly Buffer[]) => {
    sent += keys.length;
    return [...NAMES, EVENT].filter((name) => keys.some((key) => key.equals(name.key)));
  };
  const contractCode = async () => CODE;
  const codeFacts = async () => ({ functions: FUNCTIONS, storage: [] });
  api = await createTestApi({ names: { fetch, waitMs: 60_000 }, contractCode, codeFacts });
  await insert.block(api.db, 0);
  await insert.address(api.db, { address: CONTRACT, is_contract: true });
});
afterAll(() => api.stop());

test('the call, the error and the logs of an unknown contract have the names that a service knows', async () => {
  const hash = await insert.transaction(
    api.db,
    { block: 0, index: 0 },
    { to_address: CONTRACT, input: hexToBuffer(PLANT), status: 0, revert_output: hexToBuffer(FAILURE) },
  );
  const { body } = await api.get(`/api/v2/transactions/${hex(hash)}`);
  expect(body).toMatchObject({
    method: 'plantTree',
    decoded_input_source: 'guess',
    decoded_input: { method_call: 'plantTree(string arg0)', parameters: [{ name: 'arg0', value: 'oak' }] },
    failure: { reason: 'SoilTooDry(7)' },
  });
  const module = await api.get(`/api?module=account&action=txlist&address=${hex(CONTRACT)}`);
  expect(module.body).toMatchObject({ result: [{ functionName: 'plantTree(string arg0)' }] });
  const list = await api.get('/api/v2/transactions');
  expect(list.body).toMatchObject({ items: [{ method: 'plantTree' }] });
  expect(sent).toBe(2);
  const [topic0] = encodeEventTopics({ abi, eventName: 'Surfaced' });
  const diver = encodeAbiParameters([{ type: 'address' }], [`0x${DIVER.toString('hex')}`]);
  const data = encodeAbiParameters([{ type: 'uint256' }], [2n ** 60n]);
  await insert.log(
    api.db,
    { block: 0, index: 0, log: 0 },
    { address: CONTRACT, topic0: hexToBuffer(topic0), topic1: hexToBuffer(diver), data: hexToBuffer(data) },
  );
  const logs = await api.get(`/api/v2/transactions/${hex(hash)}/logs`);
  expect(logs.body).toMatchObject({
    items: [{ decoded: { method_call: 'Surfaced(address indexed arg0, uint256 arg1)' } }],
  });
});

test('calls in the arguments of others have names too: of multicalls, executions and user operations', async () => {
  const calls = parseAbi([
    'function multicall(bytes[] data)',
    'function execute(address dest, uint256 value, bytes func)',
  ]);
  const inner = encodeFunctionData({
    abi: parseAbi(['function waterTree(uint256 litres)']),
    functionName: 'waterTree',
    args: [7n],
  });
  const execute = encodeFunctionData({
    abi: calls,
    functionName: 'execute',
    args: [bufferToHex(CONTRACT), 0n, inner],
  });
  const input = encodeFunctionData({ abi: calls, functionName: 'multicall', args: [[execute]] });
  const hash = await insert.transaction(
    api.db,
    { block: 0, index: 2 },
    { to_address: CONTRACT, input: hexToBuffer(input) },
  );
  const before = sent;
  const { body } = await api.get(`/api/v2/transactions/${hex(hash)}`);
  expect(body).toMatchObject({
    nested_calls: [
      { depth: 1, call: { method_call: 'execute(address dest, uint256 value, bytes func)' } },
      { depth: 2, source: 'guess', call: { method_call: 'waterTree(uint256 arg0)' } },
    ],
  });
  await api.get(`/api/v2/transactions/${hex(hash)}`);
  expect(sent - before).toBe(1);
});

test('the call of a user operation, and the one that its account makes, have such names', async () => {
  const word = (value: Buffer | number) =>
    Buffer.from(
      (Buffer.isBuffer(value) ? value.toString('hex') : value.toString(16)).padStart(64, '0'),
      'hex',
    );
  const callData = encodeFunctionData({
    abi: parseAbi(['function execute(address dest, uint256 value, bytes func)']),
    functionName: 'execute',
    args: [bufferToHex(CONTRACT), 0n, toFunctionSelector('feedTree()')],
  });
  const zero = bufferToHex(word(0));
  const operation = {
    ...{ sender: bufferToHex(DIVER), nonce: 7n, initCode: '0x' as const, callData, accountGasLimits: zero },
    ...{ preVerificationGas: 0n, gasFees: zero, paymasterAndData: '0x' as const, signature: '0x' as const },
  };
  const input = encodeFunctionData({
    abi: entryPoint07Abi,
    functionName: 'handleOps',
    args: [[operation], bufferToHex(CONTRACT)],
  });
  const [place, entryPoint] = [{ block: 0, index: 4 }, hexToBuffer(entryPoint07Address)];
  await insert.transaction(api.db, place, { to_address: entryPoint, input: hexToBuffer(input) });
  const [hash, sender] = [word(77), DIVER];
  const told = { topic0: OPERATION_TOPICS.operation, topic1: hash, topic2: word(sender), topic3: word(0) };
  const data = Buffer.concat([7, 1, 9, 8].map(word));
  await insert.log(api.db, { ...place, log: 1 }, { address: entryPoint, ...told, data });
  const at = { block_number: 0, transaction_index: 4, log_index: 1 };
  const bundle = { entry_point: entryPoint, bundler: sender, bundle_index: 0, operation_index: 0 };
  const row = { ...at, sender, paymaster: null, hash, factory: null, ...bundle };
  await api.db.sql`insert into ${api.db.schema}.user_operations ${api.db.sql(row)}`;
  const { body } = await api.get(`/api/v2/proxy/account-abstraction/operations/${hex(hash)}`);
  expect(body).toMatchObject({ decoded_execute_call_data: { method_call: 'feedTree()' } });
});

test('the transfers of a transaction have its method by a name that a service knows', async () => {
  const { input, ...to } = { input: toFunctionSelector('pruneTree()'), to_address: CONTRACT };
  const place = { block: 0, index: 3 };
  const hash = await insert.transaction(api.db, place, { ...to, input: hexToBuffer(input) });
  await insert.transfers(api.db, place, [{ log_index: 9, token_type: 'ERC-20', amount: '1' }]);
  const { body } = await api.get(`/api/v2/transactions/${hex(hash)}/token-transfers`);
  expect(body).toMatchObject({ items: [{ method: 'pruneTree' }] });
});

test('a contract without ABI has the names that only a service knows for the selectors in its code', async () => {
  const before = sent;
  const { body } = await api.get(`/api/v2/smart-contracts/${hex(CONTRACT)}`);
  expect(body).toMatchObject({
    learned_functions: [
      { selector: toFunctionSelector('mulchTree(address)'), signature: 'mulchTree(address)' },
    ],
    derived_functions: FUNCTIONS,
  });
  expect(body).not.toHaveProperty('derived_storage');
  // neither the function that is built in, nor one whose name is known by now, is asked for
  expect(sent - before).toBe(2);
});

test('a contract with an ABI has no learned functions', async () => {
  const verified = address(2);
  await insert.address(api.db, { address: verified, is_contract: true });
  const text = Buffer.from(JSON.stringify(abi));
  const row = { abi: text, abi_hash: createHash('sha256').update(text).digest(), name: Buffer.from('Grove') };
  const from = { source: 'verified', verified_via: 'sourcify', is_exact: true };
  await api.db.sql`
    insert into ${api.db.schema}.contract_interfaces ${api.db.sql({ address: verified, ...row, ...from })}`;
  const { body } = await api.get(`/api/v2/smart-contracts/${hex(verified)}`);
  expect(body).toMatchObject({ name: 'Grove' });
  expect(body).not.toHaveProperty('learned_functions');
  expect(body).not.toHaveProperty('derived_functions');
});

test('the other functions that a guessed call may be are listed', async () => {
  const [plant, water] = ['plant20870(uint256)', 'water45765(uint256)'];
  const selector = toFunctionSelector(plant);
  expect(toFunctionSelector(water)).toBe(selector);
  await importSignatures(
    api.sql,
    [plant, water].map((signature) => ({ key: hexToBuffer(selector), signature })),
  );
  const input = hexToBuffer(`${selector}${'7'.padStart(64, '0')}`);
  const hash = await insert.transaction(api.db, { block: 0, index: 1 }, { to_address: CONTRACT, input });
  const { body } = await api.get(`/api/v2/transactions/${hex(hash)}`);
  expect(body).toMatchObject({
    ...{ method: 'plant20870', decoded_input_source: 'guess' },
    other_decoded_inputs: [{ method_call: 'water45765(uint256 arg0)', parameters: [{ value: '7' }] }],
  });
});
