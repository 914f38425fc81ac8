import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { bufferToAddress } from '@/lib/evm/hex';
import { provideTestApi, TEST_CHAIN_ID, TEST_KEY } from '../support/api-harness';
import { address, hash, hex, insert } from '../support/api-rows';
import { walkPages } from '../support/api-walk';

const api = await provideTestApi();

const BLOCKS = 130;
const ALICE = address(30);
const BOB = address(31);
const OLD = address(32);
const COIN = address(20);
const NFT = address(21);
const MANY = address(22);
const MOST = 10_000;
/** Block 0 is of 2023-11-14T22:13:20Z, one block every twelve seconds. */
const START = 1_700_000_000;

/** Each block: Alice pays Bob in coin, Bob calls Alice inside; block 3 moves a batch of 250 IDs. */
beforeAll(async () => {
  const { db, sql } = api;
  for (let block = 0; block < BLOCKS; block += 1) {
    await insert.block(db, block);
    await insert.transaction(
      db,
      { block, index: 0 },
      { from_address: ALICE, to_address: BOB, error: Buffer.from('=1+1') },
    );
    await insert.internal(
      db,
      { block, index: 0, call: 1 },
      { from_address: BOB, to_address: ALICE, value: '7' },
    );
    await insert.log(
      db,
      { block, index: 0, log: 0 },
      { address: COIN, topic1: hash(9), data: Buffer.from([1]) },
    );
    await insert.transfers(db, { block, index: 0 }, [
      { log_index: 0, token_type: 'ERC-20', amount: '5', from: ALICE, to: BOB, token: COIN },
    ]);
  }
  const ids = Array.from({ length: 250 }, (_, at) => at);
  await insert.transfers(db, { block: 3, index: 0 }, [
    {
      log_index: 1,
      token_type: 'ERC-1155',
      token_ids: ids,
      amounts: ids.map((id) => id + 1),
      from: ALICE,
      to: BOB,
      token: NFT,
    },
  ]);
  const before = { from_address: OLD, status: null };
  await insert.transaction(db, { block: 0, index: 1 }, before);
  await insert.transaction(
    db,
    { block: 0, index: 2 },
    { ...before, error: Buffer.from('out of gas'), has_error_in_internal_transactions: false },
  );
  await insert.transaction(
    db,
    { block: 0, index: 3 },
    { ...before, has_error_in_internal_transactions: true },
  );
  await insert.token(db, { address: COIN, symbol: Buffer.from('=HYPERLINK("x";"y")'), decimals: '6' });
  await insert.token(db, { address: NFT, type: 'ERC-1155' });
  await insert.token(db, { address: MANY });
  await sql`
    insert into ${db.schema}.token_holders (holder, token_address, value)
    select substring(sha256(n::text::bytea) for 20), ${MANY}, n from generate_series(1, ${MOST + 5}) n`;
});

/** The records of a file without its header; none of these cells has a comma or a line end. */
async function download(path: string): Promise<{ head: string[]; records: string[][] }> {
  const answer = await api.get(`/api/v2${path}`);
  expect([path, answer.status]).toEqual([path, 200]);
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
  const [head = [], ...records] = answer.text
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
  return { head, records };
}

test('the transactions of an address are the same as in its list', async () => {
  const path = `/addresses/${hex(ALICE)}/transactions`;
  const { head, records } = await download(`${path}/csv`);
  const listed = (await walkPages(api, `/api/v2${path}`, { item: z.object({ hash: z.string() }) })).flat();
  expect(records.map(([transaction]) => transaction)).toEqual(listed.map((item) => item.hash));
  expect(records).toHaveLength(BLOCKS);
  expect(Object.fromEntries(head.map((name, at) => [name, records[0]?.[at]]))).toMatchObject({
    BlockNumber: String(BLOCKS - 1),
    UnixTimestamp: String(START + 12 * (BLOCKS - 1)),
    FromAddress: bufferToAddress(ALICE),
    ToAddress: bufferToAddress(BOB),
    Type: 'OUT',
    Value: '1000',
    Fee: '210000',
    ErrCode: "'=1+1",
  });
  expect((await download(`${path}/csv?filter_type=address&filter_value=to`)).records).toEqual([]);
});

test('of receipts without a status the traces tell how a transaction ended, as in its list', async () => {
  const path = `/addresses/${hex(OLD)}/transactions`;
  const { head, records } = await download(`${path}/csv`);
  const item = z.object({ status: z.string().nullable() });
  const listed = (await walkPages(api, `/api/v2${path}`, { item })).flat();
  expect(records.map((record) => record[head.indexOf('Status')])).toEqual(['ok', 'error', '']);
  expect(listed.map(({ status }) => status ?? '')).toEqual(['ok', 'error', '']);
});

test('a period has both its ends', async () => {
  const heights = async (query: string) =>
    (await download(`/addresses/${hex(ALICE)}/transactions/csv?${query}`)).records.map(([, height]) =>
      Number(height),
    );
  expect(await heights(`from_period=${START + 24}&to_period=${START + 47}`)).toEqual([3, 2]);
  const moments = 'from_period=2023-11-14T22:13:44Z&to_period=2023-11-14T22:13:56.000Z';
  expect(await heights(moments)).toEqual([3, 2]);
  expect(await heights('from_period=2023-11-14&to_period=2023-11-14')).toHaveLength(BLOCKS);
  expect(await heights('from_period=2023-11-15&to_period=null')).toEqual([]);
  expect(await heights('to_period=2023-11-13')).toEqual([]);
  for (const text of ['yesterday', '2023-13-45', '2023-02-29', '2023-02-29T01:00:00Z', '9'.repeat(20)]) {
    const answer = await api.get(`/api/v2/addresses/${hex(ALICE)}/transactions/csv?from_period=${text}`);
    expect([text, answer.status]).toEqual([text, 422]);
  }
});

