import fc from 'fast-check';
import { toEventSelector } from 'viem';
import { describe, expect, test } from 'vitest';
import { type FheOperationName, listOperations, operationEvent } from '@/lib/evm/fhe-operations';
import { addressOf, addressWord, makeLog, word } from '@/test/support/evm-logs';
import { decodeFheEvent, decodeFheEvents } from './events';

const CALLER = addressWord(0xca);
const topicOf = (operation: FheOperationName) => toEventSelector(operationEvent(operation));
const handle = (seed: number, type: number) => {
  const bytes = Buffer.alloc(32, seed);
  bytes[21] = 0xff;
  bytes[30] = type;
  return bytes;
};
const scalarByte = (value: number) => Buffer.concat([Buffer.from([value]), Buffer.alloc(31)]);
const decode = (operation: FheOperationName, ...data: Buffer[]) =>
  decodeFheEvent(makeLog([topicOf(operation), CALLER], data, 4));

const A = handle(1, 2);
const B = handle(2, 3);
const RESULT = handle(3, 5);
const base = {
  logIndex: 4,
  executor: addressOf(0xcc),
  caller: addressOf(0xca),
  isScalar: false,
  plaintext: null,
  result: RESULT,
};

describe('an operation', () => {
  test('of two handles is priced by its result', () => {
    expect(decode('FheAdd', A, B, scalarByte(0), RESULT)).toEqual({
      ...base,
      operation: 'FheAdd',
      fheType: 'Uint64',
      operands: [A, B],
    });
    expect(decode('FheMin', A, B, scalarByte(0), RESULT)?.fheType).toBe('Uint64');
  });

  test('that tests something is priced by what it compares', () => {
    for (const operation of ['FheEq', 'FheNe', 'FheGe', 'FheGt', 'FheLe', 'FheLt'] as const) {
      expect(decode(operation, A, B, scalarByte(0), handle(3, 0))?.fheType).toBe('Uint8');
    }
  });

  test('is scalar when the left byte of the word says so, and keeps the plain value', () => {
    expect(decode('FheDiv', A, word(7), scalarByte(1), RESULT)).toMatchObject({
      isScalar: true,
      operands: [A, word(7)],
    });
    expect(decode('FheAdd', A, B, word(1), RESULT)?.isScalar).toBe(false);
    expect(decode('FheAdd', A, B, scalarByte(3), RESULT)?.isScalar).toBe(false);
  });

  test('of one handle, of a choice, and a cast', () => {
    expect(decode('FheNot', A, RESULT)).toMatchObject({ fheType: 'Uint8', operands: [A] });
    expect(decode('FheIfThenElse', handle(9, 0), A, B, RESULT)).toMatchObject({
      fheType: 'Uint64',
      operands: [handle(9, 0), A, B],
    });
    expect(decode('Cast', A, word(5), RESULT)).toMatchObject({ fheType: 'Uint8', operands: [A] });
  });

  test('that encrypts a plain value keeps all 256 bits of it', () => {
    const max = 2n ** 256n - 1n;
    expect(decode('TrivialEncrypt', word(max), word(8), RESULT)).toEqual({
      ...base,
      operation: 'TrivialEncrypt',
      fheType: 'Uint256',
      operands: [],
      plaintext: max,
    });
    expect(decode('TrivialEncrypt', word(0), word(0), RESULT)).toMatchObject({
      fheType: 'Bool',
      plaintext: 0n,
    });
  });

  test('that draws a random value names its type', () => {
    expect(decode('FheRand', word(4), word(0), RESULT)).toMatchObject({ fheType: 'Uint32', operands: [] });
    expect(decode('FheRandBounded', word(100), word(3), word(0), RESULT)).toMatchObject({
      fheType: 'Uint16',
    });
    expect(decode('FheRand', word(99), word(0), RESULT)?.fheType).toBe('Unknown');
  });

  test('of a list has all its values', () => {
    expect(decode('FheSum', word(64), RESULT, word(2), A, B)).toMatchObject({
      fheType: 'Uint64',
      operands: [A, B],
      result: RESULT,
    });
    expect(decode('FheSum', word(64), RESULT, word(0))?.operands).toEqual([]);
    expect(decode('FheIsIn', A, word(96), handle(7, 0), word(1), B)).toMatchObject({
      fheType: 'Uint8',
      operands: [A, B],
    });
  });

  test('FheMulDiv is scalar with 0x03; 0x01 only says that the divisor is plain', () => {
    const muldiv = (byte: number) => decode('FheMulDiv', A, B, word(3), scalarByte(byte), RESULT);
    expect(muldiv(3)).toMatchObject({ isScalar: true, fheType: 'Uint64', operands: [A, B, word(3)] });
    expect(muldiv(1)?.isScalar).toBe(false);
  });
});

