import { expect, test } from 'vitest';
import { message } from '@/lib/messages/message';
import type { CheckResult } from '@/lib/verification/source-check';
import { presentVerificationState } from './present';

const address = `0x${'11'.repeat(20)}`;
const OPEN = { address_hash: address, is_fully_verified: null, message: null, compiler_errors: [] };
const shown = (result: CheckResult) => presentVerificationState({ state: 'done', address, result });

test('a verification that waits, runs, or has ended', () => {
  expect(presentVerificationState({ state: 'waiting', address })).toEqual({ ...OPEN, status: 'queued' });
  expect(presentVerificationState({ state: 'running', address })).toEqual({ ...OPEN, status: 'running' });
  expect(shown({ outcome: 'no match', reason: message('code_differs') })).toEqual({
    ...OPEN,
    status: 'failed',
    ...message('code_differs'),
  });
  expect(shown({ outcome: 'compiler errors', errors: ['one', 'two'] })).toEqual({
    ...OPEN,
    status: 'failed',
    ...message('compiler_errors'),
    compiler_errors: ['one', 'two'],
  });
  const matched = {
    outcome: 'matched',
    name: 'A',
    path: 'a.sol',
    compilerVersion: '0.8.37',
    abi: [],
    constructorArguments: null,
    libraries: {},
    storageLayout: null,
  } as const;
  for (const isExact of [true, false]) {
    expect(shown({ ...matched, abi: [], isExact })).toEqual({
      ...OPEN,
      status: 'verified',
      is_fully_verified: isExact,
    });
  }
});
