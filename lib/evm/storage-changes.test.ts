import { expect, test } from 'vitest';
import { bufferToHex } from './hex';
import { readStorageChanges } from './storage-changes';
import { readStorageWrites } from './storage-writes';

const ADDRESS = `0x${'ab'.repeat(20)}`;
const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`;

test('slots are compared; one that is zero before or after is left out of that side', () => {
  const answer = {
    pre: { [ADDRESS]: { storage: { [word(1)]: word(5), [word(2)]: word(6) } } },
    post: { [ADDRESS]: { storage: { [word(2)]: '0x07', [word(3)]: word(8) } } },
  };
  const [change] = readStorageChanges(answer) ?? [];
  expect(
    change?.slots.map(({ slot, before, after }) => [slot, before, after].map((bytes) => bytes.at(-1))),
  ).toEqual([
    [1, 5, 0],
    [2, 6, 7],
    [3, 0, 8],
  ]);
});

test.each([null, [], {}, { pre: {}, post: 3 }, 'text'])('%j is no state difference', (answer) => {
  expect(readStorageChanges(answer)).toBeUndefined();
});

test('what is no address, no slot or no word is left out', () => {
  const answer = {
    pre: {},
    post: {
      nonsense: { storage: { [word(1)]: word(2) } },
      [ADDRESS]: { storage: { '0xzz': word(1), [word(1)]: 7 } },
    },
  };
  expect(readStorageChanges(answer)).toEqual([]);
});

test('traced writes are read, padded to words, and their number bounded', () => {
  const traced = {
    writes: [
      [ADDRESS, '1', 'ff', 2_900],
      [1, 2, 3],
    ],
    count: 2,
    gas: 2_900,
    refund: 4_800,
  };
  const read = readStorageWrites(traced);
  expect(read).toMatchObject({ count: 2, gas: 2_900n, refundCounter: 4_800n });
  expect(read?.writes.map(({ slot, value, gas }) => [bufferToHex(slot), bufferToHex(value), gas])).toEqual([
    [word(1), word(255), 2_900n],
  ]);
  expect(readStorageWrites({ ...traced, writes: Array(500).fill(traced.writes[0]) })?.writes).toHaveLength(
    100,
  );
  for (const bad of [null, {}, { ...traced, count: -1 }, { ...traced, writes: 7 }])
    expect(readStorageWrites(bad)).toBeUndefined();
});
