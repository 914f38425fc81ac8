import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { getTransaction } from '@/lib/endpoints/transaction';
import { describeActions } from './describe-actions';
import type { Part } from './describe-transaction';

const FILE = new URL('../endpoints/examples.json', import.meta.url);
const examples = z
  .record(z.string(), z.object({ body: z.unknown() }))
  .parse(JSON.parse(readFileSync(FILE, 'utf8')));
const example = getTransaction.response.parse(examples.getTransaction?.body);
const [moved] = example.token_transfers;
if (!moved) throw new Error('the example has no transfer');

const [USDC, WETH, NFT] = ['1', '2', '3'].map((digit) => `0x${digit.repeat(40)}`);
const usdc = { ...moved.token, address_hash: USDC ?? '', symbol: 'USDC', decimals: '6' };
const swap = {
  ...{ address0: USDC, amount0: '2.50', symbol0: 'USDC' },
  ...{ address1: WETH, amount1: '1', symbol1: 'WETH' },
};

const describe = (
  [protocol, type]: readonly [string, string],
  data: object,
  sentence: readonly Part[] = [],
) =>
  describeActions(
    {
      ...example,
      token_transfers: [{ ...moved, token: usdc }],
      actions: [{ protocol, type, data: { ...data } }],
    },
    sentence,
  ).map((parts) =>
    parts
      .map((part) => {
        if (typeof part === 'string' || !('asset' in part)) return part;
        const { token, token_id, amount } = part.asset;
        return `[${amount} e-${token?.decimals} ${token?.symbol} ${token_id}]`;
      })
      .join(''),
  );

test.each([
  [
    'swap',
    swap,
    'Uniswap V3: swapped [250 e-2 USDC null] for [1 e-0 WETH null] ([1000000000000000000 e-18 WETH null] = [2500000000000000000 e-18 USDC null])',
  ],
  ['burn', swap, 'Uniswap V3: removed [250 e-2 USDC null] and [1 e-0 WETH null] from liquidity'],
  [
    'mint_nft',
    { name: null, symbol: 'UNI-V3-POS', address: NFT, to: USDC, ids: ['1', '2', '3', '4'] },
    'Uniswap V3: minted [1 e-null UNI-V3-POS 1], [1 e-null UNI-V3-POS 2], [1 e-null UNI-V3-POS 3] and 1 more',
  ],
])('Uniswap: %s', (type, data, text) => {
  expect(describe(['uniswap_v3', type], data)).toEqual([text]);
});

test.each([
  ['supply', { amount: '7', symbol: 'WETH', address: WETH }, 'supplied [7 e-0 WETH null]'],
  ['borrow', { amount: null, symbol: null, address: WETH }, 'borrowed [null e-null null null]'],
  [
    'liquidation_call',
    {
      ...{ debt_amount: '2', debt_symbol: 'USDC', debt_address: USDC },
      ...{ collateral_amount: '0.1', collateral_symbol: 'WETH', collateral_address: WETH },
    },
    'liquidated a position: repaid [2 e-0 USDC null] for [01 e-1 WETH null] of its collateral',
  ],
])('Aave: %s', (type, data, text) => {
  expect(describe(['aave_v3', type], data)).toEqual([`Aave V3: ${text}`]);
});

test('a swap of which the sentence names both sides is left out, one in between is not', () => {
  const asset = (symbol: string, address_hash = '', amount = '') => ({
    asset: { token: { ...usdc, symbol, address_hash, decimals: '1' }, token_id: null, amount },
  });
  const gave = asset('USDC', USDC, '-25');
  expect(describe(['uniswap_v3', 'swap'], swap, [gave, asset('WETH', WETH, '10')])).toEqual([]);
  expect(describe(['uniswap_v3', 'swap'], swap, [gave, asset('DAI', NFT, '10')])).toHaveLength(1);
});

test('what is not known, not complete or no address says nothing', () => {
  for (const [type, data, protocol = 'aave_v3'] of [
    ['supply', { amount: '7', symbol: 'X', address: 'javascript:' }],
    ['swap', { address0: USDC, amount0: '1' }],
    ['enable_collateral', { symbol: 'WETH', address: WETH }],
    ['constructor', swap],
    ['swap', swap, 'protocol_of_another_api'],
  ] as const)
    expect(describe([protocol, type], data)).toEqual([]);
});
