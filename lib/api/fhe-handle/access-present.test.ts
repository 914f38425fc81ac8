import { expect, test } from 'vitest';
import { addressToWord } from '@/lib/evm/words';
import { DELEGATION_TOPICS } from '@/lib/fhe/delegations';
import { word } from '@/test/support/evm-logs';
import { address, hash, hex, NO_ACCOUNTS } from '@/test/support/rows';
import { presentAccountDelegation, presentGranted } from './access-present';
import { latestOf } from './delegations-loader';

const AT = { block_number: 7, log_index: 3, transaction_hash: hash(9), timestamp: 0 };

test('a granted value has its type, and who granted it', () => {
  const handle = Buffer.alloc(32, 5);
  const row = { ...AT, handle, topic1: addressToWord(address(4)) };
  expect(presentGranted(row, NO_ACCOUNTS)).toMatchObject({
    ...{ handle: hex(handle), fhe_type: 'Uint64', caller: { hash: hex(address(4)) }, log_index: 3 },
  });
});

const given = (expiry: bigint, contract = address(6)) => ({
  ...{ ...AT, address: address(1), topic0: DELEGATION_TOPICS[0] ?? null },
  ...{ topic1: addressToWord(address(2)), topic2: addressToWord(address(3)) },
  data: Buffer.concat([addressToWord(contract), word(1), word(0), word(expiry)]),
});
const revoked = { ...given(0n), topic0: DELEGATION_TOPICS[1] ?? null };

test('a delegation is in force until it ends, or is revoked', () => {
  const present = (log: ReturnType<typeof given>, now: number) =>
    latestOf([log]).map((one) =>
      presentAccountDelegation({ ...one, direction: 'by' }, { addresses: NO_ACCOUNTS, now }),
    );
  expect(present(given(100n), 99)).toMatchObject([
    { state: 'active', expires_at: '1970-01-01T00:01:40.000000Z', contract: { hash: hex(address(6)) } },
  ]);
  expect(present(given(100n), 100)).toMatchObject([{ state: 'expired' }]);
  expect(present(revoked, 1)).toMatchObject([{ state: 'revoked', expires_at: null }]);
  const forever = given(2n ** 64n - 1n, Buffer.alloc(20, 0xff));
  expect(present(forever, 2_000_000_000)).toMatchObject([
    { state: 'active', expires_at: null, contract: null, direction: 'by' },
  ]);
});

test('the latest change of a delegation counts, and data that is cut off does not', () => {
  expect(latestOf([revoked, given(100n)]).map(({ expiresAt }) => expiresAt)).toEqual([0n]);
  expect(latestOf([{ ...given(100n), data: Buffer.alloc(90) }])).toEqual([]);
});
