import { isExact, quoteInput, reservesBefore } from './quote-trade';
import type { PoolState, Trade } from './read-trades';

/** Who sent a transaction, and what it called. */
export type Trader = Readonly<{ index: number; from: Buffer; to: Buffer | null }>;
/** What a transaction traded in one pool, always in one direction. */
type Traded = Trader & Pick<Trade, 'isZeroForOne' | 'paid' | 'bought'>;
/** Two transactions of one account around others in one pool: what the first bought, the second sold. */
export type Sandwich = Readonly<{ front: Traded; victims: readonly Traded[]; back: Traded }>;

/** Of what was bought, in percent, by how much what was sold may differ. */
const MAX_DIFFERENCE = 2n;

/**
 * The sandwiches in one pool and block that a transaction is part of, closest first: by the same sender or of the same
 * contract, in opposite directions, of amounts that match, around swaps of others in the direction of the first. Whether an account
 * held the tokens in between is for the caller to see.
 */
export function findSandwiches(
  trades: readonly Trade[],
  traders: ReadonlyMap<number, Trader>,
  index: number,
): Sandwich[] {
  const traded = sumUp(trades, traders);
  const found = traded.flatMap((front, at) => {
    if (front.index > index) return [];
    const later = traded.slice(at + 1);
    return later.flatMap((back): Sandwich[] => {
      if (back.index < index || !isReturn(front, back)) return [];
      const victims = later.filter((other) => other.index < back.index && isVictim(other, { front, back }));
      const isPart = [front, back, ...victims].some((one) => one.index === index);
      return victims.length > 0 && isPart ? [{ front, victims, back }] : [];
    });
  });
  return found.sort((one, other) => lengthOf(one) - lengthOf(other));
}

const lengthOf = ({ front, back }: Sandwich) => back.index - front.index;

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

function isReturn(front: Traded, back: Traded): boolean {
  if (front.isZeroForOne === back.isZeroForOne) return false;
  if (!front.from.equals(back.from) && calledByBoth({ front, back }) === undefined) return false;
  const difference = front.bought - back.paid;
  return (difference < 0n ? -difference : difference) * 100n <= front.bought * MAX_DIFFERENCE;
}

type Legs = Pick<Sandwich, 'front' | 'back'>;

function calledByBoth({ front, back }: Legs): Buffer | undefined {
  return front.to !== null && back.to?.equals(front.to) ? front.to : undefined;
}

function isVictim(other: Traded, { front, back }: Legs): boolean {
  return (
    other.isZeroForOne === front.isZeroForOne &&
    !other.from.equals(front.from) &&
    !other.from.equals(back.from)
  );
}

/** What an account got (negative: gave) of a token in a transaction. */
export type Movement = Readonly<{ index: number; account: Buffer; token: Buffer; amount: bigint }>;
/**
 * The account that held what was bought in between, and how much more it had after both of what was paid: null unless that, and a rest of
 * what was bought, is all that changed. Coin is not seen: it may have unwrapped a part.
 */
export type Holding = Readonly<{ account: Buffer; gain: bigint | null }>;

/**
 * The account that got what the front run bought and gave it in the back run: the contract that both called, or their sender.
 * A router or a settlement keeps nothing, so that the swaps of its users are no sandwich.
 */
export function findHolding(
  { front, victims, back }: Sandwich,
  movements: readonly Movement[],
  { paid, bought }: Readonly<{ paid: Buffer; bought: Buffer }>,
): Holding | undefined {
  const contract = calledByBoth({ front, back });
  const isOwn = contract && victims.every(({ to }) => !to?.equals(contract));
  const accounts = [...(isOwn ? [contract] : []), ...(front.from.equals(back.from) ? [front.from] : [])];
  const account = accounts.find((one) => {
    const sum = (index: number) => sumOf(movements, { account: one, token: bought, index });
    const isEnough = (held: bigint, traded: bigint) => held * 100n >= traded * (100n - MAX_DIFFERENCE);
    return isEnough(sum(front.index), front.bought) && isEnough(-sum(back.index), back.paid);
  });
  if (account === undefined) return undefined;
  const others = movements.filter((one) => one.account.equals(account) && !one.token.equals(paid));
  const isWhole = others.every(({ token }) => {
    const got = sumOf(movements, { account, token, index: front.index });
    const left = got + sumOf(movements, { account, token, index: back.index });
    return left === 0n || (left > 0n && left * 100n <= got * MAX_DIFFERENCE);
  });
  const gain = [front, back].reduce(
    (sum, { index }) => sum + sumOf(movements, { account, token: paid, index }),
    0n,
  );
  return { account, gain: isWhole && gain > 0n ? gain : null };
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
