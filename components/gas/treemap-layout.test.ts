import { expect, test } from 'vitest';
import type { BlockGas } from '@/lib/endpoints/gas';
import { mentionOf } from '@/test/support/mention';
import { type Cell, groupByRecipient, layOutRecipients } from './treemap-layout';

type Item = BlockGas['items'][number];

function itemOf(position: number, to: string | null, gas: number): Item {
  return {
    hash: `0x${position}`,
    position,
    from: '0x0',
    to: to === null ? null : mentionOf(to),
    method: null,
    status: 'ok',
    gas_used: String(gas),
    fhe_operations_count: 0,
  };
}

const areaOf = ({ width, height }: Cell) => width * height;

test('recipients in the order of the gas used by their transactions', () => {
  const groups = groupByRecipient([
    itemOf(0, 'a', 50),
    itemOf(1, 'b', 40),
    itemOf(2, 'b', 30),
    itemOf(3, null, 1),
  ]);
  expect(groups.map(({ to, gasUsed, items }) => [to?.hash, gasUsed, items.length])).toEqual([
    ['b', 70n, 2],
    ['a', 50n, 1],
    [undefined, 1n, 1],
  ]);
});

test('areas are in proportion to gas, within the group and the whole', () => {
  const cells = layOutRecipients(
    groupByRecipient([itemOf(0, 'a', 600), itemOf(1, 'b', 250), itemOf(2, 'b', 100), itemOf(3, 'c', 50)]),
  );
  expect(cells.map((cell) => areaOf(cell).toFixed(3))).toEqual(['0.600', '0.350', '0.050']);
  expect(cells[1]?.items.map((cell) => areaOf(cell).toFixed(3))).toEqual(['0.250', '0.100']);
});

test('specks are merged, and counted', () => {
  const small = Array.from({ length: 100 }, (_, index) => itemOf(index + 2, `0x${index}`, 1));
  const twins = Array.from({ length: 3 }, (_, index) => itemOf(index + 200, 'a', 2));
  const cells = layOutRecipients(groupByRecipient([itemOf(0, 'a', 100_000), ...twins, ...small]));
  expect(cells.map(({ recipient }) => recipient?.to?.hash)).toEqual(['a', undefined]);
  expect(cells.map(({ items }) => items.map(({ count }) => count))).toEqual([[1, 3], [100]]);
  expect(cells.reduce((sum, cell) => sum + areaOf(cell), 0)).toBeCloseTo(1, 9);
});

test('nothing for a block that used no gas', () => {
  expect(layOutRecipients(groupByRecipient([itemOf(0, 'a', 0)]))).toEqual([]);
});

test('a page draws the transactions that used most, and counts the others', () => {
  const equal = Array.from({ length: 300 }, (_, index) => itemOf(index, `0x${index}`, index < 200 ? 10 : 11));
  const cells = layOutRecipients(groupByRecipient(equal)).flatMap(({ items }) => items);
  expect(cells.filter(({ item }) => item !== undefined)).toHaveLength(60);
  expect(cells.filter(({ item }) => item?.gas_used === '11')).toHaveLength(60);
  expect(cells.reduce((sum, { count }) => sum + count, 0)).toBe(300);
  const one = layOutRecipients(groupByRecipient(equal.map((item) => ({ ...item, to: mentionOf('a') }))));
  expect(one.map(({ items }) => [items.length, items.at(-1)?.count])).toEqual([[61, 240]]);
});
