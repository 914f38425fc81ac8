import { encodeAbiParameters, parseAbiParameters, toEventSelector } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getTransactionOverview } from '@/lib/endpoints/transaction-overview';
import { hexToBuffer } from '@/lib/evm/hex';
import { addressToWord } from '@/lib/evm/words';
import { createTestApi, type TestApi } from '../support/api-harness';
import { address, hash, hex, insert } from '../support/api-rows';

const [BOT, CONTRACT, USER, ROUTER] = [address(10), address(11), address(12), address(13)];
const [PAIR, POOL, ZERO, ONE] = [address(20), address(21), address(30), address(31)];
const SYNC = hexToBuffer(toEventSelector('Sync(uint112,uint112)'));
const SWAP = hexToBuffer(toEventSelector('Swap(address,uint256,uint256,uint256,uint256,address)'));
const SWAP_3 = hexToBuffer(toEventSelector('Swap(address,address,int256,int256,uint160,uint128,int24)'));
const words = (...values: bigint[]) =>
  Buffer.concat(
    values.map((value) => hexToBuffer(encodeAbiParameters(parseAbiParameters('int256'), [value]))),
  );
const hashAt = (block: number, index: number) => hash(2_000_000 + 1000 * block + index);
let api: TestApi;

/** A swap of token0 (or back) in a pair: Sync, Swap, and the two transfers. */
type Swap = { from: Buffer; to: Buffer; trader: Buffer; change: readonly [bigint, bigint] };

async function insertTransfers(
  at: { block: number; index: number },
  { pool, trader, change, log }: Pick<Swap, 'trader' | 'change'> & { pool: Buffer; log: number },
) {
  const transfers = [ZERO, ONE].map((token, place) => {
    const amount = change[place] ?? 0n;
    const [from, to] = amount > 0n ? [trader, pool] : [pool, trader];
    const size = String(amount > 0n ? amount : -amount);
    return { log_index: log + place, token, token_type: 'ERC-20', from, to, amount: size };
  });
  await insert.transfers(api.db, at, transfers);
}

async function insertSwaps(block: number, swaps: readonly Swap[]) {
  await insert.block(api.db, block);
  let [reserve0, reserve1] = [1_000_000n, 2_000_000n];
  for (const [index, { from, to, trader, change }] of swaps.entries()) {
    const at = { block, index };
    const [change0, change1] = change;
    [reserve0, reserve1] = [reserve0 + change0, reserve1 + change1];
    await insert.transaction(api.db, at, { from_address: from, to_address: to, logs_count: 4 });
    const log = (place: number, extra: Record<string, unknown>) =>
      insert.log(api.db, { ...at, log: 10 * index + place }, { address: PAIR, ...extra });
    await log(2, { topic0: SYNC, data: words(reserve0, reserve1) });
    const topics = { topic0: SWAP, topic1: addressToWord(to), topic2: addressToWord(trader) };
    const amounts = change0 > 0n ? words(change0, 0n, 0n, -change1) : words(0n, change1, -change0, 0n);
    await log(3, { ...topics, data: amounts });
    await insertTransfers(at, { pool: PAIR, trader, change, log: 10 * index });
  }
}

async function sandwichOf(block: number, index: number) {
  const { status, body } = await api.get(`/api/v2/transactions/${hex(hashAt(block, index))}/overview`);
  expect(status).toBe(200);
  return getTransactionOverview.response.parse(body).sandwich;
}

const legs = (by: { from: Buffer; to: Buffer }, trader: Buffer): [Swap, Swap, Swap] => [
  // 100000 · 997 · 2000000 / (1000000 · 1000 + 100000 · 997) = 181322
  { ...by, trader, change: [100_000n, -181_322n] },
  // 50000 · 997 · 1818678 / (1100000 · 1000 + 50000 · 997) = 78846
  { from: USER, to: ROUTER, trader: USER, change: [50_000n, -78_846n] },
  { ...by, trader, change: [-108_000n, 181_322n] },
];

beforeAll(async () => {
  api = await createTestApi({ chainId: 1 });
  for (const [at, token] of [ZERO, ONE].entries())
    await insert.token(api.db, { address: token, symbol: Buffer.from(`T${at}`), decimals: '2' });
  for (const [pool, exchange, fee] of [
    [PAIR, 'Uniswap V2', null],
    [POOL, 'Uniswap V3', 3000],
  ] as const)
    await api.db.sql`
      insert into ${api.db.schema}.pools (address, token0, token1, fee, exchange, block_number)
      values (${pool}, ${ZERO}, ${ONE}, ${fee}, ${exchange}, 0)`;
  await insertSwaps(1, legs({ from: BOT, to: CONTRACT }, CONTRACT));
  await insertSwaps(2, legs({ from: BOT, to: ROUTER }, USER));
});
afterAll(() => api?.stop());

