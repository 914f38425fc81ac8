import { describe, expect, test } from 'vitest';
import { address, byAddress, hash, hex, NO_ACCOUNTS, NO_TOKENS, tokenRow } from '@/test/support/rows';
import { type ApprovalState, collectApprovals, isEmptyApproval, originKey, presentApproval } from './present';

const AMOUNT = Buffer.from('8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925', 'hex');
const MAX = 2n ** 256n - 1n;
const [contract, spender] = [address(0x20), address(0x30)];
const word = (bytes: Buffer) => Buffer.concat([Buffer.alloc(32 - bytes.length), bytes]);
const none = Buffer.alloc(0);
const row = (block_number: number, log_index: number, tokenId?: number) => ({
  ...{ address: contract, block_number, log_index, transaction_index: 0 },
  ...{
    topic0: AMOUNT,
    topic2: word(spender),
    topic3: tokenId === undefined ? none : word(Buffer.of(tokenId)),
  },
  data: tokenId === undefined ? Buffer.alloc(32, 0xff) : none,
});
const approval: ApprovalState = {
  ...row(0, 0),
  ...{ kind: 'amount', spender, tokenId: undefined, value: MAX, isRevoked: false },
};
const origin = { block_number: 0, transaction_index: 0, hash: hash(1), timestamp: 0 };
const context = {
  ...{ tokens: byAddress(tokenRow({ address: contract })), addresses: NO_ACCOUNTS },
  origins: new Map([[originKey(origin), origin]]),
};

test('approvals are newest first; of one NFT the last one counts, of amounts every one; other shapes are left out', () => {
  const rows = [row(1, 0, 7), row(3, 0), row(2, 5, 7), row(2, 6, 8), { ...row(9, 9), data: Buffer.of(1) }];
  const found = collectApprovals(rows).map(({ block_number, tokenId }) => [block_number, tokenId]);
  expect(found).toEqual([
    [3, undefined],
    [2, 8n],
    [2, 7n],
  ]);
});

test.each([
  ['amount', 0n, true],
  ['amount', MAX, false],
  ['nft', 1n, false],
  ['all', 0n, true],
  ['all_until', 100n, true],
  ['all_until', 101n, false],
] as const)('%s of %s at second 100 is empty: %s', (kind, value, expected) => {
  expect(isEmptyApproval({ kind, value, spender, tokenId: undefined }, 100)).toBe(expected);
});

describe('an approval in an answer', () => {
  test('of the largest amount at position 0 has every digit and no limit', () => {
    expect(presentApproval(approval, context)).toMatchObject({
      ...{ limit: String(MAX), is_unlimited: true, token_id: null, valid_until: null, is_revoked: false },
      ...{
        block_number: 0,
        log_index: 0,
        transaction_hash: hex(hash(1)),
        timestamp: '1970-01-01T00:00:00.000000Z',
      },
    });
  });

  test.each([
    [
      { kind: 'amount', value: 0n },
      { limit: '0', is_unlimited: false },
    ],
    [
      { kind: 'nft', value: 1n, tokenId: 0n },
      { limit: null, is_unlimited: false, token_id: '0' },
    ],
    [
      { kind: 'amount_of_id', value: 5n, tokenId: MAX },
      { limit: '5', token_id: String(MAX) },
    ],
    [
      { kind: 'all_until', value: 0n },
      { limit: null, valid_until: '1970-01-01T00:00:00.000000Z' },
    ],
    [
      { kind: 'all_until', value: 2n ** 48n - 1n },
      { limit: null, valid_until: null },
    ],
  ] as const)('%o', (changes, expected) => {
    expect(presentApproval({ ...approval, ...changes }, context)).toMatchObject(expected);
  });

  test('has no token where none is known, and needs its transaction', () => {
    expect(presentApproval(approval, { ...context, tokens: NO_TOKENS }).token).toBeNull();
    expect(() => presentApproval(approval, { ...context, origins: new Map() })).toThrow(
      'no transaction at 0/0',
    );
  });
});
