import { encodeErrorResult, encodeFunctionData, parseAbi } from 'viem/utils';
import { expect, test } from 'vitest';
import { type Hex, hexToBuffer } from './hex';
import type { InternalCall } from './internal-calls';
import { findShortfall } from './shortfall';
import { wordToHex } from './words';

const USDC: Hex = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const WETH: Hex = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2';
/** By its address the pair of both on Uniswap V2. */
const PAIR: Hex = '0xB4e16d0168e52d35CaCD2c6185b44281Ec28C9Dc';
const addressOf = (digit: string): Hex => `0x${digit.repeat(40)}`;
const [ANN, ROUTER, PROXY] = [addressOf('a'), addressOf('b'), addressOf('c')];
const [ETHER, DOLLAR] = [10n ** 18n, 10n ** 6n];
const ABI = parseAbi([
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapETHForExactTokens(uint256 amountOut, address[] path, address to, uint256 deadline) payable',
  'function getReserves() view',
  'function balanceOf(address account) view',
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'error Error(string reason)',
  'error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)',
  'error ERC20InsufficientAllowance(address spender, uint256 allowance, uint256 needed)',
]);
const because = (text: string) => encodeErrorResult({ abi: ABI, errorName: 'Error', args: [text] });
const words = (...values: bigint[]): Hex => `0x${values.map((value) => wordToHex(value).slice(2)).join('')}`;

type Call = Partial<Omit<InternalCall, 'to' | 'input' | 'output'>> & { to: Hex; input: Hex; output?: Hex };
function find(...calls: Call[]) {
  return findShortfall({
    ...{ chainId: 1, timestamp: 1_000 },
    calls: calls.map(({ to, input, output = '0x', ...call }, index) => ({
      ...{
        index,
        depth: index === 0 ? 0 : 1,
        type: index === 0 ? 'call' : 'staticcall',
        from: hexToBuffer(ANN),
      },
      ...{ createdContract: null, value: 0n, gasLimit: null, gasUsed: null, inputSize: 0, isReverted: true },
      ...{ error: index === 0 ? 'execution reverted' : null, ...call },
      ...{ to: hexToBuffer(to), input: hexToBuffer(input), output: hexToBuffer(output) },
    })),
  });
}
const swap = (
  functionName: 'swapExactTokensForTokens' | 'swapExactTokensForTokensSupportingFeeOnTransferTokens',
  least: bigint,
  deadline = 2_000n,
) => encodeFunctionData({ abi: ABI, functionName, args: [ETHER, least, [WETH, USDC], ANN, deadline] });
/** 200,000 USDC and 100 WETH. */
const reserves = (to: Hex = PAIR): Call => ({
  to,
  input: encodeFunctionData({ abi: ABI, functionName: 'getReserves' }),
  output: words(200_000n * DOLLAR, 100n * ETHER, 0n),
});
const LOW = because('UniswapV2Router: INSUFFICIENT_OUTPUT_AMOUNT');

test('an output below the minimum, by the reserves', () => {
  // 997 · 200,000 / (1,000 · 100 + 997) = 1,974.316068 USDC for 1 WETH
  const call = { to: ROUTER, input: swap('swapExactTokensForTokens', 2_000n * DOLLAR), output: LOW };
  const expected = {
    kind: 'output',
    call: 0,
    token: hexToBuffer(USDC),
    has: 1_974_316_068n,
    needs: 2_000n * DOLLAR,
  };
  expect(find(call, reserves())).toEqual(expected);
  expect(find(call), 'no reserves').toBeUndefined();
  expect(find(call, reserves(PROXY)), 'a pair of another exchange, or none').toBeUndefined();
  const enough = { ...call, input: swap('swapExactTokensForTokens', 1_900n * DOLLAR) };
  expect(find(enough, reserves()), 'a sum that contradicts the reason').toBeUndefined();
});

test('a pair without reserves has no price, whoever fails with the words of a router', () => {
  const args = [0n, 5n, [WETH, USDC], ANN, 2_000n] as const;
  const input = encodeFunctionData({ abi: ABI, functionName: 'swapExactTokensForTokens', args });
  const empty = { ...reserves(), output: words(0n, 0n, 0n) };
  expect(find({ to: PROXY, input, output: LOW }, empty)).toBeUndefined();
});

