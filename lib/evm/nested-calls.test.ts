import {
  type Abi,
  type AbiParameter,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  parseAbi,
  parseAbiParameters,
} from 'viem';
import { describe, expect, test } from 'vitest';
import { SHIPPED } from '@/test/support/shipped-names';
import { hexToBuffer } from './hex';
import { decodeNestedCalls } from './nested-calls';
import { decodeKnownCall, indexSignatures } from './signatures';

const ABI: Abi = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function multicall(bytes[] data)',
  'function tryAggregate(bool requireSuccess, (address target, bytes callData)[] calls)',
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)',
  'function execute(address dest, uint256 value, bytes func)',
  'function executeBatch(address[] dest, bytes[] func)',
  'function multiSend(bytes transactions)',
  'function handleOps((address sender, uint256 nonce, bytes initCode, bytes callData, uint256 callGasLimit, uint256 verificationGasLimit, uint256 preVerificationGas, uint256 maxFeePerGas, uint256 maxPriorityFeePerGas, bytes paymasterAndData, bytes signature)[] ops, address beneficiary)',
]);
const address = (digit: string): `0x${string}` => `0x${digit.repeat(40)}`;
const [TOKEN, SAFE, ANN, BOB] = [address('1'), address('2'), address('3'), address('4')];
const encode = (functionName: string, args: readonly unknown[]) =>
  encodeFunctionData({ abi: ABI, functionName, args });
const ROUTER: Abi = parseAbi(['function execute(bytes commands, bytes[] inputs, uint256 deadline)']);
const transfer = (amount: bigint) => encode('transfer', [BOB, amount]);

function decode(data: string) {
  const call = decodeKnownCall(hexToBuffer(data));
  if (call === undefined) throw new Error('the outer call is not known');
  return call;
}

const sources = () => ({ own: [], general: SHIPPED });
const callsOf = (data: string) => decodeNestedCalls(decode(data), SAFE, sources).calls;

/** Depth, parameter, target and method of each nested call. */
function read(data: string) {
  return callsOf(data).map((nested) => [
    nested.depth,
    nested.parameter,
    nested.to,
    nested.call.method_call.split('(')[0],
  ]);
}

test('the calls of a multicall are sent to the contract itself', () => {
  expect(read(encode('multicall', [[transfer(1n), transfer(2n)]]))).toEqual([
    [1, 'data[0]', SAFE, 'transfer'],
    [1, 'data[1]', SAFE, 'transfer'],
  ]);
});

test('calls in tuples, parallel arrays and plain arguments are sent to the address before them', () => {
  const tuples = encode('tryAggregate', [
    true,
    [
      { target: TOKEN, callData: transfer(1n) },
      { target: ANN, callData: '0x1234' },
    ],
  ]);
  expect(read(tuples)).toEqual([[1, 'calls[0]', TOKEN, 'transfer']]);
  expect(
    read(
      encode('executeBatch', [
        [TOKEN, ANN],
        [transfer(1n), transfer(2n)],
      ]),
    ),
  ).toEqual([
    [1, 'func[0]', TOKEN, 'transfer'],
    [1, 'func[1]', ANN, 'transfer'],
  ]);
  expect(read(encode('execute', [TOKEN, 0n, transfer(1n)]))).toEqual([[1, 'func', TOKEN, 'transfer']]);
});

test('a user operation holds a call of its sender, which holds another one', () => {
  const callData = encode('execute', [TOKEN, 0n, encode('approve', [BOB, 5n])]);
  const op = [ANN, 0n, '0x', callData, 0n, 0n, 0n, 0n, 0n, '0x', '0x'];
  const names = ['sender', 'nonce', 'initCode', 'callData', 'callGasLimit', 'verificationGasLimit'];
  names.push('preVerificationGas', 'maxFeePerGas', 'maxPriorityFeePerGas', 'paymasterAndData', 'signature');
  const named = Object.fromEntries(names.map((name, at) => [name, op[at]]));
  expect(read(encode('handleOps', [[named], BOB]))).toEqual([
    [1, 'ops[0]', ANN, 'execute'],
    [2, 'func', TOKEN, 'approve'],
  ]);
});

test('the packed transactions of a Safe are read', () => {
  const pack = (to: `0x${string}`, data: `0x${string}`) =>
    encodePacked(
      ['uint8', 'address', 'uint256', 'uint256', 'bytes'],
      [0, to, 7n, BigInt((data.length - 2) / 2), data],
    );
  const packed: `0x${string}` = `${pack(TOKEN, transfer(1n))}${pack(ANN, '0x').slice(2)}${pack(ANN, transfer(2n)).slice(2)}`;
  const data = encode('multiSend', [packed]);
  const outer = encode('execTransaction', [BOB, 0n, data, 1, 0n, 0n, 0n, SAFE, SAFE, '0x']);
  expect(read(outer)).toEqual([
    [1, 'data', BOB, 'multiSend'],
    [2, 'transactions[0]', TOKEN, 'transfer'],
    [2, 'transactions[2]', ANN, 'transfer'],
  ]);
  expect(read(encode('multiSend', [packed.slice(0, -2)]))).toEqual([]);
});

