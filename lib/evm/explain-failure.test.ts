import { expect, test } from 'vitest';
import { explainReason } from './explain-failure';

test.each([
  ['UniswapV2Router: EXCESSIVE_INPUT_AMOUNT', /cost more than the maximum/],
  ['V3TooLittleReceived()', /less than the minimum/],
  ['ExecutionFailed(0, V2TooLittleReceived())', /less than the minimum/],
  ['ERC20: transfer amount exceeds balance', /Insufficient balance/],
  ['ERC20InsufficientAllowance(0x1, 0, 5)', /allowance/],
  ['Panic(0x12): division or modulo by zero', /divided by zero/],
  ['FailedOp(0, AA24 signature error)', /refused a user operation/],
  ['GS026', /signatures/],
])('%s is explained', (reason, sentence) => {
  expect(explainReason(reason)?.message).toMatch(sentence);
});

test.each(['hdb', ':(', '0x12345678', 'my GS026 is not theirs'])('%s is not', (reason) => {
  expect(explainReason(reason)).toBeUndefined();
});
