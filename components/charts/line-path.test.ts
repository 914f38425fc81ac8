import { expect, test } from 'vitest';
import { linePaths } from './line-path';
import { makeScale } from './scale';

const scale = makeScale([0, 100], false);
const box = { width: 100, height: 10 };
const known = (value: number | null) => ({ value, isApproximate: false });
const open = (value: number | null) => ({ value, isApproximate: true });

test('a line goes through its points at equal distances', () => {
  expect(linePaths([0, 100, 50].map(known), scale, box)).toEqual({
    solid: 'M0,10L50,0L100,5',
    dashed: '',
    area: 'M0,10L50,0L100,5L100,10L50,10L0,10Z',
    isDot: false,
  });
});

test('what is missing is a gap, and a point between gaps a dot', () => {
  const { solid, area } = linePaths([0, 0, null, 50, null, 100, 100].map(known), scale, {
    width: 60,
    height: 10,
  });
  expect(solid).toBe('M0,10L10,10M30,5ZM50,0L60,0');
  expect(area).toBe('M0,10L10,10L10,10L0,10ZM30,5L30,10ZM50,0L60,0L60,10L50,10Z');
});

test('the way to a point that may still change is dashed', () => {
  expect(linePaths([known(0), known(100), open(50)], scale, box)).toMatchObject({
    solid: 'M0,10L50,0',
    dashed: 'M50,0L100,5',
  });
  expect(linePaths([known(0), known(null), open(50)], scale, box)).toMatchObject({
    solid: 'M0,10Z',
    dashed: 'M100,5Z',
  });
  expect(linePaths([known(0), known(100), open(null)], scale, box)).toMatchObject({
    solid: 'M0,10L50,0',
    dashed: '',
  });
});

test('one point stands in the middle, none draw nothing', () => {
  const middle = { solid: '', dashed: 'M50,0Z', area: 'M50,0L50,10Z', isDot: true };
  expect(linePaths([open(100)], scale, box)).toEqual(middle);
  expect(linePaths([], scale, box)).toEqual({ solid: '', dashed: '', area: '', isDot: false });
});
