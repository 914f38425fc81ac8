import { expect, test } from 'vitest';
import { z } from 'zod';
import { provideTestApi } from '../support/api-harness';
import { hex, insert } from '../support/api-rows';

const api = await provideTestApi();
let nextBlock = 1;

const page = z.object({
  items: z.array(
    z.object({
      log_index: z.int().transform(String),
      token_type: z.string(),
      total: z.object({
        value: z.string().nullable(),
        decimals: z.string().nullable(),
        token_id: z.string().nullish(),
      }),
    }),
  ),
  next_page_params: z.record(z.string(), z.union([z.string(), z.number()])).nullable(),
});
type Page = z.output<typeof page>;
type Transfers = Parameters<typeof insert.transfers>[2];

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);
const down = (from: number, to: number) => range(to, from).reverse();
const idsOf = ({ items }: Page) => items.map(({ total }) => Number(total.token_id));

async function transact(transfers: Transfers): Promise<string> {
  const at = { block: nextBlock, index: 0 };
  nextBlock += 1;
  await insert.block(api.db, at.block);
  const hash = await insert.transaction(api.db, at);
  await insert.transfers(api.db, at, transfers);
  return hex(hash);
}

async function fetchPage(hash: string, query: Record<string, unknown> = {}): Promise<Page> {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const answer = await api.get(`/api/v2/transactions/${hash}/token-transfers?${search}`);
  expect(answer.status).toBe(200);
  return page.parse(answer.body);
}

/**
 * All pages as clients walk them, with the filter: next_page_params merged into the previous query, or alone where
 * `isMerged` is false.
 */
async function walk(hash: string, filter: Record<string, unknown> = {}, isMerged = true): Promise<Page[]> {
  const pages: Page[] = [];
  let query: Record<string, unknown> = filter;
  do {
    const got = await fetchPage(hash, query);
    pages.push(got);
    query = { ...(isMerged ? query : filter), ...got.next_page_params };
  } while (pages.at(-1)?.next_page_params && pages.length < 3000);
  return pages;
}

const keysOf = (got: Page | undefined) => Object.keys(got?.next_page_params ?? {}).sort();
const BATCH_KEYS = ['batch_block_hash', 'batch_log_index', 'batch_transaction_hash', 'index_in_batch'];

test('a batch of 51 ids goes over two pages, the last id first', async () => {
  const hash = await transact([
    { log_index: 0, token_type: 'ERC-1155', token_ids: range(0, 50), amounts: range(0, 50) },
  ]);
  const [first, second, ...others] = await walk(hash);
  expect(first && idsOf(first)).toEqual(down(50, 1));
  expect(keysOf(first)).toEqual(BATCH_KEYS);
  expect(second && idsOf(second)).toEqual([0]);
  expect(second?.next_page_params).toBeNull();
  expect(others).toEqual([]);
});

test('two batches that fill a page leave a plain cursor for the next event', async () => {
  const hash = await transact([
    { log_index: 0, token_type: 'ERC-1155', token_ids: range(0, 24), amounts: range(0, 24) },
    { log_index: 1, token_type: 'ERC-1155', token_ids: range(25, 49), amounts: range(25, 49) },
    { log_index: 2, token_type: 'ERC-1155', token_ids: [50], amounts: [50] },
  ]);
  const [first, second] = await walk(hash);
  expect(first && idsOf(first)).toEqual([...down(24, 0), ...down(49, 25)]);
  expect(first?.next_page_params).toEqual({ block_number: nextBlock - 1, index: 1 });
  expect(second && idsOf(second)).toEqual([50]);
  expect(second?.next_page_params).toBeNull();
});

test('a page that ends inside a second batch carries both cursors', async () => {
  const hash = await transact([
    { log_index: 0, token_type: 'ERC-1155', token_ids: range(0, 24), amounts: range(0, 24) },
    { log_index: 1, token_type: 'ERC-1155', token_ids: range(25, 50), amounts: range(25, 50) },
  ]);
  const [first, second] = await walk(hash);
  expect(first && idsOf(first)).toEqual([...down(24, 0), ...down(50, 26)]);
  expect(keysOf(first)).toEqual([...BATCH_KEYS, 'block_number', 'index'].sort());
  expect(second && idsOf(second)).toEqual([25]);
  expect(second?.next_page_params).toBeNull();
});

