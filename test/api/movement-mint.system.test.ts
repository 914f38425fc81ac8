import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApi, type TestApi } from '../support/api-harness';
import { address, hex, insert } from '../support/api-rows';
import { parseRecords } from '../support/movement-file';

const [SENDER, RECIPIENT] = [address(60), address(61)];
const COIN = 10n ** 18n;

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
  const deposit = { type: 126, from_address: SENDER, to_address: RECIPIENT, gas_price: '0' };
  for (const [block, status] of [1, 0].entries()) {
    await insert.block(api.db, block);
    await insert.transaction(
      api.db,
      { block, index: 0 },
      { ...deposit, status, value: String(2n * COIN), mint: String(3n * COIN) },
    );
  }
});
afterAll(() => api.stop());

async function read(account: Buffer) {
  const { status, text } = await api.request(`/api/v2/addresses/${hex(account)}/movements/csv`);
  expect(status).toBe(200);
  return parseRecords(text).map(({ Kind, Direction, In, Out, Status }) => [Kind, Direction, In, Out, Status]);
}

test('what a deposit creates is a movement to its sender, also if its execution failed', async () => {
  expect(await read(SENDER)).toEqual([
    ['transaction', 'out', '', '0', 'failed'],
    ['minted by deposit', 'in', '3', '', 'ok'],
    ['transaction', 'out', '', '2', 'ok'],
    ['minted by deposit', 'in', '3', '', 'ok'],
  ]);
  expect(await read(RECIPIENT)).toEqual([
    ['transaction', 'in', '0', '', 'failed'],
    ['transaction', 'in', '2', '', 'ok'],
  ]);
});
