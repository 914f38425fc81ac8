import { expect, test } from 'vitest';
import { mergeOverrides, readStateAfter, sizeOfOverrides } from './state-overrides';

const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`;
const address = (value: number) => `0x${value.toString(16).padStart(40, '0')}`;

test('the state after a diff: what is left out stays, a slot that is left out is zero, an account that is gone is empty', () => {
  const state = readStateAfter({
    pre: {
      [address(1)]: { balance: '0x5', nonce: 1, storage: { [word(1)]: word(9), [word(2)]: word(8) } },
      [address(2)]: { balance: '0x7', code: '0x00', storage: { [word(4)]: word(1) } },
    },
    post: {
      [address(1)]: { nonce: 2, storage: { [word(2)]: word(7) } },
      [address(3)]: { code: '0x6001', nonce: '0x1' },
    },
  });
  expect(state).toEqual(
    new Map([
      [
        address(1),
        {
          balance: undefined,
          nonce: 2n,
          code: undefined,
          slots: new Map([
            [word(1), word(0)],
            [word(2), word(7)],
          ]),
        },
      ],
      [address(2), { balance: 0n, nonce: 0n, code: Buffer.alloc(0), slots: new Map([[word(4), word(0)]]) }],
      [address(3), { balance: undefined, nonce: 1n, code: Buffer.from([0x60, 1]), slots: new Map() }],
    ]),
  );
  expect(sizeOfOverrides(state ?? new Map())).toBe(6);
});

test.each([undefined, null, 5, {}, { pre: {}, post: 1 }])('%j is no diff', (answer) => {
  expect(readStateAfter(answer)).toBeUndefined();
});

test('odd values are left out', () => {
  const odd = { [address(1)]: { balance: 'x', nonce: -1, code: 5, storage: 7 } };
  expect([...(readStateAfter({ pre: odd, post: odd })?.values() ?? [])]).toEqual([
    { balance: undefined, nonce: undefined, code: undefined, slots: new Map() },
  ]);
});

test('later overrides win, field by field and slot by slot', () => {
  const one = new Map([
    [
      'a',
      {
        balance: 1n,
        nonce: 1n,
        slots: new Map([
          ['x', '1'],
          ['y', '1'],
        ]),
      },
    ],
  ]);
  const other = new Map([
    ['a', { nonce: 2n, slots: new Map([['y', '2']]) }],
    ['b', { slots: new Map() }],
  ]);
  expect(mergeOverrides(one, other).get('a')).toEqual({
    ...{ balance: 1n, nonce: 2n, code: undefined },
    slots: new Map([
      ['x', '1'],
      ['y', '2'],
    ]),
  });
  expect(mergeOverrides(one, other).size).toBe(2);
});
