import { expect, test } from 'vitest';
import { message } from '@/lib/messages/message';
import type { CheckResult } from '@/lib/verification/source-check';
import { describeVerification, presentVerificationState } from './present';

const address = `0x${'11'.repeat(20)}`;
const job = { chainId: 1, address, startedAt: new Date(0), endedAt: null };
const OPEN = {
  ...{ address_hash: address, is_fully_verified: null, message: null, compiler_errors: [] },
  ...{ ahead: null, contract_name: null, findings: [] },
};
const shown = (result: CheckResult) => presentVerificationState({ ...job, state: 'done', result });

test('a verification that waits, runs, or has ended', () => {
  expect(presentVerificationState({ ...job, state: 'waiting', ahead: 3 })).toEqual({
    ...OPEN,
    ...{ status: 'queued', ahead: 3 },
  });
  expect(presentVerificationState({ ...job, state: 'running' })).toEqual({ ...OPEN, status: 'running' });
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
      ...{ status: 'verified', contract_name: 'A' },
      is_fully_verified: isExact,
    });
  }
});

test('the compilers that need no download, where others come from, and why they do not', () => {
  const choice = { versions: ['0.8.37', '0.8.30'], installed: ['0.8.37'], host: 'registry.example' };
  expect(describeVerification({ ...choice, reason: undefined })).toMatchObject({
    solidity_compiler_versions: ['v0.8.37', 'v0.8.30'],
    solidity_compilers: { installed_versions: ['v0.8.37'], host: 'registry.example', reason: null },
  });
  const reason = message('compilers_unreachable', { host: 'registry.example' });
  expect(describeVerification({ ...choice, reason }).solidity_compilers).toMatchObject({
    reason: expect.stringContaining('registry.example did not send'),
    code: 'compilers_unreachable',
  });
  expect(describeVerification(undefined)).toMatchObject({
    ...{ verification_options: [], solidity_compiler_versions: [], solidity_compilers: null },
  });
});
