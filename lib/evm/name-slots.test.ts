import { encodeAbiParameters, type Hex, hexToBigInt, keccak256 } from 'viem';
import { expect, test } from 'vitest';
import { hexToBuffer } from './hex';
import { nameSlots } from './name-slots';
import { addressToWord } from './words';

const [ALICE, BOB] = [`0x${'a1'.repeat(20)}`, `0x${'b2'.repeat(20)}`] as const;
const KEYS = [ALICE, BOB].map((address) => addressToWord(hexToBuffer(address)));
const inplace = (label: string, numberOfBytes: string) => ({ encoding: 'inplace', label, numberOfBytes });

/** As solc writes it. */
const LAYOUT = {
  storage: [
    { label: 'owner', offset: 0, slot: '0', type: 't_address' },
    { label: 'isPaused', offset: 20, slot: '0', type: 't_bool' },
    { label: 'balances', offset: 0, slot: '1', type: 't_mapping(t_address,t_uint256)' },
    { label: 'allowances', offset: 0, slot: '2', type: 't_mapping(t_address,t_mapping)' },
    { label: 'positions', offset: 0, slot: '3', type: 't_array(t_struct)dyn_storage' },
    { label: 'pair', offset: 0, slot: '4', type: 't_struct' },
    { label: 'fixed', offset: 0, slot: '6', type: 't_array(t_uint128)3_storage' },
    { label: 'note', offset: 0, slot: '8', type: 't_string_storage' },
  ],
  types: {
    t_address: inplace('address', '20'),
    t_bool: inplace('bool', '1'),
    t_uint128: inplace('uint128', '16'),
    t_uint256: inplace('uint256', '32'),
    't_mapping(t_address,t_uint256)': {
      ...{ encoding: 'mapping', key: 't_address', label: 'mapping(address => uint256)', numberOfBytes: '32' },
      value: 't_uint256',
    },
    't_mapping(t_address,t_mapping)': {
      ...{ encoding: 'mapping', key: 't_address', label: 'mapping', numberOfBytes: '32' },
      value: 't_mapping(t_address,t_uint256)',
    },
    t_struct: {
      ...inplace('struct Pair', '64'),
      members: [
        { label: 'holder', offset: 0, slot: '0', type: 't_address' },
        { label: 'amount', offset: 0, slot: '1', type: 't_uint256' },
      ],
    },
    't_array(t_struct)dyn_storage': {
      ...{ encoding: 'dynamic_array', base: 't_struct', label: 'struct Pair[]', numberOfBytes: '32' },
    },
    't_array(t_uint128)3_storage': { ...inplace('uint128[3]', '64'), base: 't_uint128' },
    t_string_storage: { encoding: 'bytes', label: 'string', numberOfBytes: '32' },
  },
};

const hashed = (...words: readonly bigint[]) =>
  hexToBigInt(
    keccak256(
      words
        .map((word) => word.toString(16).padStart(64, '0'))
        .reduce((all, word) => `${all}${word}`, '0x') as Hex,
    ),
  );
const ofMapping = (address: Hex, slot: bigint) =>
  hexToBigInt(keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [address, slot])));
const namesOf = (slot: bigint, layout: unknown = LAYOUT) =>
  nameSlots(layout, [slot], KEYS)
    .get(slot)
    ?.map(({ name, type }) => `${type} ${name}`);

test.each([
  ['values that share a slot', 0n, ['address owner', 'bool isPaused']],
  ['a mapping', ofMapping(ALICE, 1n), [`uint256 balances[${ALICE}]`]],
  ['a mapping of mappings', ofMapping(BOB, ofMapping(ALICE, 2n)), [`uint256 allowances[${ALICE}][${BOB}]`]],
  ['the length of an array', 3n, ['uint256 positions.length']],
  ['a member of an element', hashed(3n) + 15n, ['uint256 positions[7].amount']],
  ['a member of a struct', 5n, ['uint256 pair.amount']],
  ['elements that share a slot', 6n, ['uint128 fixed[0]', 'uint128 fixed[1]']],
  ['a string', 8n, ['string note']],
  ['a long string', hashed(8n) + 1n, ['string note']],
  ['a key that is not known', ofMapping(`0x${'c3'.repeat(20)}`, 1n), undefined],
  ['a slot that no variable has', 99n, undefined],
])('the slot of %s', (_, slot, names) => {
  expect(namesOf(slot)).toEqual(names);
});

test('what is no layout, or has no end, names nothing', () => {
  const endless = { t: { ...inplace('struct T', '32'), members: [{ label: 'a', slot: '0', type: 't' }] } };
  const wide = {
    m: { encoding: 'mapping', key: 't_address', label: 'm', numberOfBytes: '32', value: 'm' },
  };
  const storage = (type: string) => [{ label: 'a', offset: 0, slot: '0', type }];
  for (const layout of [
    ...[null, [], {}, { storage: {} }, { storage: [null, { label: 1 }] }, { storage: storage('t') }],
    ...[
      { storage: storage('t'), types: [] },
      { storage: storage('t'), types: { t: {} } },
    ],
    ...[
      { storage: storage('t'), types: endless },
      { storage: storage('m'), types: wide },
    ],
    { storage: [{ label: 'a', slot: '-1', type: 't_bool' }], types: LAYOUT.types },
  ])
    expect(namesOf(0n, layout)).toBeUndefined();
});