test('each of the three transactions says what it is of a sandwich, with the cost and the gain', async () => {
  const found = await Promise.all([0, 1, 2].map((index) => sandwichOf(1, index)));
  expect(found.map((one) => one?.role)).toEqual(['front', 'victim', 'back']);
  for (const one of found)
    expect(one).toMatchObject({
      pool: { hash: expect.stringMatching(new RegExp(hex(PAIR), 'i')) },
      account: { hash: expect.stringMatching(new RegExp(hex(CONTRACT), 'i')) },
      front: hex(hashAt(1, 0)),
      back: hex(hashAt(1, 2)),
      victims: [hex(hashAt(1, 1))],
      victims_count: 1,
      gain: { token: { symbol: 'T0' }, amount: '8000' },
    });
  const [front, victim, back] = found;
  // 50000 · 997 · 2000000 / (1000000 · 1000 + 50000 · 997) = 94965
  expect(victim?.cost).toMatchObject({ token: { symbol: 'T1' }, amount: '78846', expected: '94965' });
  expect([front?.cost, back?.cost]).toEqual([null, null]);
});

test('two swaps around another are none where neither the sender nor the contract held the tokens in between', async () => {
  expect(await Promise.all([0, 1, 2].map((index) => sandwichOf(2, index)))).toEqual([null, null, null]);
});

test('a contract that someone else called in the block is not named; a sender may be', async () => {
  const call = { from_address: USER, value: '1' };
  await insertSwaps(5, legs({ from: BOT, to: CONTRACT }, CONTRACT));
  expect(await sandwichOf(5, 1)).not.toBeNull();
  await insert.transaction(api.db, { block: 5, index: 3 }, { ...call, to_address: CONTRACT });
  expect(await sandwichOf(5, 1)).toBeNull();
  await insertSwaps(6, legs({ from: BOT, to: CONTRACT }, BOT));
  await insert.transaction(api.db, { block: 6, index: 3 }, { ...call, to_address: BOT });
  const hashOfBot = expect.stringMatching(new RegExp(hex(BOT), 'i'));
  expect(await sandwichOf(6, 1)).toMatchObject({ account: { hash: hashOfBot } });
});

test('of many others in between the first 10 are listed, and all counted', async () => {
  const [front, victim, back] = legs({ from: BOT, to: CONTRACT }, CONTRACT);
  await insertSwaps(8, [front, ...Array.from({ length: 12 }, () => victim), back]);
  const found = await sandwichOf(8, 12);
  expect(found).toMatchObject({ role: 'victim', victims_count: 12 });
  expect(found?.victims).toHaveLength(10);
});

test('a swap that lost nothing is in no sandwich', async () => {
  const [front, , back] = legs({ from: BOT, to: CONTRACT }, CONTRACT);
  // so small that it gives nothing more: 1 · 997 · 2000000 / (1000000 · 1000 + 997) = 1, and 1 after the front run
  const victim: Swap = { from: USER, to: ROUTER, trader: USER, change: [1n, -1n] };
  await insertSwaps(7, [front, victim, back]);
  expect(await sandwichOf(7, 1)).toBeNull();
});

test('a pool with a price has a cost by its last swap in an earlier block', async () => {
  const [price, liquidity] = [2n ** 96n, 10n ** 18n];
  const swap = (recipient: Buffer, ...data: bigint[]) => ({
    ...{ address: POOL, topic0: SWAP_3, topic1: addressToWord(recipient), topic2: addressToWord(recipient) },
    data: words(...data, 0n),
  });
  await insert.block(api.db, 3);
  await insert.transaction(api.db, { block: 3, index: 0 });
  await insert.log(api.db, { block: 3, index: 0, log: 0 }, swap(USER, 1n, -1n, price, liquidity));
  await insert.block(api.db, 4);
  const move = (after: bigint, input: bigint) => {
    const kept = (input * 997_000n) / 1_000_000n;
    return after + (kept * 2n ** 96n) / liquidity;
  };
  const given = (from: bigint, to: bigint) => (liquidity * 2n ** 96n * (to - from)) / to / from;
  const [first, second] = [move(price, 10n ** 16n), move(move(price, 10n ** 16n), 10n ** 15n)];
  const [bought, got] = [given(price, first), given(first, second)];
  const rows = [
    { from: BOT, to: CONTRACT, trader: CONTRACT, change: [-bought, 10n ** 16n], after: first },
    { from: USER, to: ROUTER, trader: USER, change: [-got, 10n ** 15n], after: second },
    { from: BOT, to: CONTRACT, trader: CONTRACT, change: [bought, -(10n ** 16n + 10n ** 12n)], after: price },
  ] as const;
  for (const [index, { from, to, trader, change, after }] of rows.entries()) {
    const at = { block: 4, index };
    await insert.transaction(api.db, at, { from_address: from, to_address: to, logs_count: 3 });
    await insert.log(api.db, { ...at, log: 10 * index }, swap(trader, ...change, after, liquidity));
    await insertTransfers(at, { pool: POOL, trader, change, log: 10 * index + 1 });
  }
  const alone = given(price, move(price, 10n ** 15n));
  const found = await sandwichOf(4, 1);
  expect(found).toMatchObject({ role: 'victim', cost: { amount: String(got), expected: String(alone) } });
  // nothing is told of the price before it
  await api.db.sql`delete from ${api.db.schema}.logs where block_number = 3`;
  expect(await sandwichOf(4, 1)).toMatchObject({ role: 'victim', cost: null });
});

test('nothing is said of tokens that are not known', async () => {
  expect(await sandwichOf(1, 1)).not.toBeNull();
  await api.db.sql`delete from ${api.db.schema}.tokens where address = ${ONE}`;
  expect(await sandwichOf(1, 1)).toBeNull();
});
