import { expect, test } from 'vitest';
import { bufferToAddress } from '@/lib/evm/hex';
import { namePool, presentPool } from './pool-present';

const [WETH, OTHER] = [Buffer.alloc(20, 0x11), Buffer.alloc(20, 0x22)];
const pool = (symbol: string | null, fee: number | null) => ({
  exchange: 'Uniswap V3',
  fee,
  tokens: [
    { address: WETH, symbol: Buffer.from('WETH') },
    { address: OTHER, symbol: symbol === null ? null : Buffer.from(symbol) },
  ],
});

test('a pool is named by its exchange, its tokens and its fee', () => {
  expect(namePool(pool('USDC', 500))).toBe('Uniswap V3: WETH/USDC 0.05%');
  expect(namePool(pool('USDC', 10_000))).toBe('Uniswap V3: WETH/USDC 1%');
  expect(namePool(pool('USDC', null))).toBe('Uniswap V3: WETH/USDC');
});

test('a token without a symbol, or with one that is too long for a name, is told by its digits', () => {
  for (const symbol of [null, '', '\u200b', 'A'.repeat(17)])
    expect(namePool(pool(symbol, 100))).toBe('Uniswap V3: WETH/0x222222…222222 0.01%');
});

test('a tag says what the name follows from', () => {
  expect(presentPool(pool('USDC', 500))).toEqual({
    ...{ source: 'chain', kind: 'pool', exchange: 'Uniswap V3', fee: 500 },
    tokens: [WETH, OTHER].map(bufferToAddress),
  });
});
