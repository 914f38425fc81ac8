import { expect, test } from 'vitest';
import { readAction } from './read-action';

const token = `0x${'1'.repeat(40)}`;
const other = `0x${'2'.repeat(40)}`;

test('amounts are joined with their tokens, whatever is left keeps its name', () => {
  const data = {
    amount0: '1205.5',
    symbol0: 'USDC',
    address0: token,
    amount1: '1',
    symbol1: 'Ether',
    address1: '',
  };
  expect(readAction(data)).toMatchObject({
    items: [
      { amount: { text: '1,205.5' }, token: { address_hash: token, name: null, symbol: 'USDC' } },
      { amount: { text: '1' }, token: undefined, symbol: 'Ether' },
    ],
    ids: [],
    others: [],
  });
  expect(
    readAction({ collateral_amount: '2', collateral_symbol: 'WETH', user: 'x', block_number: 7 }),
  ).toMatchObject({ items: [{ amount: { text: '2' }, symbol: 'WETH' }], others: [['user', 'x']] });
  expect(readAction({ amount: '2', ids: ['1'] })).toEqual({
    items: [],
    ids: [],
    others: [
      ['amount', '2'],
      ['ids', ['1']],
    ],
  });
});

test('a token that tells neither symbol nor decimals is still a token', () => {
  const data = {
    amount0: null,
    symbol0: null,
    address0: token,
    amount1: '1',
    symbol1: 'WETH',
    address1: other,
  };
  expect(readAction(data)).toMatchObject({
    items: [
      { amount: undefined, isAmount: true, token: { address_hash: token, symbol: null } },
      { amount: { text: '1' }, token: { address_hash: other, symbol: 'WETH' } },
    ],
    others: [],
  });
});

test('a token without an amount, and the NFTs of one', () => {
  expect(readAction({ symbol: 'DAI', address: token, block_number: 7 })).toMatchObject({
    items: [{ amount: undefined, isAmount: false, token: { symbol: 'DAI' } }],
    others: [],
  });
  const minted = { name: null, symbol: null, address: token, to: other, ids: ['536835'], block_number: 7 };
  expect(readAction(minted)).toMatchObject({
    items: [{ isAmount: false, token: { address_hash: token, name: null, symbol: null } }],
    ids: ['536835'],
    others: [['to', other]],
  });
});
