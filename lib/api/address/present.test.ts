import { expect, test } from 'vitest';
import { BUILT_IN } from '@/lib/evm/signatures';
import {
  accountRow,
  address,
  byAddress,
  hash,
  hex,
  INVALID_UTF8,
  implementationRow,
  NO_ACCOUNTS,
  nulls,
  plainAddress,
} from '@/test/support/rows';
import {
  interfacesOf,
  presentAddress,
  presentAddressInfo,
  presentGasUsage,
  presentOptionalAddress,
} from './present';
import { NO_ACTIVITY } from './query';

const PLAIN = plainAddress(hex(address(0x11)));

test('an address without a row, the zero address too, is an account that nothing is known of', () => {
  expect(presentAddress(address(0x11), NO_ACCOUNTS)).toEqual(PLAIN);
  expect(presentAddress(Buffer.alloc(20), NO_ACCOUNTS)).toEqual({ ...PLAIN, hash: `0x${'0'.repeat(40)}` });
  expect(presentOptionalAddress(null, NO_ACCOUNTS)).toBeNull();
});

test('an address is written with its checksum', () => {
  const bytes = Buffer.from('d8da6bf26964af9d7eed9e03e53415d37aa96045', 'hex');
  expect(presentAddress(bytes, NO_ACCOUNTS).hash).toBe('0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045');
});

test('a contract that uses FHE is tagged, and a name that is no UTF-8 shown', () => {
  const row = accountRow({ is_contract: true, is_fhe: true, name: INVALID_UTF8 });
  expect(presentAddress(row.address, byAddress(row))).toEqual({
    ...PLAIN,
    is_contract: true,
    name: 'A\ufffdB',
    public_tags: [{ address_hash: PLAIN.hash, display_name: 'FHE', label: 'fhe' }],
  });
});

test('a label comes before the name that the contract gives itself, and tells its source', () => {
  const row = accountRow({
    is_contract: true,
    name: Buffer.from('Router02'),
    label: Buffer.from('Exchange: Router 2'),
    label_tags: ['Exchange', 'Swaps & more'],
    label_url: 'https://exchange.example/',
    label_source: 'operator',
  });
  expect(presentAddress(row.address, byAddress(row))).toEqual({
    ...PLAIN,
    is_contract: true,
    name: 'Exchange: Router 2',
    metadata: {
      tags: [
        {
          slug: 'exchange-router-2',
          name: 'Exchange: Router 2',
          tagType: 'name',
          ordinal: 10,
          meta: { source: 'operator', tagUrl: 'https://exchange.example/' },
        },
        { slug: 'exchange', name: 'Exchange', tagType: 'generic', ordinal: 0, meta: {} },
        { slug: 'swaps-more', name: 'Swaps & more', tagType: 'generic', ordinal: 0, meta: {} },
      ],
    },
    public_tags: [
      { address_hash: PLAIN.hash, display_name: 'Exchange', label: 'exchange' },
      { address_hash: PLAIN.hash, display_name: 'Swaps & more', label: 'swaps-more' },
    ],
  });
});

test('a proxy names its implementation; only a minimal one is verified with it', () => {
  const proxy = {
    is_contract: true,
    implementations: [implementationRow(address(0x12), { name: Buffer.from('Vault'), is_verified: true })],
  };
  const shown = {
    ...PLAIN,
    is_contract: true,
    implementation_name: 'Vault',
    implementations: [{ address_hash: hex(address(0x12)), name: 'Vault' }],
  };
  const minimal = accountRow({ ...proxy, proxy_type: 'eip1167' });
  expect(presentAddress(minimal.address, byAddress(minimal))).toEqual({
    ...shown,
    proxy_type: 'eip1167',
    is_verified: true,
  });
  const upgradeable = accountRow({ ...proxy, proxy_type: 'eip1967' });
  expect(presentAddress(upgradeable.address, byAddress(upgradeable))).toEqual({
    ...shown,
    proxy_type: 'eip1967',
  });
});

test('a contract is decoded with its own interfaces first', () => {
  const own = { functions: new Map(), events: new Map(), errors: new Map() };
  const row = accountRow({ interfaces: [own] });
  const context = { addresses: byAddress(row), signatures: [BUILT_IN] };
  expect(interfacesOf(row.address, context)).toEqual([own, BUILT_IN]);
  expect(interfacesOf(address(0x99), context)).toEqual([BUILT_IN]);
  expect(interfacesOf(null, context)).toEqual([BUILT_IN]);
});

const NO_INFO = {
  ...PLAIN,
  ...nulls(`coin_balance block_number_balance_updated_at exchange_rate exchange_rate_source creator_address_hash
    creator creation_transaction_hash creation_status creation_source destruction_transaction_hash token watchlist_address_id`),
  has_logs: false,
  has_token_transfers: false,
  has_tokens: false,
  has_validated_blocks: false,
  has_beacon_chain_withdrawals: false,
  is_coin_balance_proven: false,
};
const context = {
  address: address(0x11),
  addresses: byAddress(accountRow()),
  token: null,
  entries: { logs: 0, tokens: 0, hasUnknownTokens: false, withdrawals: 0 },
  balance: undefined,
  isBalanceProven: false,
  balanceHeight: 7,
};

test('an address that was never seen has no balance where no node told it, and a balance of 0 where one did', () => {
  expect(presentAddressInfo(NO_ACTIVITY, context)).toEqual(NO_INFO);
  expect(presentAddressInfo(NO_ACTIVITY, { ...context, balance: 0n })).toEqual({
    ...NO_INFO,
    coin_balance: '0',
    block_number_balance_updated_at: 7,
  });
  expect(presentAddressInfo(NO_ACTIVITY, { ...context, balance: 0n, isBalanceProven: true })).toMatchObject({
    ...{ coin_balance: '0', is_coin_balance_proven: true },
  });
});

test('a creation that failed is told, whoever made it', () => {
  const row = { ...NO_ACTIVITY, creation_transaction_hash: hash(0x30), creation_status: 0 };
  expect(presentAddressInfo(row, context)).toEqual({
    ...NO_INFO,
    creation_transaction_hash: hex(hash(0x30)),
    creation_status: 'failed',
    creation_source: 'receipt',
  });
  expect(
    presentAddressInfo({ ...row, creator: address(0x10), creation_status: null }, context),
  ).toMatchObject({
    creator_address_hash: hex(address(0x10)),
    creator: { hash: hex(address(0x10)), name: null },
    creation_status: 'success',
    creation_source: 'receipt',
  });
});

test('the tabs of an address are those that hold something', () => {
  const row = { ...NO_ACTIVITY, token_transfers: 1, blocks: 1 };
  const entries = { logs: 1, tokens: 1, hasUnknownTokens: false, withdrawals: 1 };
  expect(presentAddressInfo(row, { ...context, entries })).toEqual({
    ...NO_INFO,
    has_logs: true,
    has_token_transfers: true,
    has_tokens: true,
    has_validated_blocks: true,
    has_beacon_chain_withdrawals: true,
  });
});

test('tokens whose balance is not known are not told to be none', () => {
  const entries = { ...context.entries, hasUnknownTokens: true };
  expect(presentAddressInfo(NO_ACTIVITY, { ...context, entries }).has_tokens).toBe(true);
});

test('gas of a contract is that of its callers, where it has any', () => {
  const row = { ...NO_ACTIVITY, gas_sent: '1', gas_received: '2' };
  expect([presentGasUsage(row, true), presentGasUsage(row, false)]).toEqual(['2', '1']);
  expect(presentGasUsage({ ...row, gas_received: '0' }, true)).toBe('1');
});
