import { beforeAll, expect, test } from 'vitest';
import { provideTestApi } from '../support/api-harness';
import { insert } from '../support/api-rows';

const [empty, api] = await Promise.all([provideTestApi(), provideTestApi()]);
const GWEI = 10 ** 9;
const START = 1_700_000_000;
const [BUSY, QUIET] = ['b', 'a'].map((digit) => digit.repeat(40));
const TRANSFER = `a9059cbb${'00'.repeat(64)}`;

/** Blocks 0 to 24, of which 5 to 24 are sampled: a base fee of 10 to 34 Gwei, and three transactions in each. */
beforeAll(async () => {
  const { db } = api;
  for (let block = 0; block < 25; block += 1) {
    const baseFee = (10 + block) * GWEI;
    await insert.block(db, block, {
      timestamp: START + 12 * block,
      base_fee_per_gas: String(baseFee),
      gas_limit: '30000000',
      gas_used: '15000000',
      transactions_count: 3,
    });
    const rows = [
      { input: '', gas_used: '21000', status: 1, paid: 1, to: QUIET },
      { input: TRANSFER, gas_used: String(40_000 + block), status: 1, paid: 2, to: BUSY },
      { input: TRANSFER, gas_used: '900000', status: 0, paid: 3 + block, to: BUSY },
    ] as const;
    for (const [index, { paid, to, input, ...row }] of rows.entries()) {
      await insert.transaction(
        db,
        { block, index },
        {
          ...row,
          input: Buffer.from(input, 'hex'),
          to_address: Buffer.from(to ?? '', 'hex'),
          effective_gas_price: String(baseFee + paid * GWEI),
        },
      );
    }
  }
});

test('what gas costs, of the latest twenty blocks', async () => {
  const { body } = await api.get('/api/v2/gas-prices');
  expect(body).toMatchObject({
    block_number: 24,
    timestamp: '2023-11-14T22:18:08.000000Z',
    base_fee_per_gas: String(34 * GWEI),
    // full by half, the next base fee would be the same: it grew instead, by no known rule
    next_base_fee_per_gas: null,
    // 20 of 1 Gwei, 20 of 2, and 8 to 27
    priority_fees: { slow: String(GWEI), average: String(2 * GWEI), fast: String(21 * GWEI) },
    sampled_blocks: 20,
    sampled_transactions: 60,
    actions: [
      { name: 'coin_transfer', gas_used: '21000', transactions_count: 20 },
      { name: 'token_transfer', gas_used: '40014', transactions_count: 20 },
    ],
    consumers: [
      {
        address: { hash: expect.stringMatching(/^0x(b{40})$/i) },
        gas_used: String(20 * 900_000 + 20 * 40_000 + 290),
        transactions_count: 40,
      },
      {
        address: { hash: expect.stringMatching(/^0x(a{40})$/i) },
        gas_used: '420000',
        transactions_count: 20,
      },
    ],
  });
  const { blocks } = body as { blocks: { height: number }[] };
  expect(blocks.map(({ height }) => height)).toEqual(Array.from({ length: 25 }, (_, index) => 24 - index));
});

test('the transactions of a block, those that used most gas first', async () => {
  const { body } = await api.get('/api/v2/blocks/7/gas');
  expect(body).toMatchObject({
    block_number: 7,
    gas_used: '15000000',
    gas_limit: '30000000',
    transactions_count: 3,
    items: [
      { position: 2, status: 'error', gas_used: '900000' },
      { position: 1, status: 'ok', gas_used: '40007' },
      { position: 0, status: 'ok', gas_used: '21000' },
    ],
  });
});

test('nothing is said of a chain without blocks', async () => {
  expect((await empty.get('/api/v2/gas-prices')).status).toBe(404);
  expect((await empty.get('/api/v2/blocks/7/gas')).status).toBe(404);
  expect((await api.get('/api/v2/blocks/seven/gas')).status).toBe(422);
});
