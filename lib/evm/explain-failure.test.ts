import { expect, test } from 'vitest';
import { explainReason, findFailingCall } from './explain-failure';

test.each([
  ['UniswapV2Router: EXCESSIVE_INPUT_AMOUNT', /cost more than the maximum/],
  ['V3TooLittleReceived()', /less than the minimum/],
  ['ExecutionFailed(0, V2TooLittleReceived())', /less than the minimum/],
  ['ERC20: transfer amount exceeds balance', /did not hold/],
  ['ERC20InsufficientAllowance(0x1, 0, 5)', /not allowed/],
  ['Panic(0x12): division or modulo by zero', /divided by zero/],
  ['FailedOp(0, AA24 signature error)', /refused a user operation/],
  ['GS026', /signatures/],
])('%s is explained', (reason, sentence) => {
  expect(explainReason(reason)).toMatch(sentence);
});

test.each(['hdb', ':(', '0x12345678', 'my GS026 is not theirs'])('%s is not', (reason) => {
  expect(explainReason(reason)).toBeUndefined();
});

test('the failing call is the innermost of those that failed last', () => {
  const call = (name: string, depth: number, error: string | null = null) => ({ name, depth, error });
  const pathOf = (...calls: ReturnType<typeof call>[]) => findFailingCall(calls)?.name;
  expect(pathOf(call('a', 1), call('b', 1, 'x'), call('c', 2), call('d', 2, 'x'))).toBe('d');
  expect(pathOf(call('a', 1, 'x'), call('b', 1, 'x'), call('c', 2, 'x'), call('d', 2))).toBe('b');
  expect(pathOf(call('caught', 1, 'x'), call('b', 1))).toBeUndefined();
  expect(pathOf()).toBeUndefined();
});
