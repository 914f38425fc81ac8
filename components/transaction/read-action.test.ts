import { expect, test } from 'vitest';
import { readAction } from './read-action';

test('amounts are joined with their tokens, whatever is left keeps its name', () => {
  const token = `0x${'1'.repeat(40)}`;
  const data = {
    amount0: '5.5',
    symbol0: 'USDC',
    address0: token,
    amount1: '1',
    symbol1: 'Ether',
    address1: '',
  };
  expect(readAction(data)).toEqual({
    amounts: [
      { amount: '5.5', symbol: 'USDC', address: token },
      { amount: '1', symbol: 'Ether', address: undefined },
    ],
    others: [],
  });
  expect(
    readAction({ collateral_amount: '2', collateral_symbol: 'WETH', user: 'x', block_number: 7 }),
  ).toEqual({
    amounts: [{ amount: '2', symbol: 'WETH', address: undefined }],
    others: [['user', 'x']],
  });
  expect(readAction({ amount: '2', ids: ['1'] })).toEqual({
    amounts: [],
    others: [
      ['amount', '2'],
      ['ids', ['1']],
    ],
  });
});
