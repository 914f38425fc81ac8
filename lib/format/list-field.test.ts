import { describe, expect, test } from 'vitest';
import { CALL_FIELDS, readCoins, readDayOrHeight, readFields, SPAN_FIELDS, VALUE_FIELD } from './list-field';

test.each([
  ['2023-07-13', { day: '2023-07-13' }],
  ['17686110', { height: '17686110' }],
  ['#17,686,110', { height: '17686110' }],
  ['17.686.110', { height: '17686110' }],
  ['17\u202f686\u202f110', { height: '17686110' }],
  ['17,686.110', undefined],
  ['1,5', undefined],
  ['007', { height: '7' }],
  ['0', { height: '0' }],
  ['2023-02-30', undefined],
  ['2023-07', undefined],
  ['yesterday', undefined],
  ['-5', undefined],
])('%s as a day or a block', (text, expected) => {
  expect(readDayOrHeight(text)).toEqual(expected);
});

test.each([
  ['1.5', '1500000000000000000'],
  ['0', '0'],
  ['0.000000000000000001', '1'],
  ['1,000', '1000000000000000000000'],
  ['1,234,567.5', '1234567500000000000000000'],
  ['1.500', '1500000000000000000'],
  ['1,5', undefined],
  ['1.500.000', undefined],
  ['1.0000000000000000001', undefined],
  ['1e18', undefined],
  ['-1', undefined],
  ['', undefined],
])('%s coins in wei', (text, expected) => {
  expect(readCoins(text)).toBe(expected);
});

describe('the fields of a form', () => {
  const fields = { ...SPAN_FIELDS, ...VALUE_FIELD, ...CALL_FIELDS };

  test('become parameters of the API, and keep their text for links', () => {
    const given = { from: ' 2023-07-13 ', to: '5', value: '0.5', method: 'transfer', other: 'x' };
    expect(readFields(fields, given)).toEqual({
      parameters: {
        from_period: '2023-07-13',
        to_block: '5',
        min_value: '500000000000000000',
        method: 'transfer',
      },
      texts: { from: '2023-07-13', to: '5', value: '0.5', method: 'transfer' },
      rejected: [],
    });
  });

  test('that are not valid are named and not applied; empty and repeated ones are absent', () => {
    const read = readFields(fields, { from: 'soon', counterparty: '0x12', value: '', method: ['a', 'b'] });
    expect(read.parameters).toEqual({});
    expect(read.texts).toEqual({});
    expect(read.rejected.map(({ name, text }) => [name, text])).toEqual([
      ['from', 'soon'],
      ['counterparty', '0x12'],
    ]);
  });
});
