import { expect, test } from 'vitest';
import { presentAddress } from '@/lib/api/address/present';
import { bufferToHex } from '@/lib/evm/hex';
import { keccak256 } from '@/lib/evm/keccak';
import { wordToHex } from '@/lib/evm/words';
import { address, NO_ACCOUNTS } from '@/test/support/rows';
import { presentAccountChange, presentListedSlots, presentTracedSlots } from './storage-present';

const [contract, delegate] = [address(0x10), address(0x11)];
const OWNER = { name: 'owner', type: 'address' };
const context = {
  addresses: NO_ACCOUNTS,
  namesOf: (_: Buffer, slot: bigint) => (slot === 7n ? [OWNER] : []),
};
const shown = presentAddress(contract, NO_ACCOUNTS);

test('slots of an access list, whose value before may be unknown, and of a trace', () => {
  const slots = [
    { slot: 0n, before: null, after: 2n ** 256n - 1n, isBeforeProven: false },
    { slot: 7n, before: 0n, after: 1n, isBeforeProven: true },
  ];
  expect(presentListedSlots({ address: contract, slots, count: 9 }, context)).toEqual({
    address: shown,
    slots_count: 9,
    slots: [
      {
        slot: wordToHex(0n),
        variables: [],
        before: null,
        after: `0x${'f'.repeat(64)}`,
        is_before_proven: false,
      },
      {
        slot: wordToHex(7n),
        variables: [OWNER],
        before: wordToHex(0n),
        after: wordToHex(1n),
        is_before_proven: true,
      },
    ],
  });
  const [one, two] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const traced = { address: contract, slots: [{ slot: one, before: two, after: one }], count: 1 };
  expect(presentTracedSlots(traced, context)).toMatchObject({
    slots: [{ before: bufferToHex(two), is_before_proven: false }],
  });
});

test('a nonce alone, and code that becomes a delegation', () => {
  const nonce = { before: null, after: 2n ** 64n - 1n, isBeforeProven: false };
  expect(presentAccountChange({ address: contract, nonce, code: null }, NO_ACCOUNTS)).toEqual({
    address: shown,
    nonce: { before: null, after: '18446744073709551615', is_before_proven: false },
    code: null,
  });
  const delegation = Buffer.concat([Buffer.from('ef0100', 'hex'), delegate]);
  const code = { before: Buffer.alloc(0), after: delegation, isBeforeProven: true };
  expect(presentAccountChange({ address: contract, nonce: null, code }, NO_ACCOUNTS).code).toEqual({
    before: { size: 0, hash: bufferToHex(keccak256(Buffer.alloc(0))), delegate: null },
    after: {
      size: 23,
      hash: bufferToHex(keccak256(delegation)),
      delegate: presentAddress(delegate, NO_ACCOUNTS),
    },
    is_before_proven: true,
  });
});
