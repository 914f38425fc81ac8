import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { toArrayLiteral } from '@/lib/db/array-literal';
import { provideTestApi } from '../support/api-harness';
import { address, hash, hex, insert } from '../support/api-rows';
import { walkPages } from '../support/api-walk';

const api = await provideTestApi();

const ALICE = address(30);
const BOB = address(31);
const CONTRACT = address(32);
const BUSY = address(33);
const TRANSACTIONS = 90;
const FEE_NAMES = ['gas_price', 'max_fee_per_gas', 'max_priority_fee_per_gas', 'effective_gas_price'];

const listed = z.object({
  block_number: z.int(),
  position: z.int(),
  value: z.string(),
  fee: z.object({ value: z.string().nullable() }),
  transaction_types: z.array(z.string()),
});
type Listed = z.output<typeof listed>;
const nameOf = ({ block_number, position }: Listed) => `${block_number}/${position}`;

/** All kinds of prices that a node may return, extra fees of a rollup, and none at all. */
function pricesOf(at: number): Record<string, string | null> {
  const none = Object.fromEntries(FEE_NAMES.map((name) => [name, null]));
  if (at % 5 === 0) return { ...none, gas_price: String(at) };
  if (at % 5 === 1) return { ...none, max_fee_per_gas: '100', max_priority_fee_per_gas: String(at) };
  if (at % 5 === 2) return { effective_gas_price: String(200 - at), l1_fee: '5000', operator_fee: '7' };
  if (at % 5 === 3) return { ...none, max_fee_per_gas: '100' };
  return { effective_gas_price: '50', gas_used: at % 2 === 0 ? null : '21000' };
}

beforeAll(async () => {
  const { db } = api;
  for (let at = 0; at < TRANSACTIONS; at += 1) {
    const block = Math.floor(at / 10);
    if (at % 10 === 0) await insert.block(db, block);
    const [from_address, to_address] = at % 3 === 0 ? [BOB, ALICE] : [ALICE, BOB];
    const place = { block, index: at % 10 };
    const rest = at === 82 ? { to_address: null, created_contract: CONTRACT } : {};
    const type = at % 7 === 0 ? 3 : at % 7 === 1 ? 4 : 2;
    const value = at % 4 === 0 ? '0' : `${at % 6}${'0'.repeat(60)}`;
    await insert.transaction(db, place, { from_address, to_address, value, type, ...pricesOf(at), ...rest });
  }
  await insert.address(db, {
    address: CONTRACT,
    is_contract: true,
    created_block: 8,
    created_transaction_index: 2,
  });
  await insert.transaction(db, { block: 8, index: 20 }, { to_address: CONTRACT, token_transfers_count: 2 });
  await insert.token(db, { address: CONTRACT });
  const counts = { gas_sent: '0', gas_received: '0', token_transfers: 0, blocks: 0 };
  await db.sql`
    insert into ${db.schema}.address_counts ${db.sql([
      { address: ALICE, transactions: TRANSACTIONS, ...counts },
      { address: BUSY, transactions: 1_001, ...counts },
    ])}`;
});

const sum = ({ fee }: Listed) => BigInt(fee.value ?? 0);
const KEYS = { value: (row: Listed) => BigInt(row.value), fee: sum } as const;

test.each(['value', 'fee'] as const)('the transactions of an address come by %s, each once', async (sort) => {
  const path = `/api/v2/addresses/${hex(ALICE)}/transactions`;
  const walk = async (query: Record<string, string | number>) =>
    (await walkPages(api, path, { item: listed, query: { sort, ...query } })).flat();
  const all = await walk({});
  expect(all).toHaveLength(TRANSACTIONS);
  expect(new Set(all.map(nameOf)).size).toBe(TRANSACTIONS);
  const keys = all.map(KEYS[sort]);
  expect(new Set(keys).size).toBeGreaterThan(4);
  expect(keys).toEqual([...keys].sort((a, b) => (a < b ? 1 : a > b ? -1 : 0)));
  for (const items_count of [1, 7]) expect(await walk({ items_count })).toEqual(all);
  const least = await walk({ order: 'asc', items_count: 7 });
  expect(least.map(nameOf)).toEqual(all.map(nameOf).reverse());
  const sent = await walk({ filter: 'from', items_count: 11 });
  expect(sent.map(nameOf)).toEqual(all.filter((_, at) => isSent(all[at])).map(nameOf));
});

