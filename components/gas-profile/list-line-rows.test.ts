import { expect, test } from 'vitest';
import { listLineRows } from './list-line-rows';

const sums = { lines_count: 0, lines_gas: '60', generated_gas: '25', unknown_gas: '15' };
const lines = { lines: [], functions: [], frames: [], excerpts: [], ...sums };

test.each([
  ['all are known', { gas_used: '130', refund: '10' }, '20'],
  ['the refund is unknown', { gas_used: '70', refund: null }, null],
])('the rows add up to the gas used where %s', (_, known, rest) => {
  const account = { intrinsic_gas: '20', floor_surcharge: null, ...known };
  const rows = listLineRows(account, { ...lines, rest_gas: rest });
  expect(rows.reduce((sum, { gas }) => sum + Number(gas), 0)).toBe(Number(known.gas_used));
});
