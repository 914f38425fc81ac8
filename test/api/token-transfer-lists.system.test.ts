import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { provideTestApi } from '../support/api-harness';
import { address, hash, hex, insert } from '../support/api-rows';
import { walkPages } from '../support/api-walk';

const api = await provideTestApi();

const COIN = address(20);
const NFT = address(21);
const MULTI = address(22);
const ALICE = address(30);
const BOB = address(31);
const BLOCKS = 40;

const item = z.object({
  block_number: z.int(),
  log_index: z.int(),
  token_type: z.string(),
  transaction_hash: z.string(),
  from: z.object({ hash: z.string() }),
  to: z.object({ hash: z.string() }),
  total: z.object({ token_id: z.string().nullish(), value: z.string().nullable() }),
});
type Item = z.output<typeof item>;

const nameOf = ({ block_number, log_index, total }: Item) => `${block_number}/${log_index}/${total.token_id}`;
const positionsOf = (pages: Item[][]) => pages.flat().map(nameOf);
const isNewestFirst = (items: Item[]) =>
  items.every((entry, at) => {
    const next = items[at + 1];
    if (!next) return true;
    return (
      entry.block_number > next.block_number ||
      (entry.block_number === next.block_number && entry.log_index >= next.log_index)
    );
  });

/** Each block: a coin, an NFT, a batch of seven IDs, and every fourth block a transfer of Alice to herself. */
beforeAll(async () => {
  await insert.token(api.db, { address: COIN });
  await insert.token(api.db, { address: NFT, type: 'ERC-721' });
  await insert.token(api.db, { address: MULTI, type: 'ERC-1155' });
  for (let block = 0; block < BLOCKS; block += 1) {
    await insert.block(api.db, block);
    const [from, to] = block % 2 === 0 ? [ALICE, BOB] : [BOB, ALICE];
    await insert.transaction(api.db, { block, index: 0 });
    await insert.transfers(api.db, { block, index: 0 }, [
      { log_index: 0, token_type: 'ERC-20', amount: String(block), token: COIN, from, to },
      { log_index: 1, token_type: 'ERC-721', token_ids: [block % 4], token: NFT, from, to },
    ]);
    await insert.transaction(api.db, { block, index: 1 });
    await insert.transfers(api.db, { block, index: 1 }, [
      {
        log_index: 2,
        token_type: 'ERC-1155',
        token_ids: [1, 2, 3, 4, 5, 6, 7],
        amounts: [1, 1, 1, 1, 1, 1, 1],
        token: MULTI,
        from,
        to,
      },
      ...(block % 4 === 0
        ? [{ log_index: 3, token_type: 'ERC-20', amount: '9', token: COIN, from: ALICE, to: ALICE }]
        : []),
    ]);
  }
  await api.sql`
    insert into ${api.db.schema}.token_instance_transfers (token_address, token_id, block_number, log_index)
    select token_address, unnest(token_ids), block_number, log_index from ${api.db.schema}.token_transfers
    where token_ids is not null`;
});

const SELF = BLOCKS / 4;

test('the whole chain is walked newest first, every item once, whatever the page size', async () => {
  const pages = await walkPages(api, '/api/v2/token-transfers', { item });
  expect(pages.flat()).toHaveLength(BLOCKS * 9 + SELF);
  expect(isNewestFirst(pages.flat())).toBe(true);
  expect(pages.slice(0, -1).every((page) => page.length === 50)).toBe(true);
  const positions = positionsOf(pages);
  expect(new Set(positions).size).toBe(positions.length);
  expect(positions.slice(0, 9)).toEqual([
    ...['39/2/7', '39/2/6', '39/2/5', '39/2/4', '39/2/3', '39/2/2', '39/2/1'],
    ...['39/1/3', '39/0/undefined'],
  ]);
  expect(positions.at(-1)).toBe('0/0/undefined');
  for (const items_count of [3, 7, 49]) {
    const smaller = await walkPages(api, '/api/v2/token-transfers', { item, query: { items_count } });
    expect(positionsOf(smaller)).toEqual(positions);
  }
});

