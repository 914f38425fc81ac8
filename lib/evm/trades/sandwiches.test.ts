import { encodeAbiParameters, parseAbiParameters, toEventSelector } from 'viem';
import { describe, expect, test } from 'vitest';
import { hexToBuffer } from '@/lib/evm/hex';
import { quoteInput } from './quote-trade';
import { type PoolState, readTrades, type Trade } from './read-trades';
import { findHolding, findSandwiches, type Movement, quoteWithoutFront, type Trader } from './sandwiches';

const account = (digit: number) => Buffer.alloc(20, digit);
const BOT = account(1);
const CONTRACT = account(2);
const USER = account(3);
const ROUTER = account(4);
const OTHER = account(5);
const [PAID, BOUGHT] = [account(8), account(9)];
const FEE = 3_000n;
const START: PoolState = { kind: 'reserves', reserve0: 10n ** 21n, reserve1: 10n ** 24n };

/** Swaps of one pair in order; a negative amount sells as many of token1. */
function tradeInOrder(swaps: readonly (readonly [index: number, paid: bigint])[]): Trade[] {
  let state: PoolState = START;
  return swaps.map(([transactionIndex, amount], at) => {
    const isZeroForOne = amount > 0n;
    const paid = isZeroForOne ? amount : -amount;
    const quote = quoteInput(state, FEE, { isZeroForOne, paid });
    if (quote === undefined) throw new Error('The pair is empty.');
    state = quote.after;
    const { bought, after } = quote;
    return { transactionIndex, logIndex: 10 * at, isZeroForOne, paid, bought, after };
  });
}

const traders = (...list: readonly (readonly [from: Buffer, to: Buffer | null])[]): Map<number, Trader> =>
  new Map(list.map(([from, to], index) => [index, { index, from, to }]));

const BOUGHT_BY_BOT = tradeInOrder([[0, 10n ** 19n]])[0]?.bought ?? 0n;
const AROUND = tradeInOrder([
  [0, 10n ** 19n],
  [1, 5n * 10n ** 18n],
  [2, -BOUGHT_BY_BOT],
]);
const BOTH = traders([BOT, CONTRACT], [USER, ROUTER], [BOT, CONTRACT]);
const at = (trades: readonly Trade[], by: ReadonlyMap<number, Trader>) =>
  [0, 1, 2].map((index) => findSandwiches(trades, by, index).length);

describe('a sandwich', () => {
  test('is seen by each of its three transactions, and by no other', () => {
    expect(at(AROUND, BOTH)).toEqual([1, 1, 1]);
    const later = [...AROUND, ...tradeInOrder([[3, 7n]])];
    const more = new Map([...BOTH, [3, { index: 3, from: OTHER, to: ROUTER }]]);
    expect(findSandwiches(later, more, 3)).toEqual([]);
    const [found] = findSandwiches(later, more, 1);
    expect([found?.front.index, found?.victims.map(({ index }) => index), found?.back.index]).toEqual([
      0,
      [1],
      2,
    ]);
  });

  test.each<[string, readonly Trade[], ReadonlyMap<number, Trader>]>([
    ['of two strangers', AROUND, traders([BOT, ROUTER], [USER, ROUTER], [OTHER, CONTRACT])],
    ['of two senders by one contract', AROUND, traders([BOT, CONTRACT], [USER, ROUTER], [OTHER, CONTRACT])],
    [
      'that lose to fees',
      tradeInOrder([
        [0, 10n ** 19n],
        [1, 1_000n],
        [2, -BOUGHT_BY_BOT],
      ]),
      BOTH,
    ],
    ['around a swap of its own', AROUND, traders([BOT, CONTRACT], [BOT, ROUTER], [BOT, CONTRACT])],
    [
      'around a swap the other way',
      tradeInOrder([
        [0, 10n ** 19n],
        [1, -(10n ** 18n)],
        [2, -BOUGHT_BY_BOT],
      ]),
      BOTH,
    ],
    [
      'that sells another amount',
      tradeInOrder([
        [0, 10n ** 19n],
        [1, 5n * 10n ** 18n],
        [2, (-BOUGHT_BY_BOT * 97n) / 100n],
      ]),
      BOTH,
    ],
    [
      'in the same direction twice',
      tradeInOrder([
        [0, 10n ** 19n],
        [1, 5n * 10n ** 18n],
        [2, 10n ** 19n],
      ]),
      BOTH,
    ],
    ['of which one leg goes both ways', [...AROUND, ...tradeInOrder([[0, -1_000n]])], BOTH],
  ])('is not two swaps %s', (_what, trades, by) => {
    expect(at(trades, by)).toEqual([0, 0, 0]);
  });
});

