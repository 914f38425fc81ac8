import { expect, test } from 'vitest';
import { COIN_UNIT, findUnits, listNamedTokens } from './amount-unit';

const [WETH, MID, DAI, ROUTER] = ['c0', 'c1', 'da', 'ee'].map((byte) => `0x${byte.repeat(20)}`);
const amount = (name: string) => ({ name, type: 'uint256', value: '5' });
const token = (name: string, value = DAI) => ({ name, type: 'address', value });
const unitsOf = (method: string, ...fields: Parameters<typeof findUnits>[0]) =>
  Object.fromEntries(findUnits(fields, method));

test('the amounts of a swap are of the ends of its path', () => {
  const path = { name: 'path', type: 'address[]', value: [WETH, MID, DAI] };
  expect(unitsOf('V2_SWAP_EXACT_IN', amount('amountIn'), amount('amountOutMin'), path)).toEqual({
    amountIn: WETH,
    amountOutMin: DAI,
  });
  expect(unitsOf('swapTokensForExactETH', amount('amountOut'), amount('amountInMax'), path)).toEqual({
    amountOut: DAI,
    amountInMax: WETH,
  });
  expect(unitsOf('swap', amount('amountIn'), { ...path, value: [WETH] })).toEqual({});
});

test('a packed path begins at what is got where that is exact', () => {
  const hop = (address = '') => address.slice(2);
  const path = { name: 'path', type: 'bytes', value: `${WETH}0001f4${hop(MID)}000bb8${hop(DAI)}` };
  expect(unitsOf('exactInput', path, amount('amountIn'), amount('amountOutMinimum'))).toEqual({
    amountIn: WETH,
    amountOutMinimum: DAI,
  });
  expect(unitsOf('V3_SWAP_EXACT_OUT', amount('amountOut'), amount('amountInMax'), path)).toEqual({
    amountOut: WETH,
    amountInMax: DAI,
  });
  expect(unitsOf('odd', { ...path, value: `${WETH}00` }, amount('amountIn'))).toEqual({});
});

test('amounts have the letter or number of their token, or the only token there is', () => {
  expect(unitsOf('mint', token('token0', WETH), token('token1'), amount('amount0Desired'))).toEqual({
    amount0Desired: WETH,
  });
  expect(unitsOf('addLiquidity', token('tokenA'), amount('amountAMin'), amount('liquidity'))).toEqual({
    amountAMin: DAI,
  });
  expect(unitsOf('SWEEP', token('token'), token('recipient', ROUTER), amount('amountMin'))).toEqual({
    amountMin: DAI,
  });
  expect(unitsOf('PAY_PORTION', token('token'), amount('bips'))).toEqual({});
});

test('commands that wrap the coin, and pay the null address, are of the coin', () => {
  expect(unitsOf('WRAP_ETH', amount('amount'))).toEqual({ amount: COIN_UNIT });
  expect(unitsOf('TRANSFER', token('token', `0x${'0'.repeat(40)}`), amount('value'))).toEqual({
    value: COIN_UNIT,
  });
});

test('lists the units within structs by what a call was declared with', () => {
  const details = { name: 'details', type: 'tuple[]', components: [token('token'), amount('amount')] };
  const call = {
    method_call: 'PERMIT2_PERMIT_BATCH(((address,uint256)[],address) permit)',
    parameters: [{ name: 'permit', type: '((address,uint256)[],address)', value: [[[WETH, '1']], ROUTER] }],
  };
  const inputs = [{ name: 'permit', type: 'tuple', components: [details, token('spender')] }];
  expect(listNamedTokens(call, inputs)).toEqual([WETH]);
  expect(listNamedTokens(call, null)).toEqual([]);
});
