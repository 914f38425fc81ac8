import { expect, test } from 'vitest';
import { buildTree, searchSources } from './source-tree';

test('folders that hold only one folder are one with it', () => {
  expect(buildTree(['src/a/One.sol', 'src/a/Two.sol', 'lib/x/y/Three.sol'])).toEqual({
    name: '',
    folders: [
      { name: 'src/a', folders: [], files: ['src/a/One.sol', 'src/a/Two.sol'] },
      { name: 'lib/x/y', folders: [], files: ['lib/x/y/Three.sol'] },
    ],
    files: [],
  });
});

test('a folder of all files is their root; files stand beside folders', () => {
  expect(buildTree(['src/One.sol', 'src/deep/Two.sol'])).toEqual({
    name: 'src',
    folders: [{ name: 'deep', folders: [], files: ['src/deep/Two.sol'] }],
    files: ['src/One.sol'],
  });
  expect(buildTree([])).toEqual({ name: '', folders: [], files: [] });
});

test('odd paths stay whole: empty parts, dots, and more folders than anyone has', () => {
  const odd = ['/', '../x', 'a//b', 'f/'.repeat(5_000), '__proto__/x'];
  const list = (folder: ReturnType<typeof buildTree>): string[] => [
    ...folder.files,
    ...folder.folders.flatMap(list),
  ];
  expect(list(buildTree(odd)).sort()).toEqual([...odd].sort());
});

test('a search finds lines in any case, up to a limit', () => {
  const files = [
    { path: 'a', text: 'one\r\n\tTWO two\nthree' },
    { path: 'b', text: `${'x'.repeat(500)}two` },
  ];
  expect(searchSources(files, 'two', 9)).toEqual({
    found: [
      { path: 'a', line: 2, text: 'TWO two' },
      { path: 'b', line: 1, text: `…${'x'.repeat(80)}two` },
    ],
    isWhole: true,
  });
  expect(searchSources(files, 'Two', 1)).toMatchObject({ found: [{ path: 'a' }], isWhole: false });
  expect(searchSources(files, 'four', 9)).toEqual({ found: [], isWhole: true });
});