describe('a log that is none', () => {
  const full = [A, B, scalarByte(0), RESULT];

  test('is left out: another event, too little data, topics that do not fit', () => {
    const topic = topicOf('FheAdd');
    expect(decodeFheEvent(makeLog([topic, CALLER], full))).toBeDefined();
    expect(decodeFheEvent(makeLog([topic, CALLER], full.slice(1)))).toBeUndefined();
    expect(decodeFheEvent(makeLog([topic, CALLER]))).toBeUndefined();
    expect(decodeFheEvent(makeLog([topic, word(2n ** 200n)], full))).toBeUndefined();
    expect(decodeFheEvent(makeLog([topic, CALLER, CALLER], full))).toBeUndefined();
    expect(decodeFheEvent(makeLog([], full))).toBeUndefined();
    expect(decodeFheEvent(makeLog([toEventSelector('event Other(address)'), CALLER], full))).toBeUndefined();
    expect(decode('TrivialEncrypt', word(1), word(256), RESULT)).toBeUndefined();
    expect(decode('FheSum', word(64), RESULT, word(3), A, B)).toBeUndefined();
  });

  test('VerifyInput is no operation', () => {
    const topic = '0xdc370db33589e73371dc3ee42c789c003d336eefcb7c3f56fe0f51ae5b1d9702';
    expect(decodeFheEvent(makeLog([topic, CALLER], [A, B, A, B, A, B]))).toBeUndefined();
  });

  test('an event without a caller has none', () => {
    expect(decodeFheEvent(makeLog([topicOf('FheAdd')], full))?.caller).toBeNull();
  });

  test('never makes the decoder throw', () => {
    const chunk = fc.oneof(
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      fc.constantFrom(word(0), word(1), word(32), word(64), word(96), word(0xffff_ffff)),
      fc.uint8Array({ maxLength: 31 }),
    );
    const operation = fc.constantFrom(...listOperations());
    fc.assert(
      fc.property(operation, fc.array(chunk, { maxLength: 9 }), (name, chunks) => {
        const event = decodeFheEvent(
          makeLog(
            [topicOf(name), CALLER],
            chunks.map((bytes) => Buffer.from(bytes)),
          ),
        );
        for (const operand of event?.operands ?? []) expect(operand).toHaveLength(32);
        if (event) expect(event.result).toHaveLength(32);
      }),
      { numRuns: 3000 },
    );
  });
});

describe('of a transaction', () => {
  const logs = [2, 0, 1].map((index) => makeLog([topicOf('FheNeg'), CALLER], [A, RESULT], index));

  test('the operations come by log index', () => {
    expect(decodeFheEvents(logs, undefined).map((event) => event.logIndex)).toEqual([0, 1, 2]);
  });

  test('only those of the executor count when it is known', () => {
    expect(decodeFheEvents(logs, [addressOf(0x01), addressOf(0xcc)])).toHaveLength(3);
    expect(decodeFheEvents(logs, [addressOf(0xcd)])).toEqual([]);
  });
});
