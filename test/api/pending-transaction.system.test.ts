import { getAddress } from 'viem';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createNodeTransactions } from '@/lib/api/nodes/node-transactions';
import { TRANSFER_TOPIC } from '@/lib/evm/coin-logs';
import { bufferToHex, hexToBuffer } from '@/lib/evm/hex';
import { watchMempool } from '@/lib/indexer/sync/watch-mempool';
import { createLog } from '@/lib/log';
import { createRpc } from '@/lib/rpc/client';
import { provideTestApi } from '../support/api-harness';
import { indexAll } from '../support/indexer-harness';
import { startPoolChain } from '../support/mempool-chain';
import { provide } from '../support/provide';
import { until } from '../support/until';

const log = createLog({ name: 'test', level: 'silent' });
const SENDER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const RECEIVER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const page = z.object({
  items: z.array(z.object({ hash: z.string(), block_number: z.int().nullable() })),
  next_page_params: z.record(z.string(), z.union([z.string(), z.number()])).nullable(),
});

const chain = await provide(startPoolChain());
const nodeTransaction = createNodeTransactions({ chains: [{ id: 31_337, rpcUrls: [chain.rpcUrl] }], log });
const api = await provideTestApi({ nodeTransaction });
beforeAll(() => index());

const index = () => indexAll({ rpc: createRpc({ urls: [chain.rpcUrl] }), db: api.db });

/** Polls the mempool until all of these are stored. */
async function look(...hashes: readonly Buffer[]): Promise<void> {
  const stopping = new AbortController();
  const rpc = createRpc({ urls: [chain.rpcUrl], retries: 0 });
  const watching = watchMempool({ rpc, db: api.db, log, signal: stopping.signal, pollMs: 20 });
  for (const hash of hashes) {
    await until('it to be seen', async () => {
      const rows = await api.sql`select from ${api.db.schema}.pending_transactions where hash = ${hash}`;
      return rows.length > 0;
    });
  }
  stopping.abort();
  await watching;
}

const info = async (hash: Buffer) => (await api.get(`/api/v2/transactions/${bufferToHex(hash)}`)).body;

async function expectEmptyLists(hash: Buffer): Promise<void> {
  const base = `/api/v2/transactions/${bufferToHex(hash)}`;
  const empty = { items: [], next_page_params: null };
  for (const list of ['token-transfers', 'logs'])
    expect(await api.get(`${base}/${list}`)).toMatchObject({ status: 200, body: empty });
  expect((await api.get(`${base}/fhe-operations`)).body).toEqual({
    items: [],
    total_hcu: 0,
    max_depth_hcu: 0,
    operation_count: 0,
  });
  expect((await api.get(`${base}/internal-transactions`)).body).toMatchObject(empty);
}

/** All hashes of a list, page by page as a client walks it. */
async function walk(path: string, query: Record<string, string>): Promise<string[][]> {
  const pages: string[][] = [];
  for (let next: Record<string, string | number> | null = {}; next !== null; ) {
    const search = new URLSearchParams({ ...query, ...stringify(next) });
    const answer = page.parse((await api.get(`${path}?${search}`)).body);
    pages.push(answer.items.map(({ hash }) => hash));
    next = answer.next_page_params;
  }
  return pages;
}

function stringify(next: Record<string, string | number>): Record<string, string> {
  return Object.fromEntries(Object.entries(next).map(([name, value]) => [name, String(value)]));
}

