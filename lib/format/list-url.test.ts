import { expect, test } from 'vitest';
import { CALL_FIELDS, VALUE_FIELD } from './list-field';
import { readListUrl } from './list-url';

const OPTIONS = { filters: ['order'], fields: { ...CALL_FIELDS, ...VALUE_FIELD }, hasPrevious: true };

test('a field of the form that is a parameter of the API too leaves the first page the first', () => {
  const url = { method: 'transfer', value: '1', order: 'asc' };
  expect(readListUrl({ method: 'transfer', order: 'asc' }, url, OPTIONS)).toEqual({
    query: { order: 'asc', method: 'transfer', min_value: '1000000000000000000' },
    params: url,
    cursor: {},
    rejected: [],
    isBack: false,
    isFirst: true,
  });
});

test('a cursor is of a later page, which keeps the filters', () => {
  const url = { method: 'transfer', block_number: '5' };
  expect(readListUrl(url, url, OPTIONS)).toMatchObject({
    query: url,
    params: { method: 'transfer' },
    cursor: { block_number: '5' },
    isFirst: false,
  });
});

test('the columns of a list are in its links, and not in the query of the API', () => {
  const read = readListUrl({}, { columns: ['transaction', 'value'] }, OPTIONS);
  expect(read).toMatchObject({ query: {}, params: { columns: 'transaction,value' }, isFirst: true });
});

test('going back reads in the opposite order', () => {
  const back = (order: 'asc' | 'desc') => readListUrl({ order }, { order, back: '1' }, OPTIONS);
  expect(back('asc')).toMatchObject({ query: { order: 'desc' }, isBack: true, isFirst: false });
  expect(back('desc')).toMatchObject({ query: { order: 'asc' }, cursor: { back: '1' }, isBack: true });
});
