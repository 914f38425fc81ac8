import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { provideTestApi } from '../support/api-harness';
import { address, hex, insert } from '../support/api-rows';
import { walkPages } from '../support/api-walk';

const api = await provideTestApi();

const BLOCKS = 700;
const ALICE = address(30);
const OTHERS = [address(31), address(32), address(33)];
const TRANSFER = Buffer.from('a9059cbb', 'hex');
const place = z.object({ block_number: z.int(), position: z.int() });
const call = z.object({ block_number: z.int(), value: z.string() });

type Sent = { block: number; index: number; row: ReturnType<typeof rowOf> };
const sent: Sent[] = [];

/** What the transactions of Alice differ in, each with a period of its own. */
function rowOf(block: number, index: number) {
  const other = OTHERS[block % OTHERS.length] ?? ALICE;
  const isIn = (block + index) % 2 === 0;
  const creates = block % 97 === 0 && index === 1 && !isIn;
  return {
    from_address: isIn ? other : ALICE,
    to_address: creates ? null : isIn ? ALICE : other,
    created_contract: creates && block % 13 !== 0 ? address(5_000 + block) : null,
    value: String(block % 11),
    input: block % 7 === 0 ? Buffer.concat([TRANSFER, Buffer.alloc(64)]) : Buffer.alloc(0),
    status: block % 13 === 0 ? 0 : 1,
    fhe_operations_count: block % 200 === 199 ? 2 : 0,
  };
}

beforeAll(async () => {
  const { db } = api;
  for (let block = 0; block < BLOCKS; block += 1) {
    await insert.block(db, block);
    for (const index of [0, 1]) {
      const row = rowOf(block, index);
      sent.push({ block, index, row });
      await insert.transaction(db, { block, index }, row);
    }
    await insert.internal(
      db,
      { block, index: 0, call: 1 },
      { from_address: OTHERS[0], to_address: ALICE, value: block % 300 === 299 ? '9' : '0' },
    );
  }
  await api.sql`update ${db.schema}.indexer_state set has_traces = true`;
});

const path = `/api/v2/addresses/${hex(ALICE)}/transactions`;
const nameOf = ({ block_number, position }: z.output<typeof place>) => `${block_number}/${position}`;
const walk = async (query: Record<string, string | number>) =>
  (await walkPages(api, path, { item: place, query })).flat().map(nameOf);
const expected = (isListed: (one: Sent) => boolean) =>
  sent
    .filter(isListed)
    .map(({ block, index }) => `${block}/${index}`)
    .reverse();

const hasSelector = ({ row }: Sent) => row.to_address !== null && row.input.length > 0;
const isWith = (one: Sent, other: Buffer) =>
  [one.row.from_address, one.row.to_address ?? one.row.created_contract].some((end) => end?.equals(other));
/** Block 0 is of 2023-11-14T22:13:20Z, one block every twelve seconds: 100 blocks are 20 minutes. */
const CASES: readonly [Record<string, string | number>, (one: Sent) => boolean][] = [
  [{ method: 'transfer' }, hasSelector],
  [{ method: '0xa9059cbb', filter: 'from' }, (one) => hasSelector(one) && one.row.from_address === ALICE],
  [{ min_value: '10' }, ({ row }) => BigInt(row.value) >= 10n],
  [{ min_value: '10', items_count: 7 }, ({ row }) => BigInt(row.value) >= 10n],
  [{ counterparty: hex(address(32)) }, (one) => isWith(one, address(32))],
  [{ only: 'failed', filter: 'to' }, ({ row }) => row.status === 0 && row.to_address === ALICE],
  [{ only: 'contract_creation' }, ({ row }) => row.to_address === null],
  [{ only: 'fhe' }, ({ row }) => row.fhe_operations_count > 0],
  [{ from_block: 100, to_block: 199 }, ({ block }) => block >= 100 && block <= 199],
  [
    { from_period: '2023-11-14T22:33:20Z', to_period: '1700002399' },
    ({ block }) => block >= 100 && block <= 199,
  ],
  [{ to_period: '2023-11-14' }, ({ block }) => block < 534],
  [{ method: 'transfer', from_block: 400 }, (one) => hasSelector(one) && one.block >= 400],
];

test.each(CASES)('filtered by %j, the list has what a search of all finds', async (query, isListed) => {
  const all = expected(isListed);
  expect(all.length).toBeGreaterThan(2);
  expect(await walk(query)).toEqual(all);
  if (query.items_count === undefined)
    expect(await walk({ ...query, order: 'asc' })).toEqual([...all].reverse());
});

test('a filter that matches nothing gives empty pages until everything was searched', async () => {
  expect(await walk({ min_value: '11' })).toEqual([]);
  expect(await walk({ from_block: 5_000 })).toEqual([]);
});

test('a function that is not known is refused, not shown as never called', async () => {
  const { status, body } = await api.get(`${path}?method=noSuchFunction`);
  expect(status).toBe(422);
  expect(JSON.stringify(body)).toContain('Unknown function');
  expect((await api.get(`${path}?method=0x12`)).status).toBe(422);
});

test('internal transactions that moved coin are found among those that did not', async () => {
  const inside = `/api/v2/addresses/${hex(ALICE)}/internal-transactions`;
  const rows = (await walkPages(api, inside, { item: call, query: { min_value: 1 } })).flat();
  expect(rows).toEqual([599, 299].map((block_number) => ({ block_number, value: '9' })));
});

test('the file has what the filtered list has', async () => {
  const file = await api.get(`${path}/csv?method=transfer&from_block=400`);
  const lines = file.text.trim().split('\n');
  expect(lines).toHaveLength(1 + expected((one) => hasSelector(one) && one.block >= 400).length);
});

test('blocks and transactions of the chain are listed oldest first, too', async () => {
  const height = z.object({ height: z.int() });
  const blocks = (await walkPages(api, '/api/v2/blocks', { item: height, query: { order: 'asc' } })).flat();
  expect(blocks.map((block) => block.height)).toEqual(Array.from({ length: BLOCKS }, (_, at) => at));
  const until = await walkPages(api, '/api/v2/blocks', { item: height, query: { to_period: '1700000119' } });
  expect(until.flat().map((block) => block.height)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
  const all = await walkPages(api, '/api/v2/transactions', { item: place, query: { order: 'asc' } });
  expect(all.flat().map(nameOf)).toEqual(expected(() => true).reverse());
});
