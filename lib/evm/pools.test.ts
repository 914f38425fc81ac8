import { expect, test } from 'vitest';
import { bufferToAddress, hexToBuffer } from './hex';
import { identifyPool } from './pools';

const USDC = hexToBuffer('0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48');
const WETH = hexToBuffer('0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2');
const DAI = hexToBuffer('0x6b175474e89094c44da98b954eedeac495271d0f');
const WBNB = hexToBuffer('0xbb4cdb9cbd36b01bd1cbaebf2de08d9173bc095c');
const BUSD = hexToBuffer('0xe9e7cea3dedca5984780bafc599bd69add087d56');
const OP = hexToBuffer('0x4200000000000000000000000000000000000042');
const OP_USDC = hexToBuffer('0x7f5c764cbc14f9669b88837ca1490cca17c31607');
const OP_USDC_2 = hexToBuffer('0x0b2c639c533813f4aa9d7837caf62653d097ff85');
/** On OP Mainnet and Base. */
const OP_WETH = hexToBuffer('0x4200000000000000000000000000000000000006');
const BASE_USDC = hexToBuffer('0x833589fcd6edb6e08f4c7c32d4f71b54bda02913');
const USDBC = hexToBuffer('0xd9aaec86b65d86f6a7b5b1b0c42ffa531710b6ca');
const WMATIC = hexToBuffer('0x0d500b1d8e8ef31e21c99d1db9a6444d3adf1270');
const POLYGON_USDC = hexToBuffer('0x2791bca1f2de4661ed88a30c99a7a9449aa84174');
const WFTM = hexToBuffer('0x21be370d5312f44cb42ce377bc9b8a0cef1a4c83');
const FANTOM_USDC = hexToBuffer('0x04068da6c83afcfa0e13ba15a6696662335d5b75');
const ARBITRUM_WETH = hexToBuffer('0x82af49447d8a07e3bd95bd0d56f35241523fbab1');
const ARBITRUM_USDC = hexToBuffer('0xff970a61a04b1ca14834a43f5de4533ebddb5cc8');
const WAVAX = hexToBuffer('0xb31f66aa3c1e785363f0875a1b74e27b85fd66c7');
const AVALANCHE_USDC = hexToBuffer('0xb97ef9ef8734c71904d8002f8b6bc66dd9c48a6e');
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
  [1, '0x2e8135be71230c6b1b4045696d41c09db0414226', [USDC, WETH], 'PancakeSwap V2'],
  [1, '0x3aa370aacf4cb08c7e1e7aa8e8ff9418d73c7e0f', [USDC, WETH], 'DefiSwap'],
  [10, '0x0df083de449f75691fc5a36477a6f3284c269108', [OP, OP_USDC], 'Velodrome'],
  [10, '0x478946bcd4a5a22b316470f5486fafb928c0ba25', [OP_USDC_2, OP_WETH], 'Velodrome Slipstream'],
  [137, '0x6e7a5fafcec6bb1e78bae2a1f0b612012bf14827', [WMATIC, POLYGON_USDC], 'QuickSwap V2'],
  [137, '0xae81fac689a1b4b1e06e7ef4a2ab4cd8ac0a087d', [WMATIC, POLYGON_USDC], 'QuickSwap V3'],
  [250, '0x2b4c76d0dc16be1c31d4c1dc53bf9b45987fc75c', [FANTOM_USDC, WFTM], 'SpookySwap'],
  [8453, '0xcdac0d6c6c59727a65f871236188350531885c43', [OP_WETH, BASE_USDC], 'Aerodrome'],
  [8453, '0x27a8afa3bd49406e48a074350fb7b2020c43b2bd', [BASE_USDC, USDBC], 'Aerodrome'],
  [8453, '0xb2cc224c1c9fee385f8ad6a55b4d94e92359dc59', [OP_WETH, BASE_USDC], 'Aerodrome Slipstream'],
  [8453, '0x79474223aedd0339780bacce75abda0be84dcbf9', [OP_WETH, BASE_USDC], 'PancakeSwap V2'],
  [42161, '0x84652bb2539513baf36e225c930fdd8eaa63ce27', [ARBITRUM_WETH, ARBITRUM_USDC], 'Camelot V2'],
  [42161, '0x521aa84ab3fcc4c05cabac24dc3682339887b126', [ARBITRUM_WETH, ARBITRUM_USDC], 'Camelot V3'],
  [43114, '0xf4003f4efbe8691b60249e6afbd307abe7758adb', [WAVAX, AVALANCHE_USDC], 'Trader Joe V1'],
  [43114, '0x0e0100ab771e9288e0aa97e11557e6654c3a9665', [WAVAX, AVALANCHE_USDC], 'Pangolin'],
])('knows a pool of chain %i at %s', (...known) => {
  const [chainId, address, tokens, exchange] = known;
  const pool = identifyPool(chainId, hexToBuffer(address), tokens);
  expect(pool && [pool.exchange, pool.fee, bufferToAddress(pool.token0)]).toEqual([
    exchange,
    null,
    bufferToAddress(tokens[0] ?? POOL),
  ]);
});

test('a fee of a pool of SushiSwap V3 is found on another chain', () => {
  const pool = hexToBuffer('0x15e444da5b343c5a0931f5d3e85d158d1efc3d40');
  expect(identifyPool(42161, pool, [ARBITRUM_WETH, ARBITRUM_USDC])).toMatchObject({
    ...{ exchange: 'SushiSwap V3', fee: 500 },
  });
});

test('believes no contract at another address, and no other chain with another factory', () => {
  expect(identifyPool(1, Buffer.alloc(20, 0x11), [USDC, WETH, DAI])).toBeUndefined();
  expect(identifyPool(1, POOL, [USDC, DAI])).toBeUndefined();
  expect(identifyPool(1, POOL, [WETH])).toBeUndefined();
  expect(identifyPool(8453, POOL, [USDC, WETH])).toBeUndefined();
  expect(identifyPool(31337, POOL, [USDC, WETH])).toBeUndefined();
});