test('bytes that do not encode back exactly are no call', () => {
  const dirty = `${transfer(1n).slice(0, 10)}${'ff'.repeat(32)}${transfer(1n).slice(74)}`;
  expect(
    read(encode('multicall', [[dirty, `${transfer(1n)}${'00'.repeat(32)}`, '0x', '0x12345678']])),
  ).toEqual([]);
});

test('calls of a list that nothing decodes are counted, and the ABI of the target decodes its own', () => {
  const own = [indexSignatures(parseAbi(['function plantBonsai(uint8 height)']))];
  const plant = encodeFunctionData({ abi: parseAbi(['function plantBonsai(uint8 height)']), args: [3] });
  const packed = `${plant}0bad`;
  const calls = [
    { target: TOKEN, callData: plant },
    { target: TOKEN, callData: packed },
    { target: ANN, callData: plant },
    { target: ANN, callData: transfer(1n) },
    { target: BOB, callData: '0x' },
  ];
  const ofToken = (to: string | null) => ({ own: to === TOKEN ? own : [], general: SHIPPED });
  const found = decodeNestedCalls(decode(encode('tryAggregate', [true, calls])), SAFE, ofToken);
  expect(found.calls.map(({ parameter, source }) => [parameter, source])).toEqual([
    ['calls[0]', 'contract'],
    ['calls[1]', 'contract'],
    ['calls[3]', 'known'],
  ]);
  expect(found.count).toBe(4);
});

test('other bytes of a user operation are no calls', () => {
  const data = encode('execTransaction', [
    TOKEN,
    0n,
    transfer(1n),
    0,
    0n,
    0n,
    0n,
    SAFE,
    SAFE,
    `0x${'ab'.repeat(65)}`,
  ]);
  expect(decodeNestedCalls(decode(data), SAFE, sources).count).toBe(1);
});

test('depth and number are bounded', () => {
  let data = transfer(1n);
  for (let depth = 0; depth < 8; depth += 1) data = encode('multicall', [[data]]);
  expect(read(data).map(([depth]) => depth)).toEqual([1, 2, 3, 4, 5]);
  expect(read(encode('multicall', [Array.from({ length: 200 }, () => transfer(1n))]))).toHaveLength(64);
});

describe('commands of a Universal Router', () => {
  const input = (types: readonly AbiParameter[], ...values: unknown[]) => encodeAbiParameters(types, values);
  const wrap = input(parseAbiParameters('address, uint256'), BOB, 7n);
  const swapTypes = 'address, uint256, uint256, bytes, bool';
  const swap = input(parseAbiParameters(swapTypes), BOB, 1n, 2n, '0x1234', true);
  const bounded = input(parseAbiParameters(`${swapTypes}, uint256[]`), BOB, 1n, 2n, '0x1234', true, [5n]);
  const execute = (commands: string, inputs: readonly string[]) =>
    encodeFunctionData({ abi: ROUTER, functionName: 'execute', args: [commands, inputs, 99n] });

  test('are named with their values, at any depth, whether they may fail or not', () => {
    const plan = input(parseAbiParameters('bytes, bytes[]'), '0x8b', [wrap]);
    expect(read(execute('0x0b0021', [wrap, swap, plan]))).toEqual([
      [1, 'inputs[0]', null, 'WRAP_ETH'],
      [1, 'inputs[1]', null, 'V3_SWAP_EXACT_IN'],
      [1, 'inputs[2]', null, 'EXECUTE_SUB_PLAN'],
      [2, 'inputs[0]', null, 'WRAP_ETH'],
    ]);
    const [nested] = callsOf(execute('0x8b', [wrap]));
    expect(nested).toMatchObject({
      source: 'known',
      call: { method_id: '0b', parameters: [{ value: BOB }, { name: 'amount', value: '7' }] },
    });
  });

  test('of newer routers have their own parameters, and say that they are guessed', () => {
    const [nested] = callsOf(execute('0x00', [bounded]));
    expect(nested?.call.parameters.at(-1)).toMatchObject({ name: 'minHopPriceX36', value: ['5'] });
    const swaps = input(parseAbiParameters('bytes, bytes[]'), '0x06', ['0x12']);
    const [newer] = callsOf(execute('0x10', [swaps]));
    expect([newer?.call.method_id, newer?.source]).toEqual(['10', 'guess']);
  });

  test('of a position manager are calls', () => {
    expect(read(execute('0x12', [transfer(1n)]))).toEqual([[1, 'inputs[0]', null, 'transfer']]);
  });

  test('are not those whose bytes do not encode back, that are unknown, or that have no input', () => {
    expect(read(execute('0x0b3f0b', [`${wrap}00`, wrap, wrap]))).toEqual([
      [1, 'inputs[2]', null, 'WRAP_ETH'],
    ]);
    expect(read(execute('0x0b0b', [wrap]))).toEqual([]);
    expect(read(execute('0x', []))).toEqual([]);
  });
});
