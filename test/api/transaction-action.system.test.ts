import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { AAVE_TOPICS } from '@/lib/evm/actions/aave-v3';
import { POOL_TOPICS } from '@/lib/evm/actions/uniswap-v3';
import { createTestApi, type TestApi } from '../support/api-harness';
import { address, hex, insert } from '../support/api-rows';
import { startRecordedApi } from '../support/recorded-api';
import { HAS_RECORDINGS } from '../support/recordings';

const answer = z.object({
  actions: z.array(
    z.object({ protocol: z.string(), type: z.string(), data: z.record(z.string(), z.unknown()) }),
  ),
});
const bytes = (digits: string) => Buffer.from(digits, 'hex');
const word = (value: Buffer | bigint) =>
  typeof value === 'bigint'
    ? bytes(BigInt.asUintN(256, value).toString(16).padStart(64, '0'))
    : Buffer.concat([Buffer.alloc(32 - value.length), value]);
const [SUPPLY, SWAP] = [AAVE_TOPICS[1], POOL_TOPICS[3]];

const USDC = bytes('a0b86991c6218b36c1d19d4a2e9eb0ce3606eb48');
const WETH = bytes('c02aaa39b223fe8d0a0e5c4f27ead9083c756cc2');
const POOL = bytes('88e6a0c2ddd26feeb64f039a2c41296fcb3f5640');
const AAVE = bytes('87870bca3f3fd6335c3f4ce8392d69350b4fa4e2');
const TRADER = address(10);

async function actionsOf(api: TestApi, hash: string) {
  const { status, body } = await api.get(`/api/v2/transactions/${hash}`);
  expect(status).toBe(200);
  return answer.parse(body).actions;
}

describe('actions of Ethereum', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi({ chainId: 1 });
    await insert.token(api.db, { address: USDC, symbol: Buffer.from('USDC'), decimals: '6' });
    await insert.token(api.db, { address: WETH, symbol: Buffer.from('WETH'), decimals: '18' });
    await insert.block(api.db, 0);
  });
  afterAll(() => api.stop());

  const swap = { topic0: SWAP, topic1: word(TRADER), topic2: word(TRADER) };
  const data = Buffer.concat([2_500_000n, -(10n ** 15n), 1n, 1n, 1n].map(word));

  test('a swap is told by the pool that moved both tokens; the same logs of anyone else are nothing', async () => {
    const hash = await insert.transaction(api.db, { block: 0, index: 0 }, { logs_count: 6 });
    await insert.log(api.db, { block: 0, index: 0, log: 0 }, { ...swap, address: POOL, data });
    await insert.log(api.db, { block: 0, index: 0, log: 1 }, { ...swap, address: address(66), data });
    const between = (log_index: number, token: Buffer, pool: Buffer) => [
      { log_index, token, from: TRADER, to: pool, token_type: 'ERC-20', amount: '1' },
    ];
    for (const [at, pool] of [POOL, address(66)].entries()) {
      await insert.transfers(api.db, { block: 0, index: 0 }, between(2 + 2 * at, USDC, pool));
      await insert.transfers(api.db, { block: 0, index: 0 }, between(3 + 2 * at, WETH, pool));
    }
    expect(await actionsOf(api, hex(hash))).toEqual([
      {
        protocol: 'uniswap_v3',
        type: 'swap',
        data: {
          address0: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
          amount0: '2.5',
          symbol0: 'USDC',
          address1: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
          amount1: '0.001',
          symbol1: 'WETH',
        },
      },
    ]);
  });

  test('the tokens of a pool that moved nothing are those that it got first, whatever it was sent later', async () => {
    const other = await createTestApi({ chainId: 1 });
    try {
      const { db } = other;
      await insert.token(db, { address: USDC, symbol: Buffer.from('USDC'), decimals: '6' });
      await insert.token(db, { address: WETH, symbol: null, decimals: null });
      await insert.block(db, 0);
      await insert.block(db, 1);
      const hash = await insert.transaction(db, { block: 1, index: 0 }, { logs_count: 1 });
      await insert.log(db, { block: 1, index: 0, log: 0 }, { ...swap, address: POOL, data });
      expect(await actionsOf(other, hex(hash))).toEqual([]);
      const spam = Array.from({ length: 30 }, (_, at) => address(at + 30));
      for (const [log_index, token] of [USDC, WETH, ...spam].entries()) {
        const sent = { log_index, token, from: TRADER, to: POOL, token_type: 'ERC-20', amount: '5' };
        await insert.transfers(db, { block: 0, index: 0 }, [sent]);
      }
      const [action] = await actionsOf(other, hex(hash));
      expect(action?.data).toMatchObject({ symbol0: 'USDC', symbol1: null, amount1: null });
    } finally {
      await other.stop();
    }
  });

  test('a supply to the Aave pool is an action; an event of the same kind elsewhere is none', async () => {
    const hash = await insert.transaction(api.db, { block: 0, index: 1 }, { logs_count: 2 });
    const supply = {
      topic0: SUPPLY,
      topic1: word(USDC),
      topic2: word(TRADER),
      topic3: word(0n),
      data: Buffer.concat([word(TRADER), word(7_000_001n)]),
    };
    await insert.log(api.db, { block: 0, index: 1, log: 10 }, { ...supply, address: AAVE });
    await insert.log(api.db, { block: 0, index: 1, log: 11 }, { ...supply, address: address(67) });
    expect(await actionsOf(api, hex(hash))).toEqual([
      {
        protocol: 'aave_v3',
        type: 'supply',
        data: {
          amount: '7.000001',
          symbol: 'USDC',
          address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
          block_number: 0,
        },
      },
    ]);
  });
});

describe.skipIf(!HAS_RECORDINGS)('recorded mainnet blocks (../shared/realdata)', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startRecordedApi();
  });
  afterAll(() => api?.stop());

  test('most events with the topics of a pool come from pools of the factory, and are told', async () => {
    const [swapTopic] = POOL_TOPICS.slice(3);
    const rows = await api.sql<{ hash: Buffer; swaps: number }[]>`
      select t.hash, count(*) as swaps from chain_1.transactions t
      join chain_1.logs l on l.block_number = t.block_number and l.transaction_index = t.index
      where l.topic0 = ${swapTopic ?? null} group by 1`;
    let decodedCount = 0;
    for (const { hash, swaps } of rows) {
      const swapped = (await actionsOf(api, hex(hash))).filter(({ type }) => type === 'swap');
      expect(swapped.length).toBeLessThanOrEqual(swaps);
      decodedCount += swapped.length;
    }
    const all = rows.reduce((sum, { swaps }) => sum + swaps, 0);
    expect(all).toBeGreaterThan(100);
    expect(decodedCount / all).toBeGreaterThan(0.9);
  });
});