test('a direction is one of two, or none; files without one take it and give the same', async () => {
  const path = `/addresses/${hex(BOB)}/transactions/csv`;
  const count = async (query: string) => (await download(`${path}?${query}`)).records.length;
  expect(await count('filter_type=address&filter_value=to')).toBe(BLOCKS);
  expect(await count('filter_type=address&filter_value=from')).toBe(0);
  expect(await count('filter_type=null&filter_value=null')).toBe(BLOCKS);
  expect(await count('filter_type=&filter_value=')).toBe(BLOCKS);
  const refused = await api.get(`/api/v2${path}?filter_value=both`);
  expect([refused.status, refused.body]).toEqual([
    422,
    {
      errors: [
        { title: 'Invalid value', source: { pointer: '/filter_value' }, detail: 'Invalid value for enum' },
      ],
    },
  ]);
  const all = 'from_period=2030-01-01&to_period=2030-01-02&filter_type=address&filter_value=to';
  expect((await download(`/tokens/${hex(COIN)}/holders/csv?${all}`)).head).toEqual([
    'HolderAddress',
    'Balance',
  ]);
  const logs = `/addresses/${hex(COIN)}/logs/csv`;
  expect(await download(`${logs}?filter_type=address&filter_value=from`)).toEqual(await download(logs));
});

test('token transfers are spread, each once, and no name becomes a formula', async () => {
  const { head, records } = await download(`/addresses/${hex(BOB)}/token-transfers/csv`);
  expect(records).toHaveLength(BLOCKS + 250);
  const column = (name: string) => records.map((record) => record[head.indexOf(name)]);
  const moved = column('TokenId').filter((id) => id !== '');
  expect(new Set(moved).size).toBe(250);
  expect(moved[0]).toBe('249');
  expect(column('TokensTransferred').reduce((sum, amount) => sum + Number(amount), 0)).toBe(
    5 * BLOCKS + (250 * 251) / 2,
  );
  expect(column('TokenSymbol')[0]).toBe('"\'=HYPERLINK(""x"";""y"")"');
  expect((await download(`/tokens/${hex(NFT)}/transfers/csv`)).records).toHaveLength(250);
  expect((await api.get(`/api/v2/tokens/${hex(ALICE)}/transfers/csv`)).status).toBe(404);
});

test('calls and logs are there too', async () => {
  const calls = await download(`/addresses/${hex(ALICE)}/internal-transactions/csv`);
  expect(calls.records).toHaveLength(BLOCKS);
  expect(calls.records[0]?.[calls.head.indexOf('Value')]).toBe('7');
  const logs = await download(`/addresses/${hex(COIN)}/logs/csv`);
  expect(logs.records).toHaveLength(BLOCKS);
  expect(logs.records.at(-1)?.slice(6)).toEqual(['0x01', '', hex(hash(9)), '', '']);
});

test('a file ends after 10,000 records, and says so in the configuration', async () => {
  const { head, records } = await download(`/tokens/${hex(MANY)}/holders/csv`);
  expect(head).toEqual(['HolderAddress', 'Balance']);
  expect(records).toHaveLength(MOST);
  expect(records[0]?.[1]).toBe(String(MOST + 5));
  expect(new Set(records.map(([holder]) => holder)).size).toBe(MOST);
  expect((await api.get('/api/v2/config/csv-export')).body).toEqual({ limit: MOST, async_enabled: false });
});

test('a client that leaves ends the reading', async () => {
  const open = async () => {
    const response = await api.open(`/${TEST_CHAIN_ID}/api/v2/tokens/${hex(MANY)}/holders/csv`, {
      headers: { authorization: `Bearer ${TEST_KEY}` },
    });
    if (!response.body) throw new Error('the answer has no body');
    return response.body.getReader();
  };
  // More than there are connections: readers that are not released would hold them.
  for (let turn = 0; turn < 20; turn += 1) {
    const reader = await open();
    for (const _ of ['head', 'first batch']) expect((await reader.read()).done).toBe(false);
    await reader.cancel();
  }
  expect((await api.get('/api/v2/config/csv-export')).status).toBe(200);
});

test('a file that breaks off says nothing of the database', async () => {
  const response = await api.open(`/${TEST_CHAIN_ID}/api/v2/tokens/${hex(MANY)}/holders/csv`, {
    headers: { authorization: `Bearer ${TEST_KEY}` },
  });
  const reader = response.body?.getReader();
  for (const _ of ['head', 'first batch']) expect((await reader?.read())?.done).toBe(false);
  const { schema } = api.db;
  await api.sql`alter table ${schema}.token_holders rename to away`;
  const rest = async () => {
    while ((await reader?.read())?.done === false);
  };
  try {
    await expect(rest()).rejects.toMatchObject({ code: 'internal', message: 'The export was interrupted.' });
  } finally {
    await api.sql`alter table ${schema}.away rename to token_holders`;
  }
});
