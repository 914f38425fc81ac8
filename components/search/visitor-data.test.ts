import { expect, test, vi } from 'vitest';
import { isSuggestion } from './suggestion';
import {
  checkLabels,
  checkWatched,
  forgetGone,
  mergeLabels,
  readWatched,
  storeWatched,
} from './visitor-data';

const ADDRESS = `0x${'aB'.repeat(20)}`;

test('only addresses with a text are labels; long texts are cut', () => {
  const given = {
    [ADDRESS]: ` ${'x'.repeat(70)} `,
    '0x12': 'short',
    [`0x${'00'.repeat(20)}`]: 7,
    [`0x${'11'.repeat(20)}`]: ' ',
  };
  expect(checkLabels(given)).toEqual({ [ADDRESS.toLowerCase()]: 'x'.repeat(60) });
  for (const other of [null, 'text', 7, []]) expect(checkLabels(other)).toEqual({});
});

test('labels are added up to 5,000, and what is left out is counted', () => {
  const many = (start: number, count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, at) => [`0x${String(start + at).padStart(40, '0')}`, `label ${at}`]),
    );
  const merged = mergeLabels(many(0, 4_000), checkLabels(many(3_000, 3_000)));
  expect(Object.keys(merged.labels)).toHaveLength(5_000);
  expect(merged.leftOut).toBe(1_000);
  expect(merged.labels[`0x${'3000'.padStart(40, '0')}`]).toBe('label 0');
  expect(mergeLabels({}, many(0, 2))).toEqual({ labels: many(0, 2), leftOut: 0 });
});

test('a suggestion stays on this site', () => {
  const of = (href: unknown) => isSuggestion({ kind: 'Page', text: 'x', note: '', href });
  expect(of('/1/blocks')).toBe(true);
  for (const href of ['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', 7])
    expect(of(href), String(href)).toBe(false);
  expect(isSuggestion({ kind: 'Page' })).toBe(false);
});

test('watched are valid addresses of chains, 50 of each', () => {
  const key = (chain: number, at: number) => `${chain}/0x${String(at).padStart(40, '0')}`;
  const many = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [key(1, at), at]));
  const valid = checkWatched({ ...many, [key(5, 1)]: 0 });
  expect(Object.keys(valid)).toHaveLength(51);
  expect(valid[key(5, 1)]).toBe(0);
  const others = { '1/0x12': 1, [key(7, 1)]: -1, [key(8, 1)]: '5', [`1/${ADDRESS}`]: 1, [key(9, 1)]: 1e15 };
  for (const other of [null, 'text', 7, [], others]) expect(checkWatched(other)).toEqual({});
});

test('what was watched of a chain that began again is forgotten, and what was seen of blocks that it went back from', () => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
  });
  const [dev, other] = [`31337/${ADDRESS.toLowerCase()}`, `1/${ADDRESS.toLowerCase()}`];
  storeWatched({ [dev]: 90, [other]: 90 });
  forgetGone('31337', '', undefined);
  expect(readWatched()).toEqual({ [dev]: 90, [other]: 90 });
  forgetGone('31337', '2030-01-01', 40);
  expect(readWatched()).toEqual({ [dev]: 40, [other]: 90 });
  forgetGone('31337', '2030-01-02', undefined);
  expect(readWatched()).toEqual({ [other]: 90 });
  storeWatched({ [dev]: 1 });
  forgetGone('31337', '2030-01-02', undefined);
  expect(readWatched()).toEqual({ [dev]: 1 });
  vi.unstubAllGlobals();
});
