import fc from 'fast-check';
import { toRlp } from 'viem';
import { expect, test } from 'vitest';
import { encodeItems, encodeList, joinList, type RlpItem } from './encode-rlp';

type Viems = Uint8Array | readonly Viems[];

/** As viem takes it, which has no integers. */
function toViems(item: RlpItem): Viems {
  if (item instanceof Uint8Array) return item;
  if (typeof item === 'object') return item.map(toViems);
  const digits = item.toString(16);
  return item <= 0 ? new Uint8Array() : Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex');
}

const expected = (items: readonly RlpItem[]) =>
  Buffer.from(toRlp(items.map(toViems), 'bytes')).toString('hex');
const encode = (items: readonly RlpItem[], type = 0) => encodeList(items, type).toString('hex');
const bytes = (length: number, first = 0xab) => Buffer.alloc(length, first);

const { items } = fc.letrec<{ item: RlpItem; items: RlpItem[] }>((tie) => ({
  item: fc.oneof(
    { depthSize: 'small' },
    fc.uint8Array({ maxLength: 70 }),
    fc.bigInt({ min: 0n, max: 2n ** 256n }),
    fc.maxSafeNat(),
    tie('items'),
  ),
  items: fc.array(tie('item'), { maxLength: 6 }),
}));

test('any list is encoded as viem does', () => {
  fc.assert(
    fc.property(items, (list) => {
      const joined = joinList([encodeItems(list.slice(0, 2)), encodeItems(list.slice(2))]);
      expect(encode(list)).toBe(expected(list));
      expect(joined.toString('hex')).toBe(expected(list));
      expect(encode(list, 2)).toBe(`02${expected(list)}`);
    }),
  );
});

test.each([0, 1, 54, 55, 56, 255, 256, 65_535, 65_536, 70_000])('%i bytes, alone and in lists', (length) => {
  for (const first of [0, 0x7f, 0x80, 0xff]) {
    const list = [bytes(length, first), [bytes(length, first)]];
    expect(encode(list)).toBe(expected(list));
  }
});

test('integers around every limit', () => {
  const limits = [7n, 8n, 16n, 32n, 53n, 64n, 255n, 256n].map((bits) => 2n ** bits);
  const list = [0n, ...limits.flatMap((limit) => [limit - 1n, limit, limit + 1n])];
  expect(encode(list)).toBe(expected(list));
  const doubles = [0, 1, 127, 128, 255, 256, 2 ** 31, 2 ** 32, Number.MAX_SAFE_INTEGER];
  expect(encode(doubles)).toBe(expected(doubles));
});
