import type { DecodedCall } from './abi';
import { findFailingCall } from './failing-call';
import { hexToBuffer } from './hex';
import type { InternalCall } from './internal-calls';
import { decodeNestedCalls } from './nested-calls';
import { type FailedFrame, type SwapTerms, tradeOnPairs } from './pair-prices';
import { decodeRevertReason } from './revert-reason';
import { BUILT_IN, decodeKnownCall } from './signatures';
import { readUint, WORD } from './words';

/**
 * By how much a check failed: `has` and `needs` in the smallest unit of a token, `has` null where it is not known; of a
 * deadline the seconds by which the block was later. `call`: the index of the call that checked.
 */
type Shortfall = Readonly<{ call: number }> &
  (
    | Readonly<{
        kind: 'output' | 'input' | 'balance' | 'allowance';
        token: Buffer;
        has: bigint | null;
        needs: bigint;
      }>
    | Readonly<{ kind: 'deadline'; seconds: number }>
  );

/** A failed transaction: its calls with their outputs, the outermost first, and the Unix time of its block. */
type FailedCalls = Readonly<{ chainId: number; calls: readonly InternalCall[]; timestamp: number }>;

const BALANCE_OF = '70a08231';
const V3_SWAP = '128acb08';
/** ERC-6093: account, what it has, what is needed. */
const ERRORS: ReadonlyMap<string, 'balance' | 'allowance'> = new Map([
  ['e450d38c', 'balance'],
  ['fb8f41b2', 'allowance'],
]);
/** Functions of routers that price all hops by reserves before they swap. */
const PRICED = /^swap(Exact)?(ETH|Tokens)For(Exact)?(ETH|Tokens)$/;
const SELECTOR = 4;

/** By how much the check failed that made a transaction fail; undefined unless arguments and trace say it for certain. */
export function findShortfall({ chainId, calls, timestamp }: FailedCalls): Shortfall | undefined {
  const [root, ...inner] = calls;
  if (root === undefined) return undefined;
  const call = findFailingCall(inner, root.output) ?? root;
  const reason = call.output === null ? undefined : decodeRevertReason(call.output)?.text;
  if (call.output === null || reason === undefined) return undefined;
  const frame = { chainId, call, children: childrenOf(calls, call), decoded: decodeKnownCall(call.input) };
  const at = { call: call.index };
  const error = ERRORS.get(call.output.toString('hex', 0, SELECTOR));
  if (error !== undefined) return readError(call, error);
  if (/amount exceeds balance/.test(reason)) return readTransfer(frame, 'balance');
  if (/insufficient allowance|exceeds allowance/i.test(reason)) return readTransfer(frame, 'allowance');
  if (/: EXPIRED$|^Transaction too old$|^TransactionDeadlinePassed/.test(reason)) {
    const seconds = timestamp - Number(argument(frame.decoded, /^deadline$/) ?? timestamp);
    return seconds > 0 ? { ...at, kind: 'deadline', seconds } : undefined;
  }
  const terms = readTerms(frame);
  if (/INSUFFICIENT_OUTPUT_AMOUNT|TooLittleReceived|^Too little received/.test(reason))
    return readOutput(
      frame,
      terms.filter(({ isExactIn }) => isExactIn),
    );
  if (/EXCESSIVE_INPUT_AMOUNT|V2TooMuchRequested/.test(reason))
    return readInput(
      frame,
      terms.filter(({ isExactIn }) => !isExactIn),
    );
  return undefined;
}

function childrenOf(calls: readonly InternalCall[], { index, depth }: InternalCall): InternalCall[] {
  const start = calls.findIndex((call) => call.index === index) + 1;
  const end = calls.findIndex((call, at) => at >= start && call.depth <= depth);
  return calls.slice(start, end === -1 ? undefined : end).filter((call) => call.depth === depth + 1);
}

/** A proxy's code runs by delegatecall: the token is the proxy. */
const tokenOf = ({ type, from, to }: InternalCall) => (type === 'delegatecall' ? from : to);

function readError(call: InternalCall, kind: 'balance' | 'allowance'): Shortfall | undefined {
  const [has, needs] = [1, 2].map((at) => readUint(call.output ?? Buffer.alloc(0), SELECTOR + at * WORD));
  const token = tokenOf(call);
  if (has === undefined || needs === undefined || token === null || has >= needs) return undefined;
  return { call: call.index, kind, token, has, needs };
}

/** What a transfer asked for; what there is, the token does not tell. */
function readTransfer({ call, decoded }: FailedFrame, kind: 'balance' | 'allowance'): Shortfall | undefined {
  const name = decoded?.method_call.split('(', 1)[0];
  const amount = decoded?.parameters.findLast(({ type }) => type === 'uint256')?.value;
  const token = tokenOf(call);
  const isTransfer = name === 'transferFrom' || (name === 'transfer' && kind === 'balance');
  if (!isTransfer || typeof amount !== 'string' || token === null) return undefined;
  return { call: call.index, kind, token, has: null, needs: BigInt(amount) };
}

