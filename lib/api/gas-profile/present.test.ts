import { expect, test } from 'vitest';
import { presentAddress } from '@/lib/api/address/present';
import { buildCallTree } from '@/lib/evm/call-tree';
import type { InternalCall } from '@/lib/evm/internal-calls';
import { BUILT_IN } from '@/lib/evm/signatures';
import { accountRow, address, byAddress, hash, hex, NO_ACCOUNTS } from '@/test/support/rows';
import { SHIPPED } from '@/test/support/shipped-names';
import {
  nameMethods,
  presentAccount,
  presentBars,
  presentContracts,
  presentMethods,
  presentWrites,
  targetOf,
} from './present';

const TRANSFER = Buffer.from(`a9059cbb${'0'.repeat(128)}`, 'hex');
const call = (index: number, changes: Partial<InternalCall>): InternalCall => ({
  index,
  depth: index === 0 ? 0 : 1,
  type: 'call',
  from: address(0x10),
  to: address(0x11),
  createdContract: null,
  value: 0n,
  gasLimit: null,
  gasUsed: 0n,
  input: Buffer.alloc(0),
  inputSize: 0,
  output: null,
  error: null,
  isReverted: false,
  ...changes,
});
const tree = buildCallTree([
  call(0, { gasUsed: 10_000n, input: TRANSFER }),
  call(1, { to: null, createdContract: address(0x12), type: 'create', gasUsed: 4_000n }),
  call(2, { to: null, type: 'create', gasUsed: 1_000n, error: 'out of gas' }),
  call(3, { gasUsed: 3n }),
]);
const own = tree.map(({ ownGas }) => ownGas);
const addresses = byAddress(accountRow({ address: address(0x11), is_contract: true }));
const methods = nameMethods(tree, { addresses, signatures: [BUILT_IN, ...SHIPPED] });
const profile = { tree, own, methods, addresses };

test('the contract that runs is the one called or created; a failed creation has none', () => {
  expect(tree.map((node) => targetOf(node.call))).toEqual([
    address(0x11),
    address(0x12),
    null,
    address(0x11),
  ]);
  expect(methods).toEqual(['transfer', null, null, null]);
});

test('gas by contract and method leaves out what ran no known contract, and counts what is omitted', () => {
  const groups = [
    { first: 0, calls: 2, own: 5_000n, total: 10_000n, isExact: false },
    { first: 2, calls: 1, own: 1_000n, total: 1_000n, isExact: true },
  ];
  const shown = { calls: 2, own_gas: '5000', is_own_gas_exact: false, total_gas: '10000' };
  const contract = presentAddress(address(0x11), addresses);
  expect(presentContracts(groups, profile)).toEqual([{ address: contract, ...shown }]);
  expect(presentMethods(groups, profile)).toEqual({
    methods: [{ address: contract, method: 'transfer', ...shown }],
    groups_omitted: 0,
  });
  const many = Array.from({ length: 203 }, () => groups[0] ?? groups).flat();
  const cut = presentMethods(many, profile);
  expect([cut.methods.length, cut.groups_omitted]).toEqual([200, 3]);
});

test('bars are the calls wide enough to be seen, within their parents', () => {
  const bars = presentBars(profile, 10_000n);
  expect(bars.map(({ index, parent, depth, total_gas }) => [index, parent, depth, total_gas])).toEqual([
    [0, null, 0, '10000'],
    [1, 0, 1, '4000'],
    [2, 0, 1, '1000'],
  ]);
  expect(bars.map(({ own_gas, is_failed }) => [own_gas, is_failed])).toEqual([
    ['4997', false],
    ['4000', false],
    ['1000', true],
  ]);
  expect(bars[2]?.address).toBeNull();
});

test('what is not gas of calls: a refund of 0 is one, an unknown refund is null', () => {
  const account = {
    intrinsic: 21_064n,
    isIntrinsicExact: true,
    calldata: { zeroBytes: 0, otherBytes: 4, gas: 64n },
    calls: 1n,
    refund: 0n,
    floorSurcharge: null,
  };
  expect(presentAccount(account)).toEqual({
    intrinsic_gas: '21064',
    is_intrinsic_exact: true,
    calldata: { zero_bytes: 0, other_bytes: 4, gas: '64' },
    refund: '0',
    floor_surcharge: null,
  });
});

test('storage writes', () => {
  const write = { address: address(0x11), slot: hash(1), value: hash(0), gas: null };
  const traced = { writes: [write], count: 120, gas: 2n ** 60n, refundCounter: 0n };
  expect(presentWrites(traced, NO_ACCOUNTS)).toEqual({
    writes_count: 120,
    gas: String(2n ** 60n),
    writes: [
      {
        address: presentAddress(address(0x11), NO_ACCOUNTS),
        slot: hex(hash(1)),
        value: hex(hash(0)),
        gas: null,
      },
    ],
  });
});
