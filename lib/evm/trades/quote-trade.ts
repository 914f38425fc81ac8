import type { PoolState, Trade } from './read-trades';

/** What a swap takes and gives, and what it leaves. */
type Quote = Readonly<{ paid: bigint; bought: bigint; after: PoolState }>;
type Direction = Pick<Trade, 'isZeroForOne'>;

const MILLION = 1_000_000n;
const Q96 = 2n ** 96n;
const WORD_END = 2n ** 256n;

/**
 * What a pool gives for an exact input, as its contract computes it: constant product, or within one range of ticks, in which
 * the liquidity stays what it is. `fee` is in hundredths of a basis point. Undefined for an empty pool.
 */
export function quoteInput(
  state: PoolState,
  fee: bigint,
  { isZeroForOne, paid }: Direction & Pick<Trade, 'paid'>,
): Quote | undefined {
  const kept = paid * (MILLION - fee);
  if (state.kind === 'reserves') {
    const [reserve, other] = orient(state, isZeroForOne);
    if (reserve <= 0n || other <= 0n) return undefined;
    const bought = (kept * other) / (reserve * MILLION + kept);
    return { paid, bought, after: moveReserves(state, { isZeroForOne, paid, bought }) };
  }
  const next = moveByInput(state, kept / MILLION, isZeroForOne);
  if (next === undefined) return undefined;
  const bought = isZeroForOne ? size1(state, next) : size0(state, next);
  return { paid, bought, after: { ...state, sqrtPrice: next } };
}

/** What a pool takes for an exact output, as for `quoteInput`; undefined if it has not that much. */
function quoteOutput(
  state: PoolState,
  fee: bigint,
  { isZeroForOne, bought }: Direction & Pick<Trade, 'bought'>,
): Quote | undefined {
  if (state.kind === 'reserves') {
    const [reserve, other] = orient(state, isZeroForOne);
    if (reserve <= 0n || other <= bought) return undefined;
    const paid = (reserve * bought * MILLION) / ((other - bought) * (MILLION - fee)) + 1n;
    return { paid, bought, after: moveReserves(state, { isZeroForOne, paid, bought }) };
  }
  const next = moveByOutput(state, bought, isZeroForOne);
  if (next === undefined) return undefined;
  const base = isZeroForOne ? size0(state, next, true) : size1(state, next, true);
  const paid = base + ceil(base * fee, MILLION - fee);
  return { paid, bought, after: { ...state, sqrtPrice: next } };
}

/** Whether the swap is what the pool's formula gives from the state before it, to the last unit, and leaves what it logged. */
export function isExact(state: PoolState, fee: bigint, trade: Trade): boolean {
  const quotes = [quoteInput(state, fee, trade), quoteOutput(state, fee, trade)];
  return quotes.some(
    (quote) =>
      quote !== undefined &&
      quote.paid === trade.paid &&
      quote.bought === trade.bought &&
      isSameState(quote.after, trade.after),
  );
}

/** The reserves of a pair before a swap; null where they were not logged. */
export function reservesBefore({ isZeroForOne, paid, bought, after }: Trade): PoolState | null {
  if (after?.kind !== 'reserves') return null;
  return moveReserves(after, { isZeroForOne, paid: -paid, bought: -bought });
}

type Reserves = Extract<PoolState, { kind: 'reserves' }>;
type Price = Extract<PoolState, { kind: 'price' }>;

const orient = ({ reserve0, reserve1 }: Reserves, isZeroForOne: boolean) =>
  isZeroForOne ? ([reserve0, reserve1] as const) : ([reserve1, reserve0] as const);

function moveReserves(
  { kind, reserve0, reserve1 }: Reserves,
  { isZeroForOne, paid, bought }: Direction & Pick<Trade, 'paid' | 'bought'>,
): Reserves {
  const [change0, change1] = isZeroForOne ? [paid, -bought] : [-bought, paid];
  return { kind, reserve0: reserve0 + change0, reserve1: reserve1 + change1 };
}

function isSameState(one: PoolState, other: PoolState | null): boolean {
  if (one.kind === 'reserves')
    return other?.kind === 'reserves' && one.reserve0 === other.reserve0 && one.reserve1 === other.reserve1;
  return other?.kind === 'price' && one.sqrtPrice === other.sqrtPrice && one.liquidity === other.liquidity;
}

/** √price after an input without its fee, rounded against the trader. */
function moveByInput({ sqrtPrice, liquidity }: Price, amount: bigint, isZeroForOne: boolean) {
  if (liquidity <= 0n || sqrtPrice <= 0n) return undefined;
  if (!isZeroForOne) return sqrtPrice + (amount * Q96) / liquidity;
  const base = liquidity * Q96;
  const product = amount * sqrtPrice;
  // the contract rounds otherwise where 256 bits are too few
  return base + product < WORD_END
    ? ceil(base * sqrtPrice, base + product)
    : ceil(base, base / sqrtPrice + amount);
}

function moveByOutput({ sqrtPrice, liquidity }: Price, amount: bigint, isZeroForOne: boolean) {
  if (liquidity <= 0n || sqrtPrice <= 0n) return undefined;
  const base = liquidity * Q96;
  const next = isZeroForOne
    ? sqrtPrice - ceil(amount * Q96, liquidity)
    : base > amount * sqrtPrice
      ? ceil(base * sqrtPrice, base - amount * sqrtPrice)
      : 0n;
  return next > 0n ? next : undefined;
}

/** How many of token0 lie between two prices. */
function size0({ sqrtPrice, liquidity }: Price, next: bigint, isUp = false): bigint {
  const [low, high] = sqrtPrice < next ? [sqrtPrice, next] : [next, sqrtPrice];
  const product = liquidity * Q96 * (high - low);
  return isUp ? ceil(ceil(product, high), low) : product / high / low;
}

/** How many of token1 lie between two prices. */
function size1({ sqrtPrice, liquidity }: Price, next: bigint, isUp = false): bigint {
  const product = liquidity * (sqrtPrice < next ? next - sqrtPrice : sqrtPrice - next);
  return isUp ? ceil(product, Q96) : product / Q96;
}

const ceil = (value: bigint, by: bigint) => (value + by - 1n) / by;