test('a batch of 1,000 ids between others is walked in descending order, each id once', async () => {
  const hash = await transact([
    { log_index: 3, token_type: 'ERC-1155', token_ids: range(0, 29), amounts: range(1, 30) },
    { log_index: 4, token_type: 'ERC-1155', token_ids: range(1_000, 1_999), amounts: range(1, 1_000) },
    { log_index: 5, token_type: 'ERC-721', token_ids: [7] },
  ]);
  for (const isMerged of [true, false]) {
    const pages = await walk(hash, {}, isMerged);
    expect(pages.flatMap(idsOf)).toEqual([...down(29, 0), ...down(1_999, 1_000), 7]);
    expect(pages.map(({ items }) => items.length)).toEqual([...Array<number>(20).fill(50), 31]);
    expect([keysOf(pages[0]).length, keysOf(pages[1]).length]).toEqual([6, 6]);
  }
});

test('equal ids of one event are added up and stand where the first of them stood', async () => {
  const hash = await transact([
    { log_index: 3, token_type: 'ERC-1155', token_ids: Array(51).fill(0), amounts: range(0, 50) },
    { log_index: 4, token_type: 'ERC-1155', token_ids: [7, 8, 7], amounts: [1, 2, 4] },
  ]);
  const { items } = await fetchPage(hash);
  expect(items.map(({ log_index, total }) => [log_index, total.token_id, total.value])).toEqual([
    ['3', '0', '1275'],
    ['4', '8', '2'],
    ['4', '7', '5'],
  ]);
});

test('the filter takes one standard or several, in any case, and the cursor keeps to it', async () => {
  const hash = await transact([
    ...range(0, 50).map((at) => ({ log_index: at, token_type: 'ERC-1155', token_ids: [at], amounts: [1] })),
    ...range(51, 101).map((at) => ({ log_index: at, token_type: 'ERC-721', token_ids: [at] })),
    ...range(102, 152).map((at) => ({ log_index: at, token_type: 'ERC-20', amount: String(at) })),
  ]);
  for (const type of ['ERC-20', 'erc-721', '[ERC-1155]']) {
    const pages = await walk(hash, { type });
    expect(pages.map(({ items }) => items.length)).toEqual([50, 1]);
  }
  const mixed = await walk(hash, { type: 'ERC-1155,ERC-20,ERC-7984' });
  expect(mixed.map(({ items }) => items.map(({ log_index }) => Number(log_index)))).toEqual([
    range(0, 49),
    [50, ...range(102, 150)],
    [151, 152],
  ]);
  expect((await walk(hash, { type: '' })).flatMap(({ items }) => items)).toHaveLength(153);
});

test('totals follow the standard', async () => {
  const hash = await transact([
    { log_index: 0, token_type: 'ERC-20', amount: (2n ** 256n - 1n).toString() },
    { log_index: 1, token_type: 'ERC-721', token_ids: [2n ** 256n - 1n] },
    { log_index: 2, token_type: 'ERC-404', token_ids: [], amounts: [5] },
    { log_index: 3, token_type: 'ERC-404', token_ids: [9], amounts: [] },
    { log_index: 4, token_type: 'ERC-7984' },
  ]);
  const { items } = await fetchPage(hash);
  const biggest = (2n ** 256n - 1n).toString();
  expect(items.map(({ total }) => total)).toEqual([
    { decimals: null, value: biggest },
    { decimals: null, value: null, token_id: biggest },
    { decimals: null, value: '5', token_id: null },
    { decimals: null, value: null, token_id: '9' },
    { decimals: null, value: null },
  ]);
});