test('an output below the minimum, by balances before and after', () => {
  const input = swap('swapExactTokensForTokensSupportingFeeOnTransferTokens', 500n);
  const asked = encodeFunctionData({ abi: ABI, functionName: 'balanceOf', args: [ANN] });
  const balance = (amount: bigint, to: Hex = USDC): Call => ({ to, input: asked, output: words(amount) });
  const call = { to: ROUTER, input, output: LOW };
  const expected = { kind: 'output', call: 0, token: hexToBuffer(USDC), has: 450n, needs: 500n };
  expect(find(call, balance(1_000n), balance(7n, WETH), balance(1_450n))).toEqual(expected);
  expect(find(call, balance(450n)), 'of another account, once').toBeUndefined();
  const own = encodeFunctionData({ abi: ABI, functionName: 'balanceOf', args: [ROUTER] });
  const rest: Call = { to: USDC, input: own, output: words(450n) };
  expect(find(call, rest, reserves()), 'what the router has at last').toEqual(expected);
});

test('an input above the value sent', () => {
  // 100 · 1,000 · 1,000 / ((200,000 − 1,000) · 997) = 0.504024636724243081 WETH for 1,000 USDC, rounded up
  const args = [1_000n * DOLLAR, [WETH, USDC], ANN, 2_000n] as const;
  const input = encodeFunctionData({ abi: ABI, functionName: 'swapETHForExactTokens', args });
  const call = {
    to: ROUTER,
    input,
    value: ETHER / 2n,
    output: because('UniswapV2Router: EXCESSIVE_INPUT_AMOUNT'),
  };
  const needs = (100n * ETHER * 1_000n * 1_000n) / (199_000n * 997n) + 1n;
  expect(needs).toBe(504_024_636_724_243_082n);
  expect(find(call, reserves())).toEqual({
    kind: 'input',
    call: 0,
    token: hexToBuffer(WETH),
    has: ETHER / 2n,
    needs,
  });
});

test('a deadline', () => {
  const output = because('UniswapV2Router: EXPIRED');
  const late = (deadline: bigint) =>
    find({ to: ROUTER, input: swap('swapExactTokensForTokens', 0n, deadline), output });
  expect(late(959n)).toEqual({ kind: 'deadline', call: 0, seconds: 41 });
  expect(late(1_000n)).toBeUndefined();
});

test.each([
  ['ERC20InsufficientBalance', 'balance', [ANN, 25n, 900n], { has: 25n, needs: 900n }],
  ['ERC20InsufficientAllowance', 'allowance', [ANN, 0n, 1_000n], { has: 0n, needs: 1_000n }],
] as const)('%s', (...[errorName, kind, args, amounts]) => {
  const input = encodeFunctionData({ abi: ABI, functionName: 'transfer', args: [ANN, 900n] });
  const output = encodeErrorResult({ abi: ABI, errorName, args: [...args] });
  const error = 'execution reverted';
  expect(find({ to: USDC, input, output })).toEqual({ kind, call: 0, token: hexToBuffer(USDC), ...amounts });
  const inner = { type: 'delegatecall', from: hexToBuffer(PROXY), error } as const;
  const proxied = find({ to: PROXY, input, output }, { to: USDC, input, output, ...inner });
  expect(proxied, 'the token is the proxy').toEqual({ kind, call: 1, token: hexToBuffer(PROXY), ...amounts });
});

test.each([
  ['ERC20: transfer amount exceeds balance', 'balance'],
  ['ERC20: insufficient allowance', 'allowance'],
] as const)('%s: what was asked for', (reason, kind) => {
  const input = encodeFunctionData({ abi: ABI, functionName: 'transferFrom', args: [ANN, ROUTER, 5n] });
  const found = find({ to: USDC, input, output: because(reason) });
  expect(found).toEqual({ kind, call: 0, token: hexToBuffer(USDC), has: null, needs: 5n });
});

test('other reasons have none', () => {
  expect(
    find({ to: ROUTER, input: swap('swapExactTokensForTokens', 1n), output: because('T') }),
  ).toBeUndefined();
  expect(find()).toBeUndefined();
});
