import { existsSync, readFileSync } from 'node:fs';
import { encodeFunctionData, type Hex } from 'viem';
import { entryPoint06Abi, entryPoint07Abi } from 'viem/account-abstraction';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { hexToBuffer } from './hex';
import { findPackedOperation } from './packed-operation';
import { decodeUserOperations } from './user-operations';

const SENDER: Hex = `0x${'aa'.repeat(20)}`;
const wanted = { sender: hexToBuffer(SENDER), nonce: 5n };
const common = { initCode: '0x', callData: '0x1234', paymasterAndData: '0x', signature: '0xff' } as const;
const v6 = {
  ...{
    ...common,
    sender: SENDER,
    nonce: 5n,
    callGasLimit: 1n,
    verificationGasLimit: 2n,
    preVerificationGas: 3n,
  },
  ...{ maxFeePerGas: 4n, maxPriorityFeePerGas: 5n },
};
const word = (upper: number, lower: number): Hex =>
  `0x${upper.toString(16).padStart(32, '0')}${lower.toString(16).padStart(32, '0')}`;
const v7 = {
  ...{ ...common, sender: SENDER, nonce: 5n, preVerificationGas: 3n },
  ...{ accountGasLimits: word(2, 1), gasFees: word(5, 4) },
};
const told = {
  ...{ callGasLimit: '1', verificationGasLimit: '2', preVerificationGas: '3', callData: '0x1234' },
  ...{ maxFeePerGas: '4', maxPriorityFeePerGas: '5', signature: '0xff' },
};

test('finds an operation of either form by its account and nonce', () => {
  const other = { ...v6, nonce: 6n, callData: '0x' } as const;
  const six = encodeFunctionData({
    abi: entryPoint06Abi,
    functionName: 'handleOps',
    args: [[other, v6], SENDER],
  });
  expect(findPackedOperation(hexToBuffer(six), wanted)).toMatchObject({ ...told, aggregator: null });
  const seven = encodeFunctionData({ abi: entryPoint07Abi, functionName: 'handleOps', args: [[v7], SENDER] });
  expect(findPackedOperation(hexToBuffer(seven), wanted)).toMatchObject({ ...told, gasFees: word(5, 4) });
  expect(findPackedOperation(hexToBuffer(seven), { ...wanted, nonce: 6n })).toBeUndefined();
  expect(findPackedOperation(hexToBuffer(seven), { ...wanted, sender: Buffer.alloc(20) })).toBeUndefined();
});

test('names the aggregator of a group', () => {
  const group = { userOps: [v7], aggregator: SENDER, signature: '0xee' } as const;
  const input = encodeFunctionData({
    abi: entryPoint07Abi,
    functionName: 'handleAggregatedOps',
    args: [[group], SENDER],
  });
  const found = findPackedOperation(hexToBuffer(input), wanted);
  expect(found).toMatchObject({ ...told, aggregatorSignature: '0xee' });
  expect(found?.aggregator?.toLowerCase()).toBe(SENDER);
});

test('names the aggregator of a group of the older form, whose function has another selector', () => {
  const group = { userOps: [v6], aggregator: SENDER, signature: '0xee' } as const;
  const input = encodeFunctionData({
    abi: entryPoint06Abi,
    functionName: 'handleAggregatedOps',
    args: [[group], SENDER],
  });
  const found = findPackedOperation(hexToBuffer(input), wanted);
  expect(found).toMatchObject({ ...told, aggregatorSignature: '0xee', accountGasLimits: null });
});

test.each([
  ['empty', Buffer.alloc(0)],
  ['another function', hexToBuffer('0xa9059cbb')],
  ['cut short', hexToBuffer('0x765e827f00')],
])('finds none in an input that is %s', (_, input) => {
  expect(findPackedOperation(input, wanted)).toBeUndefined();
});

const recorded = new URL(
  '../../../shared/realdata/pairs/8453/0xe0500c132dd33e402613a8f8d933f396d6002f10b51b41d0b20b91ead27ef032.json',
  import.meta.url,
);
const log = z.object({ address: z.string(), topics: z.array(z.string()), data: z.string() });
const pair = z.object({
  rpc: z.object({
    tx: z.object({ result: z.object({ input: z.string() }) }),
    receipt: z.object({ result: z.object({ logs: z.array(log) }) }),
  }),
});

test.skipIf(!existsSync(recorded))('finds every operation of a recorded bundle (../shared)', () => {
  const { tx, receipt } = pair.parse(JSON.parse(readFileSync(recorded, 'utf8'))).rpc;
  const logs = receipt.result.logs.map(({ address, topics, data }, logIndex) => ({
    ...{ logIndex, address: hexToBuffer(address), data: hexToBuffer(data) },
    topics: topics.map(hexToBuffer),
  }));
  const operations = decodeUserOperations(logs);
  const found = operations.map((one) => findPackedOperation(hexToBuffer(tx.result.input), one));
  expect(found.length).toBeGreaterThan(0);
  expect(found.map((one) => BigInt(one?.nonce ?? -1))).toEqual(operations.map(({ nonce }) => nonce));
  const initCode = expect.stringMatching(/^0xba5ed110efdba3d005bfc882d75358acbbb858423ffba36f[0-9a-f]{576}$/);
  const paymasterAndData = expect.stringMatching(/^0x2faeb0760d4230ef2ac21496bb4f0b47d634fd4c/);
  expect(found).toMatchObject([
    {
      ...{ initCode, paymasterAndData, accountGasLimits: null, gasFees: null, paymasterGasLimits: 0n },
      ...{ callGasLimit: '1357314', verificationGasLimit: '755488', preVerificationGas: '96070' },
      ...{ maxFeePerGas: '11160000', maxPriorityFeePerGas: '1100000' },
    },
  ]);
});
