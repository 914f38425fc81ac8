import { encodeAbiParameters } from 'viem';
import { expect, test } from 'vitest';
import { hexToBuffer } from '@/lib/evm/hex';
import { presentLinks } from './links-present';

const OWNER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const inputs = [
  { internalType: 'address', name: 'owner', type: 'address' },
  {
    internalType: 'struct Box.Side[]',
    name: 'sides',
    type: 'tuple[]',
    components: [{ internalType: 'uint256', name: 'length', type: 'uint256' }],
  },
];
const abi = [
  { type: 'event', name: 'E', inputs: [] },
  { type: 'constructor', inputs },
];
const constructorArguments = hexToBuffer(
  encodeAbiParameters(inputs, [OWNER, [{ length: 2n }, { length: 3n }]]),
);

test('arguments are decoded by the ABI, each with its parameter', () => {
  expect(presentLinks({ constructorArguments, abi, libraries: undefined })).toMatchObject({
    has_constructor_args: true,
    constructor_args: `0x${constructorArguments.toString('hex')}`,
    decoded_constructor_args: [
      [OWNER, inputs[0]],
      [[['2'], ['3']], inputs[1]],
    ],
  });
});

test.each([
  ['are not known', { constructorArguments: null, abi, libraries: null }],
  ['are none', { constructorArguments: Buffer.alloc(0), abi, libraries: null }],
  ['have no ABI', { constructorArguments, abi: null, libraries: null }],
  [
    'have no constructor',
    { constructorArguments, abi: [{ type: 'event', name: 'E', inputs: [] }], libraries: null },
  ],
  ['do not match', { constructorArguments: constructorArguments.subarray(0, 40), abi, libraries: null }],
  [
    'have an unknown type',
    { constructorArguments, abi: [{ type: 'constructor', inputs: [{ type: '<b>' }] }], libraries: null },
  ],
])('arguments that %s are not decoded', (_, known) => {
  expect(presentLinks(known).decoded_constructor_args).toBeNull();
});

test('libraries are named without their file', () => {
  const libraries = { 'src/Math.sol:Math': OWNER, Odd: 'no address' };
  expect(presentLinks({ constructorArguments: null, abi: null, libraries }).external_libraries).toEqual([
    { name: 'Math', address_hash: OWNER },
  ]);
});
