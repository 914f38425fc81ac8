import { expect, test } from 'vitest';
import { address, hash, hex, NO_ACCOUNTS, NO_TOKENS } from '@/test/support/rows';
import type { Claims, LoadedChange } from './loader';
import { presentChange, presentSupply, presentUnderlying } from './present';

const topics = { topic0: null, topic1: null, topic2: null, topic3: null };
const at = { block_number: 7, transaction_index: 0, log_index: 3, transaction_hash: hash(9), timestamp: 0 };
const mint: LoadedChange = {
  row: { ...at, ...topics, address: address(4), data: Buffer.alloc(0) },
  event: { kind: 'mint', handle: hash(5), account: address(6), told: null },
  ...{ erc20: undefined, amount: undefined },
};
const NONE: Claims = {
  ...{
    height: 7,
    supply: undefined,
    underlying: undefined,
    rate: undefined,
    held: undefined,
    isErc20: false,
  },
};

test('a mint is a wrap only with a transfer of the underlying token', () => {
  expect(presentChange(mint, NO_ACCOUNTS)).toMatchObject({
    ...{ kind: 'mint', handle: hex(hash(5)), erc20_amount: null, amount: null, certainty: null },
  });
  const wrap = { ...mint, erc20: 500n, amount: { value: 5n, certainty: 'erc20' } as const };
  expect(presentChange(wrap, NO_ACCOUNTS)).toMatchObject({
    ...{ kind: 'wrap', erc20_amount: '500', amount: '5', certainty: 'erc20', log_index: 3 },
  });
});

test('a supply that the contract may not use tells nothing, and one that was never set has no handle', () => {
  expect(presentSupply(NONE, undefined, NO_ACCOUNTS)).toBeNull();
  const nothing = { is_granted: false, is_public: false, cleartexts: [] };
  expect(presentSupply({ ...NONE, supply: null }, undefined, NO_ACCOUNTS)).toEqual({
    handle: null,
    ...nothing,
  });
  expect(presentSupply({ ...NONE, supply: hash(5) }, undefined, NO_ACCOUNTS)).toEqual({
    ...{ handle: hex(hash(5)), ...nothing },
  });
});

test('an underlying token may be of an address that is no token', () => {
  const known = { addresses: NO_ACCOUNTS, tokens: NO_TOKENS };
  expect(presentUnderlying(NONE, known)).toBeNull();
  expect(presentUnderlying({ ...NONE, underlying: address(8), rate: 10n }, known)).toMatchObject({
    ...{ token: null, rate: '10', held_amount: null },
  });
});
