import { type Message, message } from '@/lib/messages/message';
import { hexToBuffer } from './hex';
import { decodeKnownCall } from './signatures';

/** The outermost call of a transaction that reverted without data; `value` in wei. */
export type EmptyRevert = Readonly<{
  chainId: number;
  to: string;
  input: string;
  value: bigint;
  /** Number of its inner calls, none of which caused the failure; undefined without traces. */
  calls: number | undefined;
}>;

/** Contracts on Ethereum whose source leaves only one possible reason: Tether and Uniswap V2's second router. */
const TETHER = '0xdac17f958d2ee523a2206206994597c13d831ec7';
const ROUTER = '0x7a250d5630b4cf539739df2c5dacb4c659f2488d';
const APPROVE = /^0x095ea7b3[0-9a-f]{64}(?!0{64})[0-9a-f]{64}/;
const TRANSFER = /^0xa9059cbb0{24}[0-9a-f]{104}$/;
/** The router's functions that first read the reserves of every pair of the path. */
const PRICED = /^swap(Exact)?(ETH|Tokens)For(Exact)?(ETH|Tokens)$/;

/** Why a call reverted without data, as far as its contract and calls show; undefined if unknown. */
export function explainEmptyRevert(call: EmptyRevert): Message | undefined {
  const to = call.chainId === 1 ? call.to.toLowerCase() : '';
  if (to === TETHER && APPROVE.test(call.input)) return message('usdt_allowance');
  if (to === ROUTER && call.calls === 0 && isPricedSwap(call)) return message('pair_missing');
  if (TRANSFER.test(call.input)) return message('transfer_refused_silently');
  if (call.calls === undefined) return undefined;
  return message('own_check_failed');
}

/** Whether the router had no other reason to revert, such as arguments or value, before it called a pair. */
function isPricedSwap({ input, value }: EmptyRevert): boolean {
  const call = decodeKnownCall(hexToBuffer(input));
  const name = call?.method_call.split('(')[0] ?? '';
  return PRICED.test(name) && (value === 0n || /^swap(Exact)?ETH/.test(name));
}

/** Callbacks in which a contract pays a pool during a swap. */
const CALLBACKS: ReadonlySet<string> = new Set(['uniswapV3SwapCallback', 'uniswapV2Call']);

/** The meaning of a failed inner call to a function, whatever its reason; undefined for most functions. */
export function explainInnerFailure(method: string | null): Message | undefined {
  if (method === null || !CALLBACKS.has(method)) return undefined;
  return message('pool_unpaid');
}
