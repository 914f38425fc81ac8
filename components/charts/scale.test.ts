import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeScale, placeInScale, valueDomain } from './scale';

test('a drawing begins at 0, unless that would hide how its values differ', () => {
  expect(valueDomain([3, 10])).toEqual({ min: 0, max: 10, isFromZero: true });
  expect(valueDomain([90, 100])).toEqual({ min: 90, max: 100, isFromZero: false });
  expect(valueDomain([7, 7])).toEqual({ min: 0, max: 7, isFromZero: true });
  expect(valueDomain([0, 0])).toEqual({ min: 0, max: 1, isFromZero: true });
  expect(valueDomain([])).toEqual({ min: 0, max: 1, isFromZero: true });
  expect(valueDomain([-4, -2])).toEqual({ min: -4, max: 0, isFromZero: false });
});

test('lines are round numbers', () => {
  expect(makeScale([3, 97], false).ticks).toEqual([0, 25, 50, 75, 100]);
  expect(makeScale([0.0001, 0.0007], false).ticks).toEqual([0, 0.0002, 0.0004, 0.0006, 0.0008]);
  expect(makeScale([940, 1000], false).ticks).toEqual([940, 960, 980, 1000]);
  expect(makeScale([0, 5, 40_000], true).ticks).toEqual([1, 10, 100, 1000, 10_000, 100_000]);
  expect(makeScale([10], true)).toMatchObject({ min: 10, max: 100, ticks: [10, 100] });
  expect(makeScale([0, 0], true)).toMatchObject({ min: 1, max: 10 });
});

test('0 has no place on a logarithmic scale', () => {
  const scale = makeScale([1, 100], true);
  expect([0, -1, 1, 10, 100].map((value) => placeInScale(scale, value))).toEqual([
    undefined,
    undefined,
    0,
    0.5,
    1,
  ]);
});

test('every value has its place between bottom and top, with few lines across', () => {
  const value = fc.oneof(fc.double({ min: 1e-18, max: 1e30, noNaN: true }), fc.constant(0));
  fc.assert(
    fc.property(fc.array(value, { minLength: 1 }), fc.boolean(), (values, isLog) => {
      const scale = makeScale(values, isLog);
      expect(scale.ticks.length).toBeGreaterThanOrEqual(2);
      expect(scale.ticks.length).toBeLessThanOrEqual(8);
      for (const each of values) {
        const place = placeInScale(scale, each);
        if (isLog && each === 0) expect(place).toBeUndefined();
        else expect(place !== undefined && place >= -1e-6 && place <= 1 + 1e-6).toBe(true);
      }
    }),
  );
});