test('transaction info shows the first ten and says that there are more', async () => {
  const hash = await transact([
    { log_index: 0, token_type: 'ERC-1155', token_ids: range(0, 50), amounts: range(0, 50) },
  ]);
  const answer = await api.get(`/api/v2/transactions/${hash}`);
  expect(answer.body).toMatchObject({ token_transfers_overflow: true, token_transfers_count: 1 });
  const { token_transfers } = z
    .object({ token_transfers: z.array(z.object({ log_index: z.int() })) })
    .parse(answer.body);
  expect(token_transfers).toHaveLength(10);
});

test('every item of mixed events comes exactly once, whatever the page size', async () => {
  const transfers: Transfers = range(0, 39).map((at) =>
    at % 3 === 0
      ? { log_index: 2 * at, token_type: 'ERC-20', amount: String(at) }
      : {
          log_index: 2 * at,
          token_type: 'ERC-1155',
          token_ids: range(0, at % 17),
          amounts: range(0, at % 17),
        },
  );
  const hash = await transact(transfers);
  const whole = await walk(hash, { items_count: 100 });
  const expected = whole.flatMap(({ items }) => items);
  expect(expected.length).toBeGreaterThan(200);
  for (const items_count of [1, 2, 7, 50]) {
    const pages = await walk(hash, { items_count });
    expect(pages.flatMap(({ items }) => items)).toEqual(expected);
  }
  const alone = await walk(hash, { items_count: 7 }, false);
  expect(alone.flatMap(({ items }) => items)).toEqual(expected);
});

test('in block 0 the cursor (0, 0) is a place like any other; elsewhere it is the end', async () => {
  await insert.block(api.db, 0);
  const genesis = hex(await insert.transaction(api.db, { block: 0, index: 0 }));
  await insert.transfers(api.db, { block: 0, index: 0 }, [
    { log_index: 0, token_type: 'ERC-20', amount: '0' },
    { log_index: 1, token_type: 'ERC-20', amount: '1' },
  ]);
  const pages = await walk(genesis, { items_count: 1 });
  expect(pages.map(({ items }) => items.map(({ total }) => total.value))).toEqual([['0'], ['1']]);
  const later = await transact([{ log_index: 5, token_type: 'ERC-20', amount: '1' }]);
  expect((await fetchPage(later, { block_number: 0, index: 0 })).items).toEqual([]);
});

test('a cursor of another transaction, of the future or of any size ends the list without an error', async () => {
  const hash = await transact([{ log_index: 5, token_type: 'ERC-20', amount: '1' }]);
  const foreign = `0x${'ab'.repeat(32)}`;
  const batch = {
    batch_block_hash: foreign,
    batch_transaction_hash: foreign,
    batch_log_index: 5,
    index_in_batch: 0,
  };
  expect((await fetchPage(hash, batch)).items).toEqual([]);
  expect((await fetchPage(hash, { block_number: '9'.repeat(90), index: 1 })).items).toEqual([]);
  expect((await fetchPage(hash, { block_number: nextBlock - 1, index: '9'.repeat(90) })).items).toEqual([]);
  expect((await fetchPage(hash, { block_number: nextBlock - 1, index: -5 })).items).toHaveLength(1);
  expect((await fetchPage(hash, { block_number: 3 })).items).toHaveLength(1);
});

test('a batch of 100,000 ids is paged without reading it whole into memory', async () => {
  const ids = range(1, 100_000);
  const hash = await transact([
    { log_index: 0, token_type: 'ERC-20', amount: '1' },
    { log_index: 1, token_type: 'ERC-1155', token_ids: ids, amounts: ids },
    { log_index: 2, token_type: 'ERC-20', amount: '2' },
  ]);
  const first = await fetchPage(hash);
  const second = await fetchPage(hash, first.next_page_params ?? {});
  expect(first.items).toHaveLength(50);
  expect(idsOf(second)).toEqual(down(99_951, 99_902));
  const { next_page_params } = second;
  const last = await fetchPage(hash, { ...next_page_params, index_in_batch: 1 });
  expect(last.items.map(({ log_index }) => log_index)).toEqual(['1', '2']);
});