test('a transaction of the pool is shown before it is mined, and as mined afterwards', async () => {
  const hash = await chain.send({ value: 5 });
  const hex = bufferToHex(hash);
  await look(hash);
  expect(await info(hash)).toMatchObject({
    hash: hex,
    status: null,
    result: 'pending',
    block_number: null,
    timestamp: null,
    position: null,
    confirmations: 0,
    confirmation_duration: [],
    first_seen_at: expect.stringMatching(/^\d{4}-.*Z$/),
    replaced_by: null,
    from: { hash: SENDER },
    to: { hash: RECEIVER },
    value: '5',
    fee: { type: 'maximum', value: String(21_000n * 100n * 10n ** 9n) },
    gas_limit: '21000',
    gas_used: null,
    max_fee_per_gas: String(100n * 10n ** 9n),
    max_priority_fee_per_gas: String(10n ** 9n),
    base_fee_per_gas: null,
    nonce: 0,
    type: 2,
    raw_input: '0x',
    transaction_types: ['coin_transfer'],
    token_transfers: [],
    is_pending_update: false,
  });
  await expectEmptyLists(hash);
  expect(await walk('/api/v2/transactions', { filter: 'pending' })).toEqual([[hex]]);
  expect((await walk('/api/v2/transactions', {})).flat()).not.toContain(hex);
  expect((await walk(`/api/v2/addresses/${RECEIVER}/transactions`, { filter: 'to' })).flat()).toContain(hex);
  expect((await api.get('/api/v2/transactions/stats')).body).toMatchObject({
    pending_transactions_count: '1',
  });
  expect((await api.get(`/api/v2/search/check-redirect?q=${hex}`)).body).toEqual({
    redirect: true,
    type: 'transaction',
    parameter: hex,
  });
  expect((await api.get(`/api/v2/search?q=${hex}`)).body).toMatchObject({ items: [{ timestamp: null }] });

  await chain.mine();
  await index();
  expect(await info(hash)).toMatchObject({
    status: 'ok',
    result: 'success',
    block_number: 1,
    confirmations: 1,
    first_seen_at: expect.any(String),
    fee: { type: 'actual' },
  });
  const { confirmation_duration: wait } = z
    .object({ confirmation_duration: z.tuple([z.number(), z.number()]) })
    .parse(await info(hash));
  expect(wait[0]).toBeLessThanOrEqual(wait[1]);
  const [seen] = await api.sql`
    select least(abs(1000 * b.timestamp - s.first_seen), abs(1000 * b.timestamp - s.looked_before)) as shortest
    from ${api.db.schema}.transaction_sightings s join ${api.db.schema}.blocks b on b.number = s.block_number`;
  expect(wait[0]).toBe(seen?.shortest);
  expect(await walk('/api/v2/transactions', { filter: 'pending' })).toEqual([[]]);
});

test('one that another has replaced says so, and by which', async () => {
  const first = await chain.send({ from: 1 });
  await look(first);
  const second = await chain.send({ from: 1, nonce: 0, tip: 2 });
  await chain.mine();
  await index();
  expect(await info(first)).toMatchObject({
    status: 'error',
    result: 'dropped/replaced',
    block_number: null,
    replaced_by: bufferToHex(second),
  });
  expect(await info(second)).toMatchObject({ status: 'ok', replaced_by: null });
  await expectEmptyLists(first);
});

test('lists of waiting transactions are walked item by item, before those that are mined', async () => {
  const sent: Buffer[] = [];
  for (let value = 1; value <= 5; value += 1) {
    sent.push(await chain.send({ value }));
    await look(...sent);
  }
  const newestFirst = sent.map(bufferToHex).reverse();
  const pages = await walk('/api/v2/transactions', { filter: 'pending', items_count: '2' });
  expect(pages.flat()).toEqual(newestFirst);
  expect(pages.map((items) => items.length)).toEqual([2, 2, 1]);
  for (const size of ['1', '2', '5', '6', '50']) {
    const all = await walk(`/api/v2/addresses/${SENDER}/transactions`, { items_count: size });
    expect(all.flat().slice(0, 5), size).toEqual(newestFirst);
    expect(all.flat().length, size).toBe(new Set(all.flat()).size);
    expect(all.flat().length, size).toBe(7);
  }
  const none = await api.get('/api/v2/transactions?filter=pending&inserted_at=yesterday&hash=0x12');
  expect(none.status).toBe(422);
});

test('what the index does not know is asked of the node, waiting or mined', async () => {
  const waiting = await chain.send({ from: 2, value: 9 });
  expect(await info(waiting)).toMatchObject({ result: 'pending', first_seen_at: null, value: '9' });
  await expectEmptyLists(waiting);
  await chain.mine();
  const mined = await until('the node to be asked again', async () => {
    const body = z.looseObject({ result: z.string() }).parse(await info(waiting));
    return body.result === 'success' && body;
  });
  expect(mined).toMatchObject({
    status: 'ok',
    is_pending_update: true,
    block_number: 3,
    position: expect.any(Number),
    gas_used: '21000',
    fee: { type: 'actual' },
    confirmations: 1,
    logs_count: 0,
    token_transfers_count: null,
  });
  await index();
  expect(await info(waiting)).toMatchObject({ is_pending_update: false, token_transfers_count: 0 });
  expect((await api.get(`/api/v2/transactions/0x${'12'.repeat(32)}`)).status).toBe(404);
});

