import { encodeFunctionData, parseAbi } from 'viem';
import { expect, test } from 'vitest';
import { type EmptyRevert, explainEmptyRevert, explainInnerFailure } from './explain-empty-revert';

const ROUTER = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D';
const TETHER = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const ABI = parseAbi([
  'function swapETHForExactTokens(uint256 amountOut, address[] path, address to, uint256 deadline) payable',
  'function transfer(address to, uint256 value)',
  'function approve(address spender, uint256 value)',
]);
const swap = encodeFunctionData({
  abi: ABI,
  functionName: 'swapETHForExactTokens',
  args: [1n, [ROUTER, TETHER], ROUTER, 9n],
});
const approve = (value: bigint) =>
  encodeFunctionData({ abi: ABI, functionName: 'approve', args: [ROUTER, value] });
const transfer = encodeFunctionData({ abi: ABI, functionName: 'transfer', args: [ROUTER, 1n] });
const call = (changes: Partial<EmptyRevert>): EmptyRevert => ({
  ...{ chainId: 1, to: ROUTER, input: '0x', value: 0n, calls: undefined },
  ...changes,
});

test('a swap that asked no pair has a path without one', () => {
  expect(explainEmptyRevert(call({ input: swap, value: 5n, calls: 0 }))?.message).toMatch(/have no pair/);
  expect(explainEmptyRevert(call({ input: swap, value: 5n, calls: 1 }))?.message).not.toMatch(/have no pair/);
  expect(explainEmptyRevert(call({ input: swap, value: 5n }))).toBeUndefined();
  expect(explainEmptyRevert(call({ input: swap.slice(0, -64), calls: 0 }))?.message).not.toMatch(
    /have no pair/,
  );
  expect(explainEmptyRevert(call({ input: swap, calls: 0, chainId: 2 }))?.message).not.toMatch(
    /have no pair/,
  );
});

test('Tether changes no allowance into another', () => {
  expect(explainEmptyRevert(call({ to: TETHER, input: approve(1n) }))?.message).toMatch(/set to 0 first/);
  expect(explainEmptyRevert(call({ to: TETHER, input: approve(0n) }))).toBeUndefined();
});

test('what is not known is told as far as the calls go', () => {
  expect(explainEmptyRevert(call({ input: transfer }))?.message).toMatch(/refused the transfer/);
  expect(explainEmptyRevert(call({ input: '0x12345678', calls: 3 }))?.message).toMatch(
    /in the called contract itself/,
  );
  expect(explainEmptyRevert(call({ input: '0x12345678' }))).toBeUndefined();
});

test('a callback that fails is a swap that is not paid', () => {
  expect(explainInnerFailure('uniswapV3SwapCallback')?.message).toMatch(/refused to pay/);
  expect([explainInnerFailure('transfer'), explainInnerFailure(null)]).toEqual([undefined, undefined]);
});