test('sandwiches are cut to the closest', () => {
  const [one, two] = [AROUND[0], AROUND[2]];
  if (one === undefined || two === undefined) throw new Error('There is no swap.');
  const many = Array.from({ length: 40 }, (_, index) => ({
    ...(index <= 20 ? one : two),
    transactionIndex: index,
  }));
  const by = new Map(
    many.map((_, index) => [index, { index, from: index === 20 ? USER : BOT, to: CONTRACT }] as const),
  );
  const found = findSandwiches(many, by, 20);
  expect(found.map(({ front, back }) => [front.index, back.index])).toEqual([
    [19, 21],
    [18, 21],
    [19, 22],
    [17, 21],
  ]);
});

describe('who held the tokens in between', () => {
  const [sandwich] = findSandwiches(AROUND, BOTH, 1);
  if (sandwich === undefined) throw new Error('There is no sandwich.');
  const { front, back } = sandwich;
  const most = back.bought - front.paid;
  const held = (who: Buffer, gain: bigint): Movement[] => [
    { index: 0, account: who, token: BOUGHT, amount: BOUGHT_BY_BOT },
    { index: 0, account: who, token: PAID, amount: -front.paid },
    { index: 2, account: who, token: BOUGHT, amount: -BOUGHT_BY_BOT },
    { index: 2, account: who, token: PAID, amount: front.paid + gain },
  ];
  const more = (index: number, token: Buffer, amount: bigint) => ({
    index,
    account: CONTRACT,
    token,
    amount,
  });
  const find = (movements: readonly Movement[], one = sandwich) =>
    findHolding(one, movements, { paid: PAID, bought: BOUGHT });

  test('is the contract that both called, or their sender', () => {
    expect(find(held(CONTRACT, 7n))).toEqual({ account: CONTRACT, gain: 7n });
    expect(find(held(BOT, most))).toEqual({ account: BOT, gain: most });
  });

  test('is nobody for a router, which keeps nothing, or for a contract that only one of both called', () => {
    expect(find([])).toBeUndefined();
    expect(find(held(OTHER, 7n))).toBeUndefined();
    const [apart] = findSandwiches(AROUND, traders([BOT, CONTRACT], [USER, ROUTER], [BOT, OTHER]), 1);
    expect(find(held(CONTRACT, 7n), apart)).toBeUndefined();
  });

  test('is nobody who did not pay, or lost by it', () => {
    expect(find(held(CONTRACT, 0n))).toBeUndefined();
    expect(find(held(CONTRACT, -7n))).toBeUndefined();
    // coin paid for it; a contract wrapped that, or its owner gave it
    expect(find(held(BOT, most).filter(({ index, token }) => index === 2 || token !== PAID))).toBeUndefined();
    expect(find([...held(CONTRACT, 7n), more(0, PAID, front.paid)])).toBeUndefined();
    expect(find([...held(CONTRACT, 7n), more(0, PAID, 1n)])).toBeUndefined();
    // a hostile token moved alone
    expect(find(held(CONTRACT, 7n).filter(({ token }) => token === BOUGHT))).toBeUndefined();
  });

  test('gains no figure if it got more than the pool gave, or sold more than it had bought', () => {
    expect(find(held(CONTRACT, most + 1n))).toEqual({ account: CONTRACT, gain: null });
    expect(find([...held(CONTRACT, 7n), more(2, BOUGHT, -1n)])?.gain).toBeNull();
    expect(find([...held(CONTRACT, 7n), more(2, BOUGHT, 1n)])?.gain).toBe(7n);
    expect(find([...held(CONTRACT, 7n), more(2, OTHER, -1n)])?.gain).toBe(7n);
  });
});

