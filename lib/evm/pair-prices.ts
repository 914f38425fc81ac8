import type { DecodedCall } from './abi';
import type { InternalCall } from './internal-calls';
import { identifyPool } from './pools';
import { readUint, WORD } from './words';

/** A call that failed by a check of its own, what it called itself, and its arguments. */
export type FailedFrame = Readonly<{
  chainId: number;
  call: InternalCall;
  children: readonly InternalCall[];
  decoded: DecodedCall | undefined;
}>;
/** The terms of a swap: how many of which tokens, of which one amount is the limit, by the function `name`. */
export type SwapTerms = Readonly<{
  path: readonly Buffer[];
  exact: bigint;
  limit: bigint;
  isExactIn: boolean;
  name: string;
}>;

const GET_RESERVES = '0902f1ac';
/** Exchanges of which every pair keeps 0.3 %. */
const EXCHANGES = new Set(['Uniswap V2', 'SushiSwap V2']);
const [KEPT, WHOLE] = [997n, 1000n];
const MAX_HOPS = 8;

/**
 * What a router computed from the reserves that it read from pairs: what comes out of an exact input, or what is needed for
 * an exact output. Undefined if one of the pairs was not read or is not by its address one of a known exchange.
 */
export function tradeOnPairs(
  { chainId, children }: FailedFrame,
  { path, exact, isExactIn }: Omit<SwapTerms, 'limit' | 'name'>,
): bigint | undefined {
  const hops = path.slice(1).map((to, at) => [path[at] ?? to, to] as const);
  const read = children.filter(({ input }) => input.toString('hex', 0, 4) === GET_RESERVES);
  if (hops.length === 0 || hops.length > MAX_HOPS || read.length > MAX_HOPS) return undefined;
  let amount: bigint | undefined = exact;
  for (const hop of isExactIn ? hops : hops.reverse()) {
    const reserves = findReserves(chainId, read, hop);
    amount = reserves && amount !== undefined ? trade(reserves, amount, isExactIn) : undefined;
  }
  return amount;
}

type Reserves = readonly [paid: bigint, given: bigint];

function findReserves(
  chainId: number,
  read: readonly InternalCall[],
  [paid, given]: readonly [Buffer, Buffer],
): Reserves | undefined {
  const pair = read.find(({ to }) => {
    const pool = to === null ? undefined : identifyPool(chainId, to, [paid, given]);
    return pool !== undefined && EXCHANGES.has(pool.exchange);
  });
  const [first, second] = [0, WORD].map((at) => pair?.output && readUint(pair.output, at));
  if (first == null || second == null) return undefined;
  return Buffer.compare(paid, given) < 0 ? [first, second] : [second, first];
}

/** Undefined where the pair is empty: anyone's contract can read one and fail with a router's words. */
function trade([paid, given]: Reserves, amount: bigint, isExactIn: boolean): bigint | undefined {
  if (paid === 0n || given === 0n) return undefined;
  if (isExactIn) return (amount * KEPT * given) / (paid * WHOLE + amount * KEPT);
  if (amount >= given) return undefined;
  return (paid * amount * WHOLE) / ((given - amount) * KEPT) + 1n;
}
