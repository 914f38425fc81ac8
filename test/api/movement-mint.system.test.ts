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

test('a contract that destroys itself in its own favour burns its coin, since Cancun only if it is new', async () => {
  const CANCUN = { excess_blob_gas: '0' };
  const contracts = [address(62), address(63), address(64)];
  for (const [at, extra] of [CANCUN, CANCUN, {}].entries()) {
    const [contract = SENDER, block] = [contracts[at], 10 + at];
    await insert.block(api.db, block, extra);
    await insert.transaction(api.db, { block, index: 0 }, { to_address: RECIPIENT });
    const create = { type: 'create', from_address: RECIPIENT, to_address: null, created_contract: contract };
    if (at === 0)
      await insert.internal(api.db, { block, index: 0, call: 1 }, { ...create, value: String(COIN) });
    const heir = { from_address: contract, to_address: contract, value: String(COIN) };
    await insert.internal(api.db, { block, index: 0, call: 2 }, { ...heir, type: 'selfdestruct' });
  }
  const burnt = ['internal transaction', 'out', '', '1', 'ok'];
  expect(await Promise.all(contracts.map(read))).toEqual([
    [['internal transaction', 'in', '1', '', 'ok'], burnt].toReversed(),
    [['internal transaction', 'self', '1', '1', 'ok']],
    [burnt],
  ]);
});
