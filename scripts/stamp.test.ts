import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isInstalled } from './installation.mjs';
import { clearStamp, type Product, sourceHash, staleProducts, writeStamp } from './stamp.mjs';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'astrolabe-stamp-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function put(path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

describe('a product of the build', () => {
  const products: Product[] = ['programs', 'pages'];
  beforeEach(() => {
    put('lib/shared.ts', 'a');
    put('bin/api.ts', 'a');
    put('app/page.tsx', 'a');
    for (const product of products) writeStamp(root, product, sourceHash(root, product));
  });

  test('is fresh as long as its sources are the same', () => {
    expect(staleProducts(root)).toEqual([]);
  });

  test.each([
    ['lib/shared.ts', ['programs', 'pages']],
    ['package-lock.json', ['programs', 'pages']],
    ['bin/api.ts', ['programs']],
    ['app/page.tsx', ['pages']],
    ['app/added/page.tsx', ['pages']],
    ['lib/shared.test.ts', []],
    ['README.md', []],
  ])('a change of %s makes stale: %s', (path, stale) => {
    put(path, 'changed');
    expect(staleProducts(root)).toEqual(stale);
  });

  test('is stale after a file was renamed, or when its build was not finished', () => {
    renameSync(join(root, 'app/page.tsx'), join(root, 'app/layout.tsx'));
    expect(staleProducts(root)).toEqual(['pages']);
    clearStamp(root, 'programs');
    expect(staleProducts(root)).toEqual(['programs', 'pages']);
  });
});

describe('the packages', () => {
  const locked = {
    '': { version: '1.0.0' },
    'node_modules/a': { version: '1.0.0' },
    'node_modules/native-elsewhere': { version: '1.0.0', optional: true },
  };
  const install = (packages: object) => put('node_modules/.package-lock.json', JSON.stringify({ packages }));
  beforeEach(() => put('package-lock.json', JSON.stringify({ packages: locked })));

  test('are missing before npm has finished', () => {
    expect(isInstalled(root)).toBe(false);
  });

  test('are there without those of other platforms', () => {
    install({ 'node_modules/a': { version: '1.0.0' } });
    expect(isInstalled(root)).toBe(true);
  });

  test.each([
    ['one is missing', {}],
    ['one is of another version', { 'node_modules/a': { version: '0.9.0' } }],
    [
      'an optional one is of another version',
      { 'node_modules/a': { version: '1.0.0' }, 'node_modules/native-elsewhere': { version: '0.9.0' } },
    ],
  ])('are not what the lock file says when %s', (_, packages) => {
    install(packages);
    expect(isInstalled(root)).toBe(false);
  });
});