function argument(decoded: DecodedCall | undefined, name: RegExp): string | undefined {
  const value = decoded?.parameters.find((parameter) => name.test(parameter.name))?.value;
  return typeof value === 'string' ? value : undefined;
}

/** The terms of a router's call, or of the commands in it. */
function readTerms({ call, decoded }: FailedFrame): SwapTerms[] {
  if (decoded === undefined) return [];
  const nested = decodeNestedCalls(decoded, null, () => ({ own: [], general: [BUILT_IN] })).calls;
  return [decoded, ...nested.map((one) => one.call)].flatMap((one) => termsOf(one, call.value) ?? []);
}

function termsOf(decoded: DecodedCall, value: bigint): SwapTerms | undefined {
  const read = (name: RegExp) => {
    const text = argument(decoded, name);
    return text === undefined ? undefined : BigInt(text);
  };
  const path = readPath(decoded);
  const [least, out] = [read(/^amountOutMin(imum)?$/), read(/^amountOut$/)];
  if (path === undefined) return undefined;
  const name = decoded.method_call.split('(', 1)[0] ?? '';
  if (least !== undefined)
    return { path, exact: read(/^amountIn$/) ?? value, limit: least, isExactIn: true, name };
  return out === undefined
    ? undefined
    : { path, exact: out, limit: read(/^amountInMax(imum)?$/) ?? value, isExactIn: false, name };
}

/** The tokens of a path: a list of addresses, or packed with the fees between them. */
function readPath({ parameters }: DecodedCall): Buffer[] | undefined {
  const value = parameters.find(({ name }) => name === 'path')?.value;
  if (typeof value !== 'string') {
    const tokens = (value ?? []).flatMap((token) => (typeof token === 'string' ? hexToBuffer(token) : []));
    return tokens.length > 1 ? tokens : undefined;
  }
  const bytes = hexToBuffer(value);
  const [ADDRESS, STEP] = [20, 23];
  if (bytes.length % STEP !== ADDRESS || bytes.length < ADDRESS + STEP) return undefined;
  return [bytes.subarray(0, ADDRESS), bytes.subarray(bytes.length - ADDRESS)];
}

function readOutput(frame: FailedFrame, terms: readonly SwapTerms[]): Shortfall | undefined {
  const found = terms.flatMap((swap) => {
    const token = swap.path.at(-1);
    const has = token && outputOf(frame, swap, token);
    return token === undefined || has === undefined || has >= swap.limit
      ? []
      : [{ token, has, needs: swap.limit }];
  });
  const [only, second] = found;
  return only === undefined || second !== undefined
    ? undefined
    : { call: frame.call.index, kind: 'output', ...only };
}

/** What a router compared with the minimum, by the kind of its swap. */
function outputOf(frame: FailedFrame, swap: SwapTerms, token: Buffer): bigint | undefined {
  if (PRICED.test(swap.name)) return tradeOnPairs(frame, swap);
  if (/^(V3_SWAP|exactInput)/.test(swap.name)) return outputOfPool(frame);
  return gainOf(frame, token);
}

function readInput(frame: FailedFrame, terms: readonly SwapTerms[]): Shortfall | undefined {
  const found = terms.flatMap(({ path, exact, limit }) => {
    const [token] = path;
    const needs = tradeOnPairs(frame, { path, exact, isExactIn: false });
    return token === undefined || needs === undefined || needs <= limit ? [] : [{ token, has: limit, needs }];
  });
  const [only, second] = found;
  return only === undefined || second !== undefined
    ? undefined
    : { call: frame.call.index, kind: 'input', ...only };
}

/** What an account gained of a token, asked for its balance before and after; or what the router has that only then asks for its own. */
function gainOf({ call, children }: FailedFrame, token: Buffer): bigint | undefined {
  const asked = children.filter(
    ({ to, input }) => to?.equals(token) === true && input.toString('hex', 0, SELECTOR) === BALANCE_OF,
  );
  const last = asked.at(-1);
  const after = last?.output ? readUint(last.output, 0) : undefined;
  const first = asked.slice(0, -1).findLast(({ input }) => last !== undefined && input.equals(last.input));
  if (first !== undefined) {
    const before = first.output ? readUint(first.output, 0) : undefined;
    return before === undefined || after === undefined ? undefined : after - before;
  }
  const isOwn = call.to !== null && last?.input.subarray(-call.to.length).equals(call.to) === true;
  return isOwn ? after : undefined;
}

/** What the last pool of Uniswap V3 gave: its negative amount. */
function outputOfPool({ children }: FailedFrame): bigint | undefined {
  const last = children.findLast(({ input }) => input.toString('hex', 0, SELECTOR) === V3_SWAP);
  const amounts = [0, 1].flatMap((at) => (last?.output && readUint(last.output, at * WORD)) ?? []);
  const given = amounts.map((amount) => -BigInt.asIntN(256, amount)).filter((amount) => amount > 0n);
  return given.length === 1 ? given[0] : undefined;
}
