import { expect, test } from 'vitest';
import { findFailingCall } from './failing-call';

const call = (name: string, depth: number, error: string | null = null) => ({
  ...{ name, depth, error },
  output: null as Buffer | null,
});
const returning = (output: string, one: ReturnType<typeof call>) => ({ ...one, output: Buffer.from(output) });
const nameOf = (output: string | null, ...calls: ReturnType<typeof call>[]) =>
  findFailingCall(calls, output === null ? null : Buffer.from(output))?.name;

test('the failing call is the innermost of those that failed last', () => {
  expect(nameOf(null, call('a', 1), call('b', 1, 'x'), call('c', 2), call('d', 2, 'x'))).toBe('d');
  expect(nameOf(null, call('a', 1, 'x'), call('b', 1, 'x'), call('c', 2, 'x'), call('d', 2))).toBe('b');
  expect(nameOf(null, call('caught', 1, 'x'), call('b', 1))).toBeUndefined();
  expect(nameOf(null)).toBeUndefined();
});

test('one that failed earlier is the cause when its bytes were returned', () => {
  const fail = (name: string, depth: number) => returning('why', call(name, depth, 'x'));
  const calls = [fail('a', 1), fail('inner', 2), call('log', 1)];
  expect(nameOf('why', ...calls)).toBe('inner');
  expect(nameOf('else', ...calls)).toBeUndefined();
  expect(nameOf('', returning('', call('a', 1, 'x')), call('log', 1))).toBeUndefined();
});
