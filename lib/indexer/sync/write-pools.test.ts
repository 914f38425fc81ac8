import { expect, test } from 'vitest';
import { hexToBuffer } from '@/lib/evm/hex';
import { findPools } from './write-pools';

const USDC = hexToBuffer('0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48');
const WETH = hexToBuffer('0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2');
const POOL = hexToBuffer('0x88e6a0c2ddd26feeb64f039a2c41296fcb3f5640');
const PAIR = hexToBuffer('0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc');
const USER = Buffer.alloc(20, 0x11);
const SWAP = hexToBuffer('0xc42079f94a6350d7e6235f29174924f928cc2ac818eb64fed8004e115fbcca67');
const SYNC = hexToBuffer('0x1c411e9a96e071241c2f21f7726b17ae89e3cab4c78be50e062b03a9fffbbad1');

const log = (transaction: number, address: Buffer, topic0: Buffer | null) => ({
  ...{ block_number: 7, transaction_index: transaction, log_index: 0, address, topic0 },
  ...{ topic1: null, topic2: null, topic3: null, data: Buffer.alloc(0) },
});
const transfer = (transaction: number, token: Buffer, [from, to]: readonly [Buffer, Buffer]) => ({
  ...{ block_number: 7, transaction_index: transaction, log_index: 0, token_address: token },
  ...{ token_type: 'ERC-20' as const, from_address: from, to_address: to, amount: 1n },
  ...{ token_ids: [], amounts: [], encrypted_amount: null },
});
const find = (
  chainId: number,
  logs: ReturnType<typeof log>[],
  token_transfers: ReturnType<typeof transfer>[],
) => findPools(chainId, { number: 7, logs, token_transfers });
const moves = (transaction: number, pool: Buffer) => [
  transfer(transaction, USDC, [USER, pool]),
  transfer(transaction, WETH, [pool, USER]),
];

test('pools are known by their events and the tokens that they moved in the same transaction', () => {
  const logs = [log(0, POOL, SWAP), log(1, PAIR, SYNC)];
  const tokens = { token0: USDC, token1: WETH, block_number: 7 };
  expect(find(1, logs, [...moves(0, POOL), ...moves(1, PAIR)])).toEqual([
    { ...tokens, address: POOL, exchange: 'Uniswap V3', fee: 500 },
    { ...tokens, address: PAIR, exchange: 'Uniswap V2', fee: null },
  ]);
  expect(find(1, logs, [...moves(1, POOL), ...moves(0, PAIR)])).toEqual([]);
  expect(find(31337, logs, moves(0, POOL))).toEqual([]);
});

test('pools of Aerodrome are known by the wider numbers of their reserves', () => {
  const [weth, usdc, pool, sync] = [
    '0x4200000000000000000000000000000000000006',
    '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
    '0xcdac0d6c6c59727a65f871236188350531885c43',
    '0xcf2aa50876cdfbb541206f89af0ee78d44a2abf8d328e37fa4917f982149848a',
  ].map((hex) => hexToBuffer(hex));
  if (!weth || !usdc || !pool || !sync) throw new Error('there are four');
  const transfers = [transfer(0, usdc, [USER, pool]), transfer(0, weth, [pool, USER])];
  expect(find(8453, [log(0, pool, sync)], transfers)).toMatchObject([{ exchange: 'Aerodrome', fee: null }]);
});

test('a contract that emits the events of a pool at an address of its own is none', () => {
  expect(find(1, [log(0, USER, SWAP)], moves(0, USER))).toEqual([]);
  expect(find(1, [log(0, POOL, null)], moves(0, POOL))).toEqual([]);
});

test('of the tokens that a contract moved few are tried, and of emitters in a block a thousand', () => {
  const noise = Array.from({ length: 3 }, (_, at) => transfer(0, Buffer.alloc(20, at + 2), [USER, POOL]));
  expect(find(1, [log(0, POOL, SWAP)], [...noise, ...moves(0, POOL)])).toEqual([]);
  const crowd = Array.from({ length: 1_000 }, (_, at) => log(0, Buffer.alloc(20, `${at + 1000}`), SWAP));
  expect(find(1, [...crowd, log(0, POOL, SWAP)], moves(0, POOL))).toEqual([]);
});
