import { expect, test } from 'vitest';
import { findPoolTokens } from './pool-address';

const FACTORY = '0x1f98431c8ad98523631ae4a59f267346ea31f984';
const USDC = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';
const WETH = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2';
const DAI = '0x6b175474e89094c44da98b954eedeac495271d0f';
/** The pool of USDC and WETH that takes 0.05 %, as it stands on Ethereum. */
const POOL = '0x88e6a0c2ddd26feeb64f039a2c41296fcb3f5640';

test('finds the two tokens of a real pool among others, whatever their order', () => {
  const tokens = { token0: USDC, token1: WETH };
  expect(findPoolTokens(POOL, [WETH, DAI, USDC], FACTORY)).toEqual(tokens);
  expect(findPoolTokens(POOL, [USDC, USDC, WETH], FACTORY)).toEqual(tokens);
});

test('believes no contract at another address, and no other factory', () => {
  expect(findPoolTokens(`0x${'11'.repeat(20)}`, [USDC, WETH, DAI], FACTORY)).toBeUndefined();
  expect(findPoolTokens(POOL, [USDC, DAI], FACTORY)).toBeUndefined();
  expect(findPoolTokens(POOL, [WETH], FACTORY)).toBeUndefined();
  expect(findPoolTokens(POOL, [USDC, WETH], '0x33128a8fc17869897dce68ed026d694621f6fdfd')).toBeUndefined();
});