function isSent(row: Listed | undefined): boolean {
  return row !== undefined && (10 * row.block_number + row.position) % 3 !== 0;
}

test('what would take too long to sort is refused by name', async () => {
  const of = (query: string) => api.get(`/api/v2/addresses/${hex(BUSY)}/transactions?${query}`);
  expect((await of('sort=fee')).body).toEqual({
    errors: [
      {
        title: 'Invalid value',
        source: { pointer: '/sort' },
        detail: 'Only block_number for addresses with over 1000 transactions',
      },
    ],
  });
  expect((await of('sort=value')).status).toBe(422);
  expect((await of('sort=block_number')).status).toBe(200);
});

test('transactions with blobs are listed by themselves', async () => {
  const query = { type: 'blob_transaction', items_count: 5 };
  const pages = await walkPages(api, '/api/v2/transactions', { item: listed, query });
  const all = Array.from({ length: TRANSACTIONS }, (_, at) => TRANSACTIONS - 1 - at);
  const positions = all.filter((at) => at % 7 === 0).map((at) => `${Math.floor(at / 10)}/${at % 10}`);
  expect(pages.flat().map(nameOf)).toEqual(positions);
  expect((await api.get('/api/v2/transactions?type=blob_transaction&filter=pending')).status).toBe(422);
  expect((await api.get('/api/v2/transactions?type=coin_transfer')).status).toBe(422);
});

test('the blobs of a transaction are named in their order', async () => {
  const hashes = Array.from({ length: 60 }, (_, at) => hash(at));
  const blob_versioned_hashes = api.db.sql`${toArrayLiteral(hashes)}::bytea[]`;
  const place = { block: 8, index: 30 };
  const carrier = await insert.transaction(api.db, place, { to_address: BUSY, type: 3 });
  await api.db.sql`
    update ${api.db.schema}.transactions set blob_versioned_hashes = ${blob_versioned_hashes}
    where hash = ${carrier}`;
  const path = `/api/v2/transactions/${hex(carrier)}/blobs`;
  const item = z.object({ hash: z.string(), blob_data: z.null() });
  const pages = await walkPages(api, path, { item });
  expect(pages.map((page) => page.length)).toEqual([50, 10]);
  expect(pages.flat().map((blob) => blob.hash)).toEqual(hashes.map(hex));
  expect((await walkPages(api, path, { item, query: { items_count: 1 } })).flat()).toEqual(pages.flat());
  const nothing = { items: [], next_page_params: null };
  expect((await api.get(`${path}?index=59`)).body).toEqual(nothing);
  expect((await api.get(`/api/v2/transactions/${hex(hash(2_000_001))}/blobs`)).body).toEqual(nothing);
  expect((await api.get(`/api/v2/transactions/${hex(hash(5))}/blobs`)).status).toBe(404);
});

test('the transactions of a block can be limited to some kinds, as each is told to be', async () => {
  const path = '/api/v2/blocks/8/transactions';
  const all = (await walkPages(api, path, { item: listed })).flat();
  const kinds = [...new Set(all.flatMap(({ transaction_types }) => transaction_types))];
  expect(kinds).toHaveLength(7);
  for (const type of [...kinds, 'coin_transfer,contract_creation'])
    for (const items_count of [1, 50]) {
      const found = await walkPages(api, path, { item: listed, query: { type, items_count } });
      const named = all.filter(({ transaction_types }) =>
        transaction_types.some((kind) => type.split(',').includes(kind)),
      );
      expect([type, found.flat()]).toEqual([type, named]);
    }
  expect((await api.get(`${path}?type=`)).body).toMatchObject({ items: all });
  expect((await api.get(`${path}?type=coin_transfer,nonsense`)).status).toBe(422);
});
