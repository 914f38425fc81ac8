import { expect, test } from 'vitest';
import { createJoiner } from './join-parts';

test('parts become what spreading makes of them, keys in the same order', () => {
  const join = createJoiner();
  const make = (value: number) =>
    [{ a: value, b: null }, { c: [value], a: value + 1 }, { d: 'text' }] as const;
  for (const value of [1, 2]) {
    const [first, second, third] = make(value);
    const spread = { ...first, ...second, ...third };
    expect(join(...make(value))).toEqual(spread);
    expect(JSON.stringify(join(...make(value)))).toBe(JSON.stringify(spread));
  }
});

test('joined objects share nothing, and what a call lacks is not written', () => {
  const join = createJoiner();
  const first = join({ a: 1 }, { b: 2 });
  const second = join({ a: 3 }, { b: 4 });
  expect([first, second]).toEqual([
    { a: 1, b: 2 },
    { a: 3, b: 4 },
  ]);
  expect(JSON.stringify(join({ a: 5 }))).toBe('{"a":5}');
});