test('standards can be chosen', async () => {
  const count = async (type: string) => {
    const pages = await walkPages(api, '/api/v2/token-transfers', { item, query: { type } });
    expect(isNewestFirst(pages.flat())).toBe(true);
    return pages.flat().length;
  };
  expect(await count('ERC-20')).toBe(BLOCKS + SELF);
  expect(await count('erc-721,ERC-20')).toBe(2 * BLOCKS + SELF);
  expect(await count('ERC-1155')).toBe(7 * BLOCKS);
  expect(await count('ERC-404')).toBe(0);
});

test('a token and an instance have their own transfers', async () => {
  const ofToken = await walkPages(api, `/api/v2/tokens/${hex(NFT)}/transfers`, { item });
  expect(ofToken.flat().map(({ block_number }) => block_number)).toEqual(
    Array.from({ length: BLOCKS }, (_, at) => BLOCKS - 1 - at),
  );
  const ofInstance = await walkPages(api, `/api/v2/tokens/${hex(NFT)}/instances/3/transfers`, {
    item,
    query: { items_count: 4 },
  });
  expect(positionsOf(ofInstance)).toEqual(
    Array.from({ length: BLOCKS / 4 }, (_, at) => `${BLOCKS - 1 - 4 * at}/1/3`),
  );
  const ofBatches = await walkPages(api, `/api/v2/tokens/${hex(MULTI)}/instances/5/transfers`, { item });
  expect(ofBatches.flat()).toHaveLength(BLOCKS);
  expect(ofBatches.flat().every(({ total }) => total.token_id === '5' && total.value === '1')).toBe(true);
});

test('an address has what it sent and what it got, what it sent to itself once', async () => {
  const path = `/api/v2/addresses/${hex(ALICE)}/token-transfers`;
  const walk = async (query: Record<string, string | number> = {}) =>
    (await walkPages(api, path, { item, query })).flat();
  const all = await walk({ items_count: 11 });
  expect(all).toHaveLength(BLOCKS * 9 + SELF);
  expect(isNewestFirst(all)).toBe(true);
  expect(await walk({ filter: 'from' })).toHaveLength((BLOCKS / 2) * 9 + SELF);
  expect(await walk({ filter: 'to' })).toHaveLength((BLOCKS / 2) * 9 + SELF);
  const coins = await walk({ type: 'ERC-20', filter: 'from' });
  expect(coins).toHaveLength(BLOCKS / 2 + SELF);
  expect(await walk({ token: hex(NFT), items_count: 9 })).toHaveLength(BLOCKS);
  expect(
    (await walkPages(api, `/api/v2/addresses/${hex(address(99))}/token-transfers`, { item })).flat(),
  ).toEqual([]);
});

test('the keys of a batch count only for the event they name', async () => {
  const stale = {
    block_number: 30,
    index: 3,
    batch_block_hash: hex(hash(1_000_000 + 35)),
    batch_log_index: 2,
    batch_transaction_hash: hex(hash(2_035_001)),
    index_in_batch: 3,
  };
  const search = new URLSearchParams(Object.entries(stale).map(([name, value]) => [name, String(value)]));
  const { items } = z
    .object({ items: z.array(item) })
    .parse((await api.get(`/api/v2/token-transfers?${search}`)).body);
  expect(items[0] && nameOf(items[0])).toBe('30/2/7');
});

test('unknown tokens, coins as NFTs and odd values are refused or empty', async () => {
  const status = async (path: string) => (await api.get(path)).status;
  expect(await status(`/api/v2/tokens/${hex(address(99))}/transfers`)).toBe(404);
  expect(await status(`/api/v2/tokens/${hex(COIN)}/instances/1/transfers`)).toBe(404);
  expect(await status(`/api/v2/tokens/${hex(NFT)}/instances/x/transfers`)).toBe(422);
  expect(await status(`/api/v2/addresses/${hex(ALICE)}/token-transfers?filter=both`)).toBe(422);
  expect(await status(`/api/v2/addresses/${hex(ALICE)}/token-transfers?token=0x12`)).toBe(422);
  const never = await api.get(`/api/v2/tokens/${hex(NFT)}/instances/-7/transfers`);
  expect(never.body).toEqual({ items: [], next_page_params: null });
  const future = await api.get(`/api/v2/token-transfers?block_number=${'9'.repeat(90)}&index=0`);
  expect(z.object({ items: z.array(item) }).parse(future.body).items).toHaveLength(50);
});
