import { expect, test } from 'vitest';
import { countIndexed } from './indexed-share';

test('the share of a chain that is indexed counts its first block and its last', () => {
  const of = (first_block: number | null, indexed_block: number | null, head_block: number | null) => {
    const { done, all } = countIndexed({ first_block, indexed_block, head_block });
    return `${done}/${all}`;
  };
  expect(of(0, 1, 6)).toBe('2/7');
  expect(of(100, 100, 109)).toBe('1/10');
  expect(of(null, null, 6)).toBe('0/7');
  expect(of(100, null, null)).toBe('0/1');
  expect(of(0, 9, 8)).toBe('10/10');
});
