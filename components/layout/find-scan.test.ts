import { expect, test } from 'vitest';
import { findScan } from './find-scan';

const FIRST = { params: {}, query: {}, isFirst: true, isFiltered: true, next: '/n', previous: undefined };
const LATER = { ...FIRST, isFirst: false };
const BACK = { ...LATER, next: undefined, previous: '/p' };
const OLDEST = { params: { order: 'asc' } };

test.each([
  [FIRST, { title: 'None among the newest 100,000', link: 'Search older ones', href: '/n' }],
  [
    { ...FIRST, ...OLDEST },
    { title: 'None among the oldest 100,000', link: 'Search newer ones', href: '/n' },
  ],
  [LATER, { title: 'None in this part of the list', link: 'Search older ones', href: '/n' }],
  [
    { ...LATER, ...OLDEST },
    { title: 'None in this part of the list', link: 'Search newer ones', href: '/n' },
  ],
  [BACK, { title: 'None in this part of the list', link: 'Search newer ones', href: '/p' }],
  [
    { ...BACK, ...OLDEST },
    { title: 'None in this part of the list', link: 'Search older ones', href: '/p' },
  ],
])('an empty page goes on in its direction: %j', (list, expected) => {
  expect(findScan(list)).toEqual({ ...expected, count: '100,000' });
});

test('fewer are searched for FHE operations', () => {
  const list = { ...FIRST, params: { fhe_operations_count: '9' } };
  expect(findScan(list)).toMatchObject({ title: 'None among the newest 10,000', count: '10,000' });
});

test('nothing goes on without a filter, or when everything was searched', () => {
  expect(findScan({ ...FIRST, next: undefined })).toBeUndefined();
  expect(findScan({ ...FIRST, isFiltered: false })).toBeUndefined();
  expect(findScan({ ...FIRST, isFiltered: false, query: { min_value: '1' } })).toBeDefined();
});
