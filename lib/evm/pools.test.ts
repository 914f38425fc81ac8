import { expect, test } from 'vitest';
import { bufferToAddress, hexToBuffer } from './hex';
import { identifyPool } from './pools';

const USDC = hexToBuffer('0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48');
const WETH = hexToBuffer('0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2');
const DAI = hexToBuffer('0x6b175474e89094c44da98b954eedeac495271d0f');
const WBNB = hexToBuffer('0xbb4cdb9cbd36b01bd1cbaebf2de08d9173bc095c');
const BUSD = hexToBuffer('0xe9e7cea3dedca5984780bafc599bd69add087d56');
/** The pool of USDC and WETH that takes 0.05 %, as it stands on Ethereum. */
const POOL = hexToBuffer('0x88e6a0c2ddd26feeb64f039a2c41296fcb3f5640');

test('finds the exchange, the tokens and the fee of a real pool among other tokens, whatever their order', () => {
  const pool = { exchange: 'Uniswap V3', token0: USDC, token1: WETH, fee: 500 };
  expect(identifyPool(1, POOL, [WETH, DAI, USDC])).toEqual(pool);
  expect(identifyPool(1, POOL, [USDC, USDC, WETH])).toEqual(pool);
  expect(identifyPool(42161, POOL, [USDC, WETH])).toEqual(pool);
});

test.each([
  [1, '0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc', [USDC, WETH], 'Uniswap V2'],
  [1, '0x397ff1542f962076d0bfe58ea045ffa2d347aca0', [USDC, WETH], 'SushiSwap V2'],
  [56, '0x58f876857a02d6762e0101bb5c46a8c1ed44dc16', [WBNB, BUSD], 'PancakeSwap V2'],
])('knows a pool of chain %i at %s', (...known) => {
  const [chainId, address, tokens, exchange] = known;
  const pool = identifyPool(chainId, hexToBuffer(address), tokens);
  expect(pool && [pool.exchange, pool.fee, bufferToAddress(pool.token0)]).toEqual([
    exchange,
    null,
    bufferToAddress(tokens[0] ?? POOL),
  ]);
});

test('believes no contract at another address, and no other chain with another factory', () => {
  expect(identifyPool(1, Buffer.alloc(20, 0x11), [USDC, WETH, DAI])).toBeUndefined();
  expect(identifyPool(1, POOL, [USDC, DAI])).toBeUndefined();
  expect(identifyPool(1, POOL, [WETH])).toBeUndefined();
  expect(identifyPool(8453, POOL, [USDC, WETH])).toBeUndefined();
  expect(identifyPool(31337, POOL, [USDC, WETH])).toBeUndefined();
});