test('the transfers of one that only the node has in a block are those of its receipt', async () => {
  const token = `0x${'e2'.repeat(20)}`;
  // logs Transfer from 0xaa to 0xbb of 5
  const code = `0x600560005260bb60aa7f${TRANSFER_TOPIC.toString('hex')}60206000a300`;
  await chain.request('anvil_setCode', [token, code]);
  const sent = await chain.request('eth_sendTransaction', [{ from: SENDER, to: token, gas: '0x186a0' }]);
  const path = `/api/v2/transactions/${z.string().parse(sent)}`;
  await chain.mine();
  const moved = {
    ...{ type: 'token_transfer', total: { value: '5' }, token: { address_hash: getAddress(token) } },
    ...{ from: { hash: expect.stringMatching(/aa$/i) }, to: { hash: expect.stringMatching(/bb$/i) } },
  };
  const read = async () => {
    const [{ body: whole }, { body: list }] = [await api.get(path), await api.get(`${path}/token-transfers`)];
    expect(whole).toMatchObject({ token_transfers: [moved], token_transfers_overflow: false });
    expect(list).toMatchObject({ items: [moved], next_page_params: null });
    return Object(whole).is_pending_update;
  };
  await until('the node to be asked', async () => Object((await api.get(path)).body).status === 'ok');
  expect(await read()).toBe(true);
  for (const list of ['coin-transfers', 'fhe-operations', 'raw-trace']) {
    const { status, headers } = await api.get(`${path}/${list}`);
    expect([list, status, headers.get('retry-after')]).toEqual([list, 503, '1']);
  }
  const receipt = await api.get(`/api?module=transaction&action=gettxreceiptstatus&txhash=${sent}`);
  expect(receipt.body).toEqual({ status: '1', message: 'OK', result: { status: '1' } });
  await index();
  expect(await read()).toBe(false);
});

test('the logs of one that only the node has in a block are those of its receipt, and other lists say what they lack', async () => {
  const emitter = `0x${'e1'.repeat(20)}`;
  // three logs without data, with topics 7, 8 and 9
  const emit = (topic: string) => `60${topic}60006000a1`;
  await chain.request('anvil_setCode', [emitter, `0x${emit('07')}${emit('08')}${emit('09')}00`]);
  const sent = await chain.request('eth_sendTransaction', [{ from: SENDER, to: emitter, gas: '0x186a0' }]);
  const hash = hexToBuffer(z.string().parse(sent));
  await chain.mine();
  const base = `/api/v2/transactions/${bufferToHex(hash)}`;
  const logs = z.object({
    items: z.array(z.looseObject({ index: z.int(), topics: z.array(z.string().nullable()) })),
    next_page_params: z.record(z.string(), z.union([z.string(), z.number()])).nullable(),
  });
  const read = async () => {
    const first = logs.parse((await api.get(`${base}/logs?items_count=2`)).body);
    const search = new URLSearchParams({ items_count: '2', ...stringify(first.next_page_params ?? {}) });
    const rest = logs.parse((await api.get(`${base}/logs?${search}`)).body);
    expect(rest.next_page_params).toBeNull();
    return [first.items, rest.items];
  };
  const unindexed = await until('the node to be asked', async () => {
    const pages = await read();
    return pages[0]?.length === 2 && pages;
  });
  expect(unindexed.flat().map(({ topics }) => Number(topics[0]))).toEqual([7, 8, 9]);
  const lacking = { items: [], meta: { message: 'The block of this transaction is not indexed yet.' } };
  expect((await api.get(`${base}/internal-transactions`)).body).toMatchObject(lacking);
  expect((await api.get(`${base}/state-changes`)).body).toMatchObject(lacking);
  await index();
  const unnamed = (pages: Awaited<ReturnType<typeof read>>) =>
    pages.map((items) => items.map(({ address, ...log }) => log));
  expect(unnamed(await read())).toEqual(unnamed(unindexed));
  expect((await api.get(`${base}/state-changes`)).body).not.toMatchObject(lacking);
});
