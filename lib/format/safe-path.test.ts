import { expect, test, vi } from 'vitest';
import { toSafePaths } from './safe-path';

test.each([
  ['contracts/token/ERC20.sol', 'contracts/token/ERC20.sol'],
  ['@openzeppelin/contracts/a b.sol', '@openzeppelin/contracts/a b.sol'],
  ['../../etc/passwd', '__/__/etc/passwd'],
  ['..\\..\\evil.sol', '__/__/evil.sol'],
  ['/etc/passwd', 'etc/passwd'],
  ['C:\\Windows\\a.sol', 'C_/Windows/a.sol'],
  ['./a//b/./c.sol', 'a/b/c.sol'],
  ['https://github.com/a/b.sol', 'https_/github.com/a/b.sol'],
  ['a\u0000b\u202ec.sol', 'a_b_c.sol'],
  ['nul.sol', '_nul.sol'],
  ['a. . /b', 'a____/b'],
  ['', 'source'],
  ['///', 'source'],
])('%j is unpacked as %j', (path, safe) => {
  expect(toSafePaths([path])).toEqual([safe]);
});

test('no two files have the same path, whatever their case', () => {
  expect(toSafePaths(['a/B.sol', 'a/b.sol', '/a/b.sol', 'x', 'X'])).toEqual([
    'a/B.sol',
    'a/b-2.sol',
    'a/b-3.sol',
    'x',
    'X-2',
  ]);
});

test('a path is short enough for any file system', () => {
  const [safe = ''] = toSafePaths([`${'d/'.repeat(500)}${'x'.repeat(500)}.sol`]);
  expect(safe.length).toBeLessThanOrEqual(140);
  expect(safe).toMatch(/x\.sol$/);
});

test('a path of spaces is no more work than another', () => {
  const paths = Array.from({ length: 2_000 }, (_, at) => `${' '.repeat(20_000)}x${at}`);
  expect(toSafePaths(paths).at(-1)).toBe(`${' '.repeat(95)}x1999`);
});

test('many paths that become the same one are told apart in one pass', () => {
  const has = vi.spyOn(Set.prototype, 'has');
  const paths = Array.from({ length: 961 }, (_, at) => String.fromCharCode(97, 1 + (at % 31), 1 + at / 31));
  expect(new Set(toSafePaths(paths)).size).toBe(961);
  expect(has.mock.calls.length).toBeLessThan(3 * 961);
  has.mockRestore();
});