describe('what a swap would have given without the front run', () => {
  const [sandwich] = findSandwiches(AROUND, BOTH, 1);
  if (sandwich === undefined) throw new Error('There is no sandwich.');
  const quote = (trades: readonly Trade[], victim = 1) =>
    quoteWithoutFront(sandwich, victim, { trades, fee: FEE, sqrtPrice: null });

  test('is what it gives from the state before it', () => {
    const alone = tradeInOrder([[1, 5n * 10n ** 18n]])[0]?.bought ?? 0n;
    expect(quote(AROUND)).toBe(alone);
    expect(alone).toBeGreaterThan(AROUND[1]?.bought ?? 0n);
  });

  test('is not known if the swap was another than the formula gives, or the reserves between were changed otherwise', () => {
    const change = (changes: Partial<Trade>) =>
      AROUND.map((trade, index) => (index === 1 ? { ...trade, ...changes } : trade));
    expect(quote(change({ bought: 1n }))).toBeUndefined();
    expect(quote(change({ after: null }))).toBeUndefined();
    expect(
      quote(AROUND.map((trade, index) => (index === 0 ? { ...trade, after: START } : trade))),
    ).toBeUndefined();
    const twice = [...AROUND.slice(0, 2), ...AROUND.slice(1)];
    expect(quote(twice)).toBeUndefined();
  });

  test('is known of a pool with a price only if that before the front run is', () => {
    const start: PoolState = { kind: 'price', sqrtPrice: 2n ** 96n, liquidity: 10n ** 24n };
    const paid = [10n ** 20n, 5n * 10n ** 19n];
    let state: PoolState = start;
    const trades = paid.map((amount, index): Trade => {
      const swap = { isZeroForOne: true, paid: amount };
      const quoted = quoteInput(state, FEE, swap);
      state = quoted?.after ?? start;
      const { bought = 0n } = quoted ?? {};
      return { ...swap, bought, after: state, transactionIndex: index, logIndex: index };
    });
    const alone = quoteInput(start, FEE, { isZeroForOne: true, paid: paid[1] ?? 0n })?.bought;
    const pool = { trades, fee: FEE, sqrtPrice: start.sqrtPrice };
    expect(quoteWithoutFront(sandwich, 1, pool)).toBe(alone);
    expect(quoteWithoutFront(sandwich, 1, { ...pool, sqrtPrice: null })).toBeUndefined();
    expect(quoteWithoutFront(sandwich, 1, { ...pool, sqrtPrice: start.sqrtPrice + 1n })).toBeUndefined();
  });
});

test('swaps are read from the logs of a pool: reserves only from right before one, others left out', () => {
  const log = (event: string, types: string, values: readonly bigint[]) => ({
    transactionIndex: 4,
    address: account(7),
    topics: [
      hexToBuffer(toEventSelector(event)),
      ...(event.startsWith('Swap') ? [Buffer.alloc(32), Buffer.alloc(32)] : []),
    ],
    data: hexToBuffer(encodeAbiParameters(parseAbiParameters(types), values)),
  });
  const SWAP_2 = 'Swap(address,uint256,uint256,uint256,uint256,address)';
  const SWAP_3 = 'Swap(address,address,int256,int256,uint160,uint128,int24)';
  const words = 'uint256, uint256, uint256, uint256';
  const logs = [
    log('Sync(uint112,uint112)', 'uint256, uint256', [110n, 91n]),
    log(SWAP_2, words, [10n, 0n, 0n, 9n]),
    log(SWAP_2, words, [0n, 9n, 10n, 1n]),
    log(SWAP_2, words, [5n, 5n, 0n, 0n]),
    log(SWAP_3, 'int256, int256, uint256, uint256, int256', [-3n, 4n, 5n, 6n, -7n]),
  ].map((one, logIndex) => ({ ...one, logIndex }));
  const shape = { transactionIndex: 4 };
  expect(readTrades(logs)).toEqual([
    {
      ...{ ...shape, logIndex: 1, isZeroForOne: true, paid: 10n, bought: 9n },
      after: { kind: 'reserves', reserve0: 110n, reserve1: 91n },
    },
    { ...shape, logIndex: 2, isZeroForOne: false, paid: 8n, bought: 10n, after: null },
    {
      ...{ ...shape, logIndex: 4, isZeroForOne: false, paid: 4n, bought: 3n },
      after: { kind: 'price', sqrtPrice: 5n, liquidity: 6n },
    },
  ]);
});
