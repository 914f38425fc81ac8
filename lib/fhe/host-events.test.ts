import {
  type AbiParameter,
  encodeAbiParameters,
  encodeErrorResult,
  encodeEventTopics,
  type Hex,
  parseAbi,
} from 'viem';
import { expect, test } from 'vitest';
import { ERC7984, FHE_ERRORS, FHE_HOST, FHE_OPERATION_EVENTS } from '@/lib/evm/interfaces/confidential';
import { FHE_HOST_ERRORS, FHE_NEWER_EVENTS } from '@/lib/evm/interfaces/fhe-host';
import { decodeError, decodeEvent } from './host-events';

const ABI = parseAbi([
  ...new Set([...FHE_OPERATION_EVENTS, ...FHE_HOST, ...FHE_NEWER_EVENTS, ...ERC7984, ...FHE_ERRORS]),
  ...FHE_HOST_ERRORS,
]);
const EVENTS = ABI.filter((item) => item.type === 'event');
const ERRORS = ABI.filter((item) => item.type === 'error');

/** A value of a type, none of them zero. */
function sampleOf(parameter: AbiParameter): unknown {
  const list = /^(.*)\[\]$/.exec(parameter.type)?.[1];
  if (list !== undefined) return [sampleOf({ ...parameter, type: list })];
  if ('components' in parameter) return parameter.components.map(sampleOf);
  if (parameter.type === 'string') return 'text';
  if (parameter.type === 'bool') return true;
  if (parameter.type === 'address') return `0x${'12'.repeat(20)}`;
  if (parameter.type === 'bytes') return '0x123456';
  const bytes = /^bytes(\d+)$/.exec(parameter.type)?.[1];
  if (bytes !== undefined) return `0x${'34'.repeat(Number(bytes))}`;
  return Number(/\d+$/.exec(parameter.type)?.[0]) <= 48 ? 7 : 7n;
}

test('every event of the host contracts and of confidential tokens is decoded by name, with its values', () => {
  for (const event of EVENTS) {
    const args = Object.fromEntries(event.inputs.map((input) => [input.name ?? '', sampleOf(input)]));
    const topics = encodeEventTopics({ abi: [event], args }).map(String);
    const plain = event.inputs.filter((input) => !input.indexed);
    const data = encodeAbiParameters(plain, plain.map(sampleOf));
    const decoded = decodeEvent({ topics, data });
    expect(decoded?.name, event.name).toBe(event.name);
    expect(Object.keys(decoded?.values ?? {}), event.name).toHaveLength(event.inputs.length);
  }
  expect(EVENTS.length).toBeGreaterThan(100);
});

test('every error of theirs is decoded by name, with its values', () => {
  for (const error of ERRORS) {
    const data = encodeErrorResult({ abi: [error], errorName: error.name, args: error.inputs.map(sampleOf) });
    const decoded = decodeError(data);
    expect(decoded?.name, error.name).toBe(error.name);
    expect(Object.keys(decoded?.values ?? {}), error.name).toHaveLength(error.inputs.length);
  }
  expect(ERRORS.length).toBeGreaterThan(180);
});

test('values are text', () => {
  const handle: Hex = `0x${'a1'.repeat(32)}`;
  const abi = parseAbi(['error ACLNotAllowed(bytes32 handle, address account)']);
  const account = '0x50157CFfD6bBFA2DECe204a89ec419c23ef5755D';
  const data = encodeErrorResult({ abi, args: [handle, account] });
  expect(decodeError(data)).toEqual({
    name: 'ACLNotAllowed',
    declaration: 'ACLNotAllowed(bytes32 handle, address account)',
    values: { handle, account },
  });
});

test('what is not known is not decoded', () => {
  expect(decodeError('0x12345678')).toBeUndefined();
  expect(decodeError('0x9de3392c')).toBeUndefined();
  expect(decodeEvent({ topics: [], data: '0x' })).toBeUndefined();
  expect(() => decodeError('nothing')).toThrow(TypeError);
});
