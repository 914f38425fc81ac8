import fc from 'fast-check';
import { encodeAbiParameters, getAddress, parseAbiParameters } from 'viem';
import { describe, expect, test } from 'vitest';
import { word } from '@/test/support/evm-logs';
import { type AbiType, type AbiValue, decodeAbiValues, decodeAbiWord, readAbiType } from './abi-values';
import { hexToBuffer } from './hex';

type Sample = { type: string; value: unknown; shown: AbiValue };

function typesOf(text: string): AbiType[] {
  return parseAbiParameters(text).flatMap((parameter) => readAbiType(parameter) ?? []);
}

const hexOf = (minLength: number, maxLength = minLength) =>
  fc.uint8Array({ minLength, maxLength }).map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`);
const integer = fc.integer({ min: 1, max: 32 }).chain((size) => {
  const bits = BigInt(8 * size);
  const unsigned = fc.bigInt({ min: 0n, max: 2n ** bits - 1n });
  const signed = fc.bigInt({ min: -(2n ** (bits - 1n)), max: 2n ** (bits - 1n) - 1n });
  return fc.oneof(
    unsigned.map((value) => ({ type: `uint${bits}`, value, shown: String(value) })),
    signed.map((value) => ({ type: `int${bits}`, value, shown: String(value) })),
  );
});
const elementary: fc.Arbitrary<Sample> = fc.oneof(
  integer,
  fc.boolean().map((value) => ({ type: 'bool', value, shown: String(value) })),
  hexOf(20).map((value) => ({ type: 'address', value, shown: getAddress(value) })),
  fc.string({ unit: 'grapheme' }).map((value) => ({ type: 'string', value, shown: value })),
  hexOf(0, 70).map((value) => ({ type: 'bytes', value, shown: value })),
  fc
    .integer({ min: 1, max: 32 })
    .chain((size) => hexOf(size).map((value) => ({ type: `bytes${size}`, value, shown: value }))),
);
const { sample } = fc.letrec<{ sample: Sample; array: Sample; tuple: Sample }>((tie) => ({
  sample: fc.oneof({ maxDepth: 3 }, elementary, tie('array'), tie('tuple')),
  array: fc
    .tuple(tie('sample'), fc.integer({ min: 0, max: 4 }), fc.boolean())
    .map(([item, length, isFixed]) => ({
      type: `${item.type}[${isFixed ? length : ''}]`,
      value: Array.from({ length }, () => item.value),
      shown: Array.from({ length }, () => item.shown),
    })),
  tuple: fc.array(tie('sample'), { minLength: 1, maxLength: 4 }).map((items) => ({
    type: `(${items.map((item) => item.type).join(', ')})`,
    value: items.map((item) => item.value),
    shown: items.map((item) => item.shown),
  })),
}));

describe('values', () => {
  test('of any type come back as they were encoded', () => {
    fc.assert(
      fc.property(fc.array(sample, { minLength: 1, maxLength: 4 }), (samples) => {
        const text = samples.map((item) => item.type).join(', ');
        const data = encodeAbiParameters(
          parseAbiParameters(text),
          samples.map((item) => item.value),
        );
        expect(decodeAbiValues(typesOf(text), hexToBuffer(data))).toEqual(samples.map((item) => item.shown));
      }),
      { numRuns: 500 },
    );
  });

  test('may be followed by other bytes, and may share an empty one', () => {
    const data = Buffer.concat([word(64), word(64), word(0), Buffer.from('trailer')]);
    expect(decodeAbiValues(typesOf('bytes, string'), data)).toEqual(['0x', '']);
  });

  test('that are text but not UTF-8 are shown as hex; NUL and a byte order mark are text', () => {
    const text = (hex: string) => {
      const bytes = Buffer.from(hex, 'hex');
      const padded = Buffer.concat([bytes, Buffer.alloc(32 - bytes.length)]);
      return decodeAbiValues(typesOf('string'), Buffer.concat([word(32), word(bytes.length), padded]));
    };
    expect(text('ff00')).toEqual(['0xff00']);
    expect(text('eda080')).toEqual(['0xeda080']);
    expect(text('410042')).toEqual(['A\0B']);
    expect(text('efbbbf41')).toEqual(['\ufeffA']);
  });

  test('of a contract that leaves dirty bits are cut to their type, but a bool is 0 or 1', () => {
    const dirty = Buffer.alloc(32, 0xff);
    expect(decodeAbiValues(typesOf('uint8, int16, bytes2'), Buffer.concat([dirty, dirty, dirty]))).toEqual([
      '255',
      '-1',
      '0xffff',
    ]);
    expect(decodeAbiValues(typesOf('bool'), dirty)).toBeUndefined();
    expect(decodeAbiValues(typesOf('bool'), word(2))).toBeUndefined();
  });

  test.each([
    ['uint256', Buffer.alloc(31)],
    ['bytes', word(32)],
    ['bytes', Buffer.concat([word(32), word(33), word(1)])],
    ['bytes', Buffer.concat([word(2n ** 256n - 32n), word(0)])],
    ['uint256[3]', Buffer.alloc(95)],
    ['uint256[]', Buffer.concat([word(32), word(0xffff_ffff)])],
    ['string[]', Buffer.concat([word(32), word(2), word(64)])],
    ['(uint256, bytes)', Buffer.concat([word(32), word(1)])],
  ])('that the data does not hold are undefined: %s', (type, data) => {
    expect(decodeAbiValues(typesOf(type), data)).toBeUndefined();
  });
});

describe('hostile data', () => {
  test('of any kind gives a value or undefined, never an error', () => {
    const words = fc.array(fc.constantFrom(0, 1, 2, 3, 32, 64, 96, 128, 0xffff_ffff), { maxLength: 12 });
    const types = fc.constantFrom(
      'string',
      'bytes[]',
      'uint256[][]',
      '(bytes, string[])[]',
      'string[2][]',
      'bool[]',
    );
    fc.assert(
      fc.property(types, words, fc.uint8Array({ maxLength: 64 }), (type, numbers, tail) => {
        const data = Buffer.concat([...numbers.map(word), tail]);
        const values = decodeAbiValues(typesOf(type), data);
        expect(values === undefined || values.length === 1).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });

  test('whose offsets all point to one large value does not multiply it', () => {
    const count = 2000;
    const payload = Buffer.alloc(64 * 1024, 1);
    const offsets = Array.from({ length: count }, () => word(32 * count));
    const data = Buffer.concat([word(32), word(count), ...offsets, word(payload.length), payload]);
    expect(decodeAbiValues(typesOf('bytes[]'), data)).toBeUndefined();
  });

  test('whose nested arrays share their parts does not multiply them', () => {
    const width = 50;
    const level = [word(width), ...Array.from({ length: width }, () => word(32 * width))];
    const data = Buffer.concat([word(32), ...Array.from({ length: 6 }, () => level).flat(), word(0)]);
    expect(decodeAbiValues(typesOf('uint256[][][][][][][]'), data)).toBeUndefined();
    const single = Buffer.concat([word(32), ...level, word(0)]);
    expect(decodeAbiValues(typesOf('uint256[][]'), single)).toEqual([
      Array.from({ length: width }, () => []),
    ]);
  });

  test('with four billion elements of no size ends', () => {
    const data = Buffer.concat([word(32), word(0xffff_ffff)]);
    expect(decodeAbiValues(typesOf('uint256[0][]'), data)).toBeUndefined();
  });
});

describe('types', () => {
  test.each([
    'uint7',
    'uint264',
    'int0',
    'bytes0',
    'bytes33',
    'fixed128x18',
    'Money',
    '',
    'uint256[99999999999]',
  ])('%j is none', (type) => {
    expect(readAbiType({ type })).toBeUndefined();
  });

  test('nested more than sixteen deep are refused', () => {
    expect(readAbiType({ type: `uint8${'[]'.repeat(16)}` })).toBeDefined();
    expect(readAbiType({ type: `uint8${'[]'.repeat(17)}` })).toBeUndefined();
  });

  test('a tuple with a part of no known type is no type', () => {
    expect(
      readAbiType({ type: 'tuple', components: [{ type: 'uint8' }, { type: 'fixed' }] }),
    ).toBeUndefined();
  });

  test('a function is its 24 bytes, and only words fit a topic', () => {
    const fn = readAbiType({ type: 'function' });
    const text = readAbiType({ type: 'string' });
    expect(fn && decodeAbiWord(fn, Buffer.alloc(32, 7))).toBe(`0x${'07'.repeat(24)}`);
    expect(text && decodeAbiWord(text, Buffer.alloc(32))).toBeUndefined();
    expect(text).toBeDefined();
  });
});
