import { isExact, quoteInput, reservesBefore } from './quote-trade';
import type { PoolState, Trade } from './read-trades';

/** Who sent a transaction, and what it called. */
export type Trader = Readonly<{ index: number; from: Buffer; to: Buffer | null }>;
/** What a transaction traded in one pool, always in one direction. */
type Traded = Trader & Pick<Trade, 'isZeroForOne' | 'paid' | 'bought'>;
/** Two transactions of one account around others in one pool: what the first bought, the second sold. */
export type Sandwich = Readonly<{ front: Traded; victims: readonly Traded[]; back: Traded }>;

type Legs = Pick<Sandwich, 'front' | 'back'>;

/** Of an amount, in percent, by how much another may differ. */
const MAX_DIFFERENCE = 2n;
/** Sandwiches of one pool. */
const MAX_FOUND = 4;

/**
 * The sandwiches in one pool and block that a transaction is part of, the 4 closest in order: by one sender, in opposite directions, of amounts
 * that match, sold for more than they were bought, around swaps of others in the direction of the first. Whether an account
 * held the tokens in between is for the caller to see.
 */
export function findSandwiches(
  trades: readonly Trade[],
  traders: ReadonlyMap<number, Trader>,
  index: number,
): Sandwich[] {
  const traded = sumUp(trades, traders);
  const own = traded.find((one) => one.index === index);
  if (own === undefined) return [];
  const legs = traded
    .filter((front) => front.index <= index)
    .flatMap((front) =>
      traded
        .filter((back) => back.index > front.index && back.index >= index && isReturn(front, back))
        .map((back) => ({ front, back })),
    )
    .filter(({ front, back }) => [front, back].includes(own) || isVictim(own, front));
  const found: Sandwich[] = [];
  for (const { front, back } of legs.sort(compareLengths)) {
    const victims = traded.filter(
      (other) => other.index > front.index && other.index < back.index && isVictim(other, front),
    );
    if (victims.length > 0) found.push({ front, victims, back });
    if (found.length === MAX_FOUND) break;
  }
  return found;
}

/** Closest first. */
export const compareLengths = (one: Legs, other: Legs): number => lengthOf(one) - lengthOf(other);
const lengthOf = ({ front, back }: Legs) => back.index - front.index;

/** By transaction; those that traded in both directions are left out. */
function sumUp(trades: readonly Trade[], traders: ReadonlyMap<number, Trader>): Traded[] {
  return [...traders.values()]
    .sort((one, other) => one.index - other.index)
    .flatMap((trader): Traded[] => {
      const own = trades.filter(({ transactionIndex }) => transactionIndex === trader.index);
      const [first] = own;
      if (first === undefined || own.some(({ isZeroForOne }) => isZeroForOne !== first.isZeroForOne))
        return [];
      const paid = own.reduce((sum, trade) => sum + trade.paid, 0n);
      const bought = own.reduce((sum, trade) => sum + trade.bought, 0n);
      return [{ ...trader, isZeroForOne: first.isZeroForOne, paid, bought }];
    });
}

/** Of one sender, and no loss: more came back than was paid, also for the same amount. */
function isReturn(front: Traded, back: Traded): boolean {
  return (
    front.isZeroForOne !== back.isZeroForOne &&
    front.from.equals(back.from) &&
    isClose(back.paid, front.bought) &&
    back.bought > front.paid &&
    back.bought * front.bought > front.paid * back.paid
  );
}

function isClose(amount: bigint, to: bigint): boolean {
  const difference = amount - to;
  return (difference < 0n ? -difference : difference) * 100n <= to * MAX_DIFFERENCE;
}

const isVictim = (other: Traded, front: Traded) =>
  other.isZeroForOne === front.isZeroForOne && !other.from.equals(front.from);

/** Who may have held the tokens in between: the contract that both legs called, or their sender. */
export function accountsOf({ front, back }: Legs): Buffer[] {
  return front.to !== null && back.to?.equals(front.to) ? [front.to, front.from] : [front.from];
}

/** What an account got (negative: gave) of a token in a transaction. */
export type Movement = Readonly<{ index: number; account: Buffer; token: Buffer; amount: bigint }>;
/**
 * The account that held what was bought in between, and how much more it had after both of what was paid: null if it sold more than
 * it had bought, or got more than the pool gave. Coin is not seen: it may have unwrapped a part.
 */
export type Holding = Readonly<{ account: Buffer; gain: bigint | null }>;

/**
 * The account that itself paid for what the front run bought and got it, gave it in the back run and had more after it; a router
 * or a settlement keeps nothing, so that the swaps of its users are no sandwich. Movements of contracts that others call too are to be left out.
 */
export function findHolding(
  { front, back }: Legs,
  movements: readonly Movement[],
  { paid, bought }: Readonly<{ paid: Buffer; bought: Buffer }>,
): Holding | undefined {
  for (const account of accountsOf({ front, back })) {
    const sum = (token: Buffer, { index }: Traded) => sumOf(movements, { account, token, index });
    const [got, sold] = [sum(bought, front), -sum(bought, back)];
    const [spent, received] = [-sum(paid, front), sum(paid, back)];
    const isHeld = isClose(got, front.bought) && isClose(sold, back.paid);
    if (!isHeld || spent < front.paid || received <= spent) continue;
    return { account, gain: sold <= got && received <= back.bought ? received - spent : null };
  }
  return undefined;
}

function sumOf(movements: readonly Movement[], { account, token, index }: Omit<Movement, 'amount'>): bigint {
  return movements.reduce(
    (sum, one) =>
      one.index === index && one.account.equals(account) && one.token.equals(token) ? sum + one.amount : sum,
    0n,
  );
}

/** A pool's trades of a block, its fee in hundredths of a basis point, and √price · 2⁹⁶ before the front run (of a pair the trades tell more). */
type Pool = Readonly<{ trades: readonly Trade[]; fee: bigint; sqrtPrice: bigint | null }>;

/**
 * What the swap of a victim would have given for its input without the front run: what is between them is computed again
 * from the pool's state before it. Undefined unless the same formula gives all swaps until then as they were, to the last unit.
 */
export function quoteWithoutFront(
  { front }: Sandwich,
  victim: number,
  { trades, fee, sqrtPrice }: Pool,
): bigint | undefined {
  const until = trades.filter(({ transactionIndex: at }) => at >= front.index && at <= victim);
  const [first] = until;
  const isOne = until.filter(({ transactionIndex: at }) => at === victim).length === 1;
  const start = first && stateBefore(first, sqrtPrice);
  // a swap the other way would not have been the same one
  if (!isOne || !start || until.some(({ isZeroForOne }) => isZeroForOne !== first.isZeroForOne))
    return undefined;
  let actual: PoolState = start;
  let imagined: PoolState = start;
  let bought: bigint | undefined;
  for (const trade of until) {
    const isFront = trade.transactionIndex === front.index;
    // a pair lets anyone take less than its formula gives, as many front runs do; its reserves are known all the same
    const isGiven = isFront && trade.after?.kind === 'reserves';
    if (trade.after === null || !(isGiven || isExact(actual, fee, trade))) return undefined;
    actual = trade.after;
    if (isFront) continue;
    const quote = quoteInput(imagined, fee, trade);
    if (quote === undefined) return undefined;
    imagined = quote.after;
    bought = quote.bought;
  }
  return bought;
}

function stateBefore(trade: Trade, sqrtPrice: bigint | null): PoolState | null {
  if (trade.after?.kind !== 'price') return reservesBefore(trade);
  return sqrtPrice === null ? null : { ...trade.after, sqrtPrice };
}
