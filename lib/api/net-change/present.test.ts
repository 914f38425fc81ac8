import { describe, expect, test } from 'vitest';
import { presentAddress } from '@/lib/api/address/present';
import { mergeMovements, NOBODY, sumChanges } from '@/lib/evm/net-changes';
import { ZERO_ADDRESS } from '@/lib/evm/zero-address';
import { address, byAddress, NO_ACCOUNTS, tokenRow, transferRow } from '@/test/support/rows';
import {
  coinMovements,
  listAssets,
  presentAccountChanges,
  presentMovement,
  presentPaidFee,
  tokenMovements,
} from './present';

const [alice, bob, miner] = [address(0x10), address(0x11), address(0x12)];
const OP_VAULT = Buffer.from('4200000000000000000000000000000000000011', 'hex');
const ENCRYPTED = { token_type: 'ERC-7984', value: null } as const;
const contextOf = (...rows: ReturnType<typeof transferRow>[]) => ({
  addresses: NO_ACCOUNTS,
  tokens: byAddress(tokenRow({ address: address(0x20) })),
  assets: listAssets(rows),
  priceOf: (token: Buffer | undefined) => (token?.equals(address(0x20)) ? PRICE : null),
});
const PRICE = {
  price: '0.5',
  kind: 'feed',
  contract: '00'.repeat(20),
  description: null,
  updated_at: 1_700_000_000,
  block_number: 4,
} as const;

describe('movements of tokens', () => {
  test.each([
    ['transfer', {}],
    ['mint', { from_address: ZERO_ADDRESS }],
    ['burn', { to_address: ZERO_ADDRESS }],
    ['wrap', { from_address: ZERO_ADDRESS, is_wrap: true }],
    ['unwrap', { to_address: ZERO_ADDRESS, is_wrap: true }],
  ])('%s', (kind, changes) => {
    const row = transferRow(changes);
    const end = (party: Buffer) => (party.equals(ZERO_ADDRESS) ? NOBODY : party.toString('hex'));
    expect(tokenMovements([row])).toEqual([
      {
        kind,
        asset: address(0x20).toString('hex'),
        from: end(row.from_address),
        to: end(row.to_address),
        amount: 5n,
      },
    ]);
  });

  test('an ID without amount is one item; without either the amount is encrypted', () => {
    const [item, secret] = tokenMovements([
      transferRow({ value: null, token_id: '7', token_type: 'ERC-721' }),
      transferRow(ENCRYPTED),
    ]);
    expect([item?.amount, secret?.amount]).toEqual([1n, null]);
    expect(item?.asset).toBe(`${address(0x20).toString('hex')} 7`);
  });
});

test('movements of the same ends and asset are added up, fees left out; a sum with an encrypted part is unknown', () => {
  const moves = [
    { kind: 'value', from: alice, to: bob, value: 2n },
    { kind: 'base', from: alice, to: null, value: 9n },
  ] as const;
  const transfers = [
    transferRow(),
    transferRow({ value: '6' }),
    transferRow({ ...ENCRYPTED, token_id: '1' }),
  ];
  const secret = [transferRow(ENCRYPTED), transferRow(ENCRYPTED)];
  const merged = mergeMovements([...coinMovements(moves), ...tokenMovements(transfers)]);
  expect(merged.map(({ kind, amount, count }) => [kind, amount, count])).toEqual([
    ['value', 2n, 1],
    ['transfer', 11n, 2],
    ['transfer', 1n, 1],
  ]);
  expect(mergeMovements(tokenMovements(secret)).map(({ amount, count }) => [amount, count])).toEqual([
    [null, 2],
  ]);
});

test('an account has sums of what is public, and counts of what is encrypted', () => {
  const rows = [transferRow({ value: '5' }), transferRow({ ...ENCRYPTED, token_address: address(0x21) })];
  const [first] = sumChanges(tokenMovements(rows));
  const shown = first && presentAccountChanges(first, contextOf(...rows));
  expect(shown?.address).toEqual(presentAddress(alice, NO_ACCOUNTS));
  expect(shown?.changes.map(({ amount, received, sent }) => [amount, received, sent])).toEqual([
    ['-5', 0, 0],
    [null, 0, 1],
  ]);
  expect(shown?.changes.map((change) => change.historic_exchange_rate)).toEqual(['0.5', null]);
});

test('of thousands of assets that an account got the first are listed, and all are counted', () => {
  const rows = Array.from({ length: 300 }, (_, id) =>
    transferRow({ value: '1', token_id: `${id}`, token_type: 'ERC-1155' }),
  );
  const [first] = sumChanges(tokenMovements(rows));
  const shown = first && presentAccountChanges(first, contextOf(...rows));
  expect([shown?.changes.length, shown?.changes_count]).toEqual([200, 300]);
});

test('a movement has its ends, null for nobody, and its asset, null for the coin', () => {
  const row = transferRow({ from_address: ZERO_ADDRESS, token_id: '7', token_type: 'ERC-721', value: null });
  const [minted] = mergeMovements(tokenMovements([row]));
  const [paid] = mergeMovements(coinMovements([{ kind: 'value', from: alice, to: bob, value: 2n }]));
  const context = contextOf(row);
  expect(minted && presentMovement(minted, context)).toMatchObject({
    kind: 'mint',
    from: null,
    to: presentAddress(bob, NO_ACCOUNTS),
    token: { address_hash: presentAddress(address(0x20), NO_ACCOUNTS).hash },
    token_id: '7',
    amount: '1',
    count: 1,
  });
  expect(paid && presentMovement(paid, context)).toMatchObject({
    kind: 'value',
    token: null,
    token_id: null,
  });
});

describe('the fee', () => {
  test('is the sum of its parts, of which the burnt one has no receiver', () => {
    const parts = [
      { kind: 'value', from: alice, to: bob, value: 1_000n },
      { kind: 'base', from: alice, to: null, value: 70n },
      { kind: 'priority', from: alice, to: miner, value: 20n },
      { kind: 'blob', from: alice, to: null, value: 5n },
    ] as const;
    expect(presentPaidFee({ moves: parts, feeRecipient: miner }, contextOf())).toEqual({
      total: '95',
      burnt: '70',
      priority: '20',
      blob: '5',
      rollup: '0',
      recipient: presentAddress(miner, NO_ACCOUNTS),
    });
  });

  test('of a rollup has parts that its vaults receive: none is burnt', () => {
    const parts = [
      { kind: 'base', from: alice, to: bob, value: 70n },
      { kind: 'l1', from: alice, to: bob, value: 4n },
      { kind: 'operator', from: alice, to: bob, value: 3n },
    ] as const;
    expect(presentPaidFee({ moves: parts, feeRecipient: OP_VAULT }, contextOf())).toMatchObject({
      total: '77',
      burnt: '0',
      rollup: '77',
      recipient: presentAddress(OP_VAULT, NO_ACCOUNTS),
    });
  });

  test('has a recipient also without a priority fee, unless it is not known who that is', () => {
    const moves = [{ kind: 'base', from: alice, to: null, value: 70n }] as const;
    const recipientOf = (feeRecipient: Buffer) =>
      presentPaidFee({ moves, feeRecipient }, contextOf())?.recipient;
    expect(recipientOf(miner)).toEqual(presentAddress(miner, NO_ACCOUNTS));
    expect(recipientOf(Buffer.from('a4b000000000000000000073657175656e636572', 'hex'))).toBeNull();
  });

  test('is null where none is known', () => {
    expect(presentPaidFee({ moves: [], feeRecipient: miner }, contextOf())).toBeNull();
  });
});
