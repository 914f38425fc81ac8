import { expect, test } from 'vitest';
import { skeletonsOf } from './name-skeleton';

const isAlike = (one: string, other: string) =>
  skeletonsOf(one).some((skeleton) => skeletonsOf(other).includes(skeleton));

test.each([
  ['USDC', 'USDС'],
  ['Tether USD', 'Tеthеr USD'],
  ['Lido', 'lido'],
  ['Lido', 'LIDO'],
  ['Lido', 'Iido'],
  ['vitalik.eth', 'vita1ik.eth'],
  ['modern', 'rnodern'],
  ['USD Coin', 'USD\u200b  Coin '],
  ['Uniswap', '𝐔niswap'],
])('%s and %s look alike', (one, other) => {
  expect(isAlike(one, other)).toBe(true);
});

test.each([
  ['USDC', 'USDT'],
  ['Uniswap V2', 'Uniswap V3'],
  ['ab', 'ab'],
  ['', ''],
])('%s and %s do not', (one, other) => {
  expect(isAlike(one, other)).toBe(false);
});
