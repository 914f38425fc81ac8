import {
  encodeAbiParameters,
  encodeFunctionData,
  keccak256,
  parseAbi,
  parseAbiParameters,
  stringToBytes,
} from 'viem';
import { expect, test } from 'vitest';
import { SHIPPED } from '@/test/support/shipped-names';
import type { DecodedCall } from './abi';
import { findCallInputs, findLogInputs } from './find-declaration';
import { guessCall } from './guess-call';
import { hexToBuffer } from './hex';
import { BUILT_IN, decodeKnownCall, decodeKnownLog, indexSignatures } from './signatures';
import { decodeRouterCommand } from './universal-router';

const ABI = parseAbi([
  'struct Leg { address token; uint256 amount; }',
  'function dive(Leg[] legs, uint256 depth)',
  'event Dived(address indexed diver, Leg leg)',
]);
const OWN = indexSignatures(ABI);
const DIVER = `0x${'1'.repeat(40)}` as const;
const leg = { token: DIVER, amount: 7n };
const LEG = { type: 'tuple', components: [{ name: 'token' }, { name: 'amount' }] };
const decode = (data: string): DecodedCall => {
  const call = decodeKnownCall(hexToBuffer(data), [OWN]);
  if (call === undefined) throw new Error('not decoded');
  return call;
};

test('the fields of a struct have the names of the source that decoded the call', () => {
  const call = decode(encodeFunctionData({ abi: ABI, functionName: 'dive', args: [[leg], 9n] }));
  expect(findCallInputs(call, [BUILT_IN, OWN])).toMatchObject([
    { name: 'legs', ...LEG, type: 'tuple[]' },
    { name: 'depth', type: 'uint256' },
  ]);
  expect(findCallInputs(call, [BUILT_IN])).toBeUndefined();
});

test('a shipped function is found too, and a call without a struct has none', () => {
  const abi = parseAbi([
    'function exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params)',
    'function transfer(address to, uint256 value)',
  ]);
  const params = {
    ...{ tokenIn: DIVER, tokenOut: DIVER, fee: 500, recipient: DIVER, deadline: 1n, amountIn: 2n },
    ...{ amountOutMinimum: 3n, sqrtPriceLimitX96: 0n },
  };
  const swap = guessCall(
    hexToBuffer(encodeFunctionData({ abi, functionName: 'exactInputSingle', args: [params] })),
    SHIPPED,
  );
  if (swap === undefined) throw new Error('not guessed');
  const [input] = findCallInputs(swap, SHIPPED) ?? [];
  expect(input).toMatchObject({
    components: [{ name: 'tokenIn' }, { name: 'tokenOut' }, ...Array(6).fill({})],
  });
  const sent = encodeFunctionData({ abi, functionName: 'transfer', args: [DIVER, 1n] });
  const transfer = decodeKnownCall(hexToBuffer(sent));
  expect(transfer && findCallInputs(transfer, [BUILT_IN])).toBeUndefined();
});

test('a command of a router has the names of its structs', () => {
  const types = parseAbiParameters([
    'Permit permit, bytes signature',
    'struct Permit { Details details; address spender; uint256 sigDeadline; }',
    'struct Details { address token; uint160 amount; uint48 expiration; uint48 nonce; }',
  ]);
  const sent = encodeAbiParameters(types, [
    { details: { token: DIVER, amount: 1n, expiration: 2, nonce: 0 }, spender: DIVER, sigDeadline: 3n },
    '0x01',
  ]);
  const decoded = decodeRouterCommand(0x0a, hexToBuffer(sent), []);
  if (decoded === undefined) throw new Error('not decoded');
  const [input] = findCallInputs(decoded.call, []) ?? [];
  expect(input).toMatchObject({
    name: 'permit',
    components: [{ name: 'details' }, { name: 'spender' }, { name: 'sigDeadline' }],
  });
});

test('an event with a struct is found by its topic and its indexed parameters', () => {
  const topic = Buffer.from(keccak256(stringToBytes('Dived(address,(address,uint256))'), 'bytes'));
  const topics = [topic, hexToBuffer(encodeAbiParameters([{ type: 'address' }], [DIVER]))];
  const [event] = ABI.filter(({ type }) => type === 'event');
  const struct = event?.inputs[1];
  if (struct === undefined) throw new Error('no event');
  const data = hexToBuffer(encodeAbiParameters([struct], [leg]));
  const decoded = decodeKnownLog({ topics, data }, [OWN]);
  if (decoded === undefined) throw new Error('not decoded');
  expect(findLogInputs({ topic, decoded }, [OWN])?.[1]).toMatchObject({ name: 'leg', ...LEG });
  expect(findLogInputs({ topic, decoded }, [BUILT_IN])).toBeUndefined();
  expect(findLogInputs({ topic: null, decoded }, [OWN])).toBeUndefined();
});
