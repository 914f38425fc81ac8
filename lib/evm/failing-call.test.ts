import { expect, test } from 'vitest';
import { findFailingCall, findProxy } from './failing-call';

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

test('a call is passed on by a proxy whose function it is, not by a caller of a library, nor to itself', () => {
  const [proxy, code] = [Buffer.of(1), Buffer.of(2)];
  const of = (index: number, depth: number, [type, selector, to = code]: [string, string, Buffer?]) => ({
    ...{ index, depth, type, input: Buffer.from(selector), from_address: proxy, to_address: to },
  });
  const own = Buffer.from('send');
  const [toProxy, passedOn] = [of(1, 1, ['call', 'pull']), of(3, 2, ['delegatecall', 'pull'])];
  expect(findProxy([toProxy, of(2, 2, ['call', 'look']), passedOn], passedOn, own)).toBe(proxy);
  expect(findProxy([], of(1, 1, ['delegatecall', 'send']), own)).toBe(proxy);
  expect(findProxy([], of(1, 1, ['delegatecall', 'send', proxy]), own)).toBeNull();
  expect(findProxy([toProxy], of(2, 2, ['delegatecall', 'sort']), own)).toBeNull();
  expect(findProxy([toProxy], of(2, 2, ['call', 'pull']), own)).toBeNull();
  expect(findProxy([], of(1, 1, ['delegatecall', '']), Buffer.alloc(0))).toBeNull();
});
