import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { formatCompatibility } from '@/lib/endpoints/compatibility';
import { isOffered, NOT_OFFERED, REASONS, reasonOf, UPSTREAM_GROUPS } from '@/lib/endpoints/upstream';
import { ROOT } from '../support/source-tree';

const paths = UPSTREAM_GROUPS.flatMap((group) => group.paths.map((path) => group.prefix + path));

test('docs/compatibility.md says what is here (node scripts/compatibility.mjs)', () => {
  expect(readFileSync(`${ROOT}/docs/compatibility.md`, 'utf8')).toBe(formatCompatibility());
});

test('every operation of Blockscout is listed once, and one that is not here has a reason', () => {
  expect(new Set(paths).size).toBe(paths.length);
  expect(paths.filter(isOffered).length).toBeGreaterThan(65);
  expect(paths.filter((path) => !isOffered(path) && reasonOf(path) === undefined)).toEqual([]);
});

test('every reason is that of an operation that is not here', () => {
  const unused = Object.keys(REASONS).filter(
    (start) => !NOT_OFFERED.some((path) => reasonOf(path) === REASONS[start] && path.startsWith(start)),
  );
  expect(unused).toEqual([]);
});
