import { expect, test } from 'vitest';
import { BUILT_IN } from '@/lib/evm/signatures';
import { INVALID_UTF8, transactionRow } from '@/test/support/rows';
import { SHIPPED } from '@/test/support/shipped-names';
import { presentOutcome, presentReasonText, statusOf } from './outcome-present';

const outcomeOf = (changes: Parameters<typeof transactionRow>[0]) =>
  presentOutcome(transactionRow(changes), [BUILT_IN, ...SHIPPED]);
const word = (hex: string) => hex.padStart(64, '0');
const NO = Buffer.from(`08c379a0${word('20')}${word('2')}${'6e6f'.padEnd(64, '0')}`, 'hex');
const NO_REASON = { revert_reason: null, decoded_revert_reason: null, revert_reason_source: null };

test('a success has no reason, whatever is stored', () => {
  expect(outcomeOf({ revert_output: NO, revert_source: 'trace' })).toEqual({
    status: 'ok',
    result: 'success',
    ...NO_REASON,
  });
});

test('a failure without traces, with an error, and with one that is no UTF-8', () => {
  const failed = { status: 'error', result: 'execution reverted', ...NO_REASON };
  expect(outcomeOf({ status: 0 })).toEqual(failed);
  expect(outcomeOf({ status: 0, error: Buffer.from('out of gas') })).toEqual({
    ...failed,
    result: 'out of gas',
  });
  expect(outcomeOf({ status: 0, error: INVALID_UTF8 })).toEqual({ ...failed, result: 'A\ufffdB' });
  expect(outcomeOf({ status: 0, revert_output: Buffer.alloc(0), revert_source: 'trace' })).toMatchObject({
    revert_reason: null,
    decoded_revert_reason: null,
  });
});

const textOf = (changes: Parameters<typeof transactionRow>[0]) =>
  presentReasonText(transactionRow(changes), [BUILT_IN, ...SHIPPED]);

test('a reason is decoded, else as returned; as text for the specification', () => {
  const decoded = {
    method_call: 'Error(string reason)',
    method_id: '08c379a0',
    parameters: [{ name: 'reason', type: 'string', value: 'no' }],
  };
  const unknown = { status: 0 as const, revert_output: Buffer.from('010203', 'hex') };
  expect(outcomeOf(unknown)).toMatchObject({
    revert_reason: { raw: '0x010203' },
    decoded_revert_reason: null,
  });
  expect([textOf(unknown), textOf({ status: 0 }), textOf({ revert_output: NO })]).toEqual([
    '0x010203',
    null,
    null,
  ]);
  expect(textOf({ status: 0, revert_output: NO })).toBe('no');
  expect(outcomeOf({ status: 0, revert_output: NO, revert_source: 'replay' })).toEqual({
    status: 'error',
    result: 'execution reverted',
    revert_reason: decoded,
    decoded_revert_reason: decoded,
    revert_reason_source: 'replay',
  });
});

test('before Byzantium only traces tell how a transaction ended', () => {
  const old = { status: null, error: null };
  expect(statusOf({ ...old, has_error_in_internal_transactions: null })).toBeNull();
  expect(statusOf({ ...old, has_error_in_internal_transactions: true })).toBe('ok');
  expect(statusOf({ ...old, error: Buffer.from('x'), has_error_in_internal_transactions: true })).toBe(
    'error',
  );
  expect(outcomeOf({ status: null, has_error_in_internal_transactions: null })).toEqual({
    status: null,
    result: 'awaiting_internal_transactions',
    ...NO_REASON,
  });
});
