import { expect, test } from 'vitest';
import { presentAddress } from '@/lib/api/address/present';
import { presentToken, presentTokenOf } from '@/lib/api/token/present';
import { address, byAddress, NO_ACCOUNTS, NO_TOKENS, tokenRow, transferRow } from '@/test/support/rows';
import { presentCoinChange, presentTokenChange, sumTransfers } from './present';

const [sender, receiver, dollar] = [address(0x10), address(0x11), tokenRow()];

test('a coin balance that is gone, and one of which only the change is known', () => {
  const context = { addresses: NO_ACCOUNTS, miner: sender };
  const change = { address: sender, change: -5n, balances: { before: 5n, after: 0n } };
  const shown = {
    type: 'coin',
    address: presentAddress(sender, NO_ACCOUNTS),
    balance_before: '5',
    balance_after: '0',
    change: '-5',
    is_miner: true,
    token: null,
    token_id: null,
    is_before_proven: false,
  };
  expect(presentCoinChange(change, context)).toEqual(shown);
  expect(presentCoinChange({ ...change, balances: null }, { ...context, miner: receiver })).toEqual({
    ...shown,
    balance_before: null,
    balance_after: null,
    is_miner: false,
  });
  const listed = { address: sender, change: null, balances: { before: null, after: 7n } };
  expect(presentCoinChange({ ...listed, isBeforeProven: true }, context)).toMatchObject({
    ...{ balance_before: null, balance_after: '7', change: null, is_before_proven: true },
  });
});

test('a token balance, of a known token and of an unknown one', () => {
  const change = {
    address: receiver,
    token_address: dollar.address,
    token_type: 'ERC-1155' as const,
    token_id: '0',
    change: 2n ** 256n - 1n,
  };
  const context = { addresses: NO_ACCOUNTS, tokens: byAddress(dollar), miner: sender };
  const shown = {
    type: 'token',
    address: presentAddress(receiver, NO_ACCOUNTS),
    balance_before: null,
    balance_after: null,
    change: String(2n ** 256n - 1n),
    is_miner: false,
    token: presentToken(dollar),
    token_id: '0',
    is_before_proven: false,
  };
  expect(presentTokenChange(change, null, context)).toEqual(shown);
  expect(presentTokenChange(change, { before: 0n, after: 1n }, { ...context, tokens: NO_TOKENS })).toEqual({
    ...shown,
    balance_before: '0',
    balance_after: '1',
    token: presentTokenOf(change, NO_TOKENS),
  });
});

const changeOf = (of: Buffer, change: bigint, token: { token_type: string; token_id: string | null }) => ({
  address: of,
  token_address: dollar.address,
  ...token,
  change,
});
const coin = { token_type: 'ERC-20', token_id: null };

test('transfers of a balance are added up, and what ends as it began is left out', () => {
  const there = transferRow({ value: '5' });
  const back = transferRow({ value: '3', from_address: receiver, to_address: sender });
  expect(sumTransfers([there, back])).toEqual([changeOf(sender, -2n, coin), changeOf(receiver, 2n, coin)]);
  expect(
    sumTransfers([there, transferRow({ value: '5', from_address: receiver, to_address: sender })]),
  ).toEqual([]);
  expect(sumTransfers([transferRow({ value: '0' }), transferRow({ to_address: sender })])).toEqual([]);
});

test('the zero address has no balance; an NFT is one', () => {
  const nft = { token_type: 'ERC-721' as const, token_id: '7', value: null };
  const minted = transferRow({ ...nft, from_address: Buffer.alloc(20) });
  expect(sumTransfers([minted])).toEqual([changeOf(receiver, 1n, { token_type: 'ERC-721', token_id: '7' })]);
  expect(sumTransfers([transferRow({ ...nft, to_address: Buffer.alloc(20) })])).toEqual([
    changeOf(sender, -1n, { token_type: 'ERC-721', token_id: '7' }),
  ]);
});

test('ids of a contract are balances of their own, and encrypted amounts are none', () => {
  const of = (token_id: string) => transferRow({ token_type: 'ERC-1155', token_id, value: '2' });
  expect(sumTransfers([of('1'), of('2')]).map(({ token_id, change }) => [token_id, change])).toEqual([
    ['1', -2n],
    ['1', 2n],
    ['2', -2n],
    ['2', 2n],
  ]);
  const encrypted = { token_type: 'ERC-7984' as const, value: null, encrypted_amount: Buffer.alloc(32) };
  expect(sumTransfers([transferRow(encrypted)])).toEqual([]);
});
