import { expect, test } from 'vitest';
import { findContradiction, undoAll } from './check-trace';
import { type TracedCall, walkCallFrames, walkParityTraces } from './traces';

const address = (byte: number) => Buffer.alloc(20, byte);
const hex = (bytes: Buffer) => `0x${bytes.toString('hex')}`;
const [ALICE, BOB, MADE] = [address(1), address(2), address(3)];
const CALL = { from: ALICE, to: BOB, value: 5n };
const CREATION = { from: ALICE, to: null, value: 0n };
const SUCCESS = { status: 1 as const, contractAddress: null };
const FAILURE = { status: 0 as const, contractAddress: null };
const frame = { type: 'CALL', from: hex(ALICE), to: hex(BOB), value: '0x5' };
const geth = (changes: object = {}) => walkCallFrames({ ...frame, ...changes });
const parity = (action: object, changes: object = {}) =>
  walkParityTraces([{ type: 'call', action: { ...frame, ...action }, traceAddress: [], ...changes }]);

test.each<[string, readonly TracedCall[], string | undefined]>([
  ['the same', geth(), undefined],
  ['the same, as Parity writes it', parity({}), undefined],
  ['in capitals', geth({ from: hex(ALICE).toUpperCase().replace('0X', '0x') }), undefined],
  ['with fields left out', geth({ from: undefined, value: undefined }), undefined],
  ['no calls at all', [], undefined],
  ['of another sender', geth({ from: hex(BOB) }), 'sender'],
  ['of another recipient', parity({ to: hex(ALICE) }), 'recipient'],
  ['of another value', geth({ value: '0x6' }), 'value'],
  ['of no value', parity({ value: '0x0' }), 'value'],
  ['failed', geth({ error: 'execution reverted' }), 'outcome'],
  ['failed, as Parity writes it', parity({}, { error: 'Reverted' }), 'outcome'],
])('a trace of a call that succeeded: %s', (_, calls, expected) => {
  expect(findContradiction(calls, CALL, SUCCESS)).toBe(expected);
});

test('a trace of a creation names its contract', () => {
  const receipt = { ...SUCCESS, contractAddress: MADE };
  const creation = { type: 'CREATE', value: '0x0' };
  expect(findContradiction(geth({ ...creation, to: hex(MADE) }), CREATION, receipt)).toBeUndefined();
  expect(findContradiction(geth({ ...creation, to: hex(BOB) }), CREATION, receipt)).toBe('created contract');
  const failed = geth({ ...creation, to: hex(BOB), error: 'out of gas' });
  expect(findContradiction(failed, CREATION, { ...FAILURE, contractAddress: MADE })).toBeUndefined();
});

test('without a status, an error is no contradiction', () => {
  const calls = geth({ error: 'contract creation code storage out of gas' });
  expect(findContradiction(calls, CALL, { ...SUCCESS, status: null })).toBeUndefined();
});

test('nothing of a failed transaction stays, even if its trace names no error', () => {
  const calls = geth({ calls: [{ ...frame, type: 'CREATE', to: hex(MADE) }] });
  expect(findContradiction(calls, CALL, FAILURE)).toBeUndefined();
  expect(calls.map(({ isReverted }) => isReverted)).toEqual([false, false]);
  expect(undoAll(calls).map(({ isReverted }) => isReverted)).toEqual([true, true]);
});
