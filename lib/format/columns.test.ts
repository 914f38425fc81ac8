import { expect, test } from 'vitest';
import { chooseColumns, readColumns, toColumnId } from './columns';

const HEADS = ['Transaction', 'From and to', 'Amount or token ID', 'Value'];

test('a column is named by its heading', () => {
  expect(HEADS.map(toColumnId)).toEqual(['transaction', 'from-and-to', 'amount-or-token-id', 'value']);
});

test('columns are read from a link and from a form', () => {
  expect(readColumns('transaction,value')).toBe('transaction,value');
  expect(readColumns(['transaction', 'value', 'value'])).toBe('transaction,value');
  expect(readColumns(undefined)).toBeUndefined();
});

test.each(['', ',', 'a,,b', 'A', '<b>', 'a b', 'a&b=c', 'x'.repeat(201)])(
  '%j is no list of columns',
  (text) => {
    expect(readColumns(text)).toBeUndefined();
    expect(readColumns([text])).toBeUndefined();
  },
);

test('the first column is always shown, unknown ones count for nothing', () => {
  const choose = (asked: string | undefined) => [...chooseColumns(HEADS, asked)];
  expect(choose(undefined)).toEqual(HEADS.map(toColumnId));
  expect(choose('value')).toEqual(['transaction', 'value']);
  expect(choose('transaction')).toEqual(['transaction']);
  expect(choose('value,nothing,from-and-to')).toEqual(['transaction', 'from-and-to', 'value']);
  expect(choose('nothing')).toEqual(HEADS.map(toColumnId));
});
