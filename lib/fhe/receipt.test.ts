import { toEventSelector } from 'viem';
import { describe, expect, test } from 'vitest';
import { operationEvent } from '@/lib/evm/fhe-operations';
import { bufferToHex } from '@/lib/evm/hex';
import { explainReceipt, parseHandle, parseOperations, type ReceiptLog } from './receipt';

const SEPOLIA_EXECUTOR = '0x92C920834Ec8941d2C77D188936E1f7A6f49c127';
const CALLER = `0x${'ab'.repeat(20)}`;
/** A handle of Uint64, computed on Sepolia. */
const handleOf = (seed: number): string => {
  const bytes = Buffer.alloc(32, seed);
  bytes[21] = 0xff;
  bytes.writeBigUInt64BE(11155111n, 22);
  bytes[30] = 5;
  bytes[31] = 0;
  return bufferToHex(bytes);
};
const word = (value: number) => value.toString(16).padStart(64, '0');
const strip = (hex: string) => hex.slice(2);
const [FIRST, SECOND, SUM] = [handleOf(1), handleOf(2), handleOf(3)];
const topics = (operation: 'FheAdd' | 'TrivialEncrypt') => [
  toEventSelector(operationEvent(operation)),
  `0x${'0'.repeat(24)}${strip(CALLER)}`,
];
const encrypt: ReceiptLog = {
  address: SEPOLIA_EXECUTOR,
  topics: topics('TrivialEncrypt'),
  data: `0x${word(7)}${word(5)}${strip(FIRST)}`,
  logIndex: '0x4',
};
const add: ReceiptLog = {
  address: SEPOLIA_EXECUTOR.toLowerCase(),
  topics: topics('FheAdd'),
  data: `0x${strip(FIRST)}${strip(SECOND)}${word(0)}${strip(SUM)}`,
  logIndex: 9n,
};
const transfer: ReceiptLog = { address: CALLER, topics: [], data: '0x', logIndex: 5 };

describe('the logs of a receipt', () => {
  test('become operations in the form of the API, by log index, with costs and depths', () => {
    const operations = parseOperations([add, transfer, encrypt], { chainId: 11155111 });
    expect(operations).toEqual([
      {
        log_index: 4,
        operation: 'TrivialEncrypt',
        type: 'encryption',
        fhe_type: 'Uint64',
        is_scalar: false,
        inputs: { plaintext: 7n },
        result: FIRST,
        hcu_cost: 32,
        hcu_depth: 32,
        caller: { hash: expect.stringMatching(new RegExp(`^${CALLER}$`, 'i')) },
      },
      {
        ...{ log_index: 9, operation: 'FheAdd', type: 'arithmetic', fhe_type: 'Uint64', is_scalar: false },
        inputs: { lhs: FIRST, rhs: SECOND },
        ...{ result: SUM, hcu_cost: 162_000, hcu_depth: 162_032 },
        caller: { hash: expect.stringMatching(new RegExp(`^${CALLER}$`, 'i')) },
      },
    ]);
  });

  test('are explained as a program', () => {
    const { graph } = explainReceipt([encrypt, add], { executor: SEPOLIA_EXECUTOR }, { maxNodes: 10 });
    expect(graph.operations.map(({ code }) => code)).toEqual(['e1 = encrypt(7)', 'e2 = add(e1, x1)']);
    expect([graph.criticalPath, graph.totals.totalHcu, graph.totals.avoidableHcu]).toEqual([
      [0, 1],
      162_032,
      29_000,
    ]);
  });

  test('are operations only when the executor emitted them, unless any contract is trusted', () => {
    const forged = [{ ...add, address: CALLER }];
    expect(parseOperations(forged, { chainId: 11155111n })).toEqual([]);
    expect(parseOperations(forged, { executor: 'any' })).toHaveLength(1);
  });
});

test('what cannot be read is refused', () => {
  expect(() => parseOperations([], { chainId: 5 })).toThrow(RangeError);
  expect(() => parseOperations([], { executor: '0x12' })).toThrow(TypeError);
  expect(() => parseOperations([{ ...add, data: 'nothing' }], { executor: 'any' })).toThrow(TypeError);
});

test('a handle has its parts, and only with 32 bytes', () => {
  const parts = { inputIndex: null, chainId: 11155111n, fheType: 'Uint64', version: 0 };
  expect(parseHandle(SUM)).toEqual(parts);
  expect(parseHandle('0x12')).toBeUndefined();
});
