import { get } from 'node:http';
import { type Channel, Socket } from 'phoenix';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { SOCKET_LIMITS } from '@/lib/endpoints/socket';
import { provideTestApi, TEST_CHAIN_ID, TEST_KEY } from '../support/api-harness';
import { address, hex } from '../support/api-rows';
import { writePlainBlocks } from '../support/plain-chain';
import { until } from '../support/until';

const api = await provideTestApi({ coinBalance: async () => 7n });
let server: { url: string; stop(): Promise<void> };
let client: Socket;
const heard: { topic: string; event: string; payload: unknown }[] = [];
const PATH = '/socket/v2/websocket?vsn=2.0.0';
const [sender, receiver, token] = [address(1), address(2), address(3)];

beforeAll(async () => {
  await writePlainBlocks(api.db, [{ number: 0, timestamp: 1, transactions: [] }]);
  server = await api.listen();
  client = new Socket(`${server.url.replace('http', 'ws')}/socket/v2`, { transport: WebSocket });
  client.connect();
});
afterAll(async () => {
  client?.disconnect();
  await server?.stop();
});

async function join(topic: string, events: readonly string[] = []): Promise<string> {
  const channel: Channel = client.channel(topic);
  for (const event of events) channel.on(event, (payload) => void heard.push({ topic, event, payload }));
  return await new Promise((resolve) => {
    channel
      .join()
      .receive('ok', () => resolve('ok'))
      .receive('error', ({ reason }) => {
        channel.leave();
        resolve(reason);
      });
  });
}
const open = (path: string, headers = {}) => {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}${path}`, { headers });
  return new Promise<WebSocket | number>((resolve) => {
    socket.once('open', () => resolve(socket));
    socket.once('unexpected-response', (_, response) => resolve(response.statusCode ?? 0));
    socket.once('error', () => undefined);
  });
};
const closed = (socket: WebSocket) => new Promise<number>((resolve) => socket.once('close', resolve));

test("Phoenix's own client hears of new blocks, transactions, addresses and tokens, and of nothing else", async () => {
  const topics: [string, string[]][] = [
    ['blocks:new_block', ['new_block']],
    ['transactions:new_transaction', ['transaction']],
    [`addresses:${hex(sender)}`, ['transaction', 'token_transfer', 'balance']],
    [`addresses:${hex(token)}`, ['transaction', 'token_transfer']],
    [`tokens:${hex(token)}`, ['token_transfer']],
    ['blocks:indexing', ['index_status']],
    ['blocks:indexing_internal_transactions', ['index_status']],
    ['transactions:new_pending_transaction', ['pending_transaction']],
  ];
  for (const [topic, events] of topics) expect(await join(topic, events)).toBe('ok');
  expect(await join('exchange_rate:new_rate')).toBe('unmatched topic');
  const transaction = { from: sender, to: receiver };
  await writePlainBlocks(api.db, [
    { number: 1, timestamp: 2, transactions: [transaction] },
    { number: 2, timestamp: 3, transactions: [transaction, transaction] },
  ]);
  await until(
    'the address is told',
    () => heard.some(({ topic }) => topic.startsWith('addresses:')) || undefined,
  );
  const of = (topic: string) =>
    heard.filter((news) => news.topic === topic).map(({ event, payload }) => ({ event, ...Object(payload) }));
  expect(of('blocks:new_block')).toMatchObject([
    {
      event: 'new_block',
      block: { height: 1, transactions_count: 1 },
      average_block_time: expect.any(String),
    },
    { event: 'new_block', block: { height: 2, transactions_count: 2 } },
  ]);
  expect(of('transactions:new_transaction')).toEqual([{ event: 'transaction', transaction: 3 }]);
  const [told, ...more] = of(`addresses:${hex(sender)}`);
  expect(more).toEqual([{ event: 'balance', balance: '7', block_number: 2, exchange_rate: null }]);
  const listed = (await api.get(`/api/v2/addresses/${hex(sender)}/transactions`)).body;
  expect(told).toMatchObject({ event: 'transaction', transactions: Object(listed).items });
  expect(of(`addresses:${hex(token)}`)).toEqual([]);
  const status = Object((await api.get('/api/v2/main-page/indexing-status')).body);
  const { indexed_blocks_ratio: ratio, finished_indexing: finished } = status;
  expect(of('blocks:indexing')).toEqual([{ event: 'index_status', ratio, finished }]);
  // This chain has no traces.
  expect(of('blocks:indexing_internal_transactions')).toEqual([]);
});

test('what comes to the mempool is counted, what was there before is not', async () => {
  const add = (first: number, to: number) => api.db.sql`
    insert into ${api.db.schema}.pending_transactions (hash, type, from_address, to_address, nonce, value, input,
      gas_limit, first_seen, looked_before, last_seen)
    select sha256(n::text::bytea), 2, ${sender}, ${receiver}, n, 0, '', 1, n, 0, n
    from generate_series(${first}::integer, ${to}::integer) n`;
  const counted = () =>
    heard.flatMap(({ event, payload }) =>
      event === 'pending_transaction' ? [Number(Object(payload).pending_transaction)] : [],
    );
  await add(1, 3);
  await until(
    'all of them are told',
    () => counted().reduce((sum, count) => sum + count, 0) === 3 || undefined,
  );
  await add(4, 4);
  await until('one more is told', () => counted().at(-1) === 1 || undefined);
});

test('transfers are told to their token and to both sides', async () => {
  await writePlainBlocks(api.db, [
    {
      number: 3,
      timestamp: 4,
      transactions: [{ from: sender, to: token, transfers: [{ token, type: 'ERC-20' }] }],
    },
  ]);
  await until('the token is told', () => heard.find(({ topic }) => topic.startsWith('tokens:')));
  expect(heard.find(({ topic }) => topic.startsWith('tokens:'))).toMatchObject({
    event: 'token_transfer',
    payload: { token_transfer: 1 },
  });
});

test('a key opens the chain of the path; others get the answer of the gate', async () => {
  const authorization = `Bearer ${TEST_KEY}`;
  const keyed = await open(`/${TEST_CHAIN_ID}${PATH}`, { authorization });
  expect(keyed).toBeInstanceOf(WebSocket);
  if (keyed instanceof WebSocket) keyed.terminate();
  expect(await open(`/${TEST_CHAIN_ID}${PATH}`)).toBe(401);
  expect(await open(`/999${PATH}`, { authorization })).toBe(404);
  expect(await open('/api/v2/blocks')).toBe(200);
  const plain = await api.request(PATH);
  expect([plain.status, plain.headers.get('upgrade')]).toEqual([426, 'websocket']);
});

test('a request that asks for another protocol is answered as if it had not', async () => {
  const status = await new Promise((resolve, reject) => {
    const headers = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABk' };
    get(`${server.url}/healthz`, { headers }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode));
    }).once('error', reject);
  });
  expect(status).toBe(200);
});

test('what breaks the rules is closed: no messages of the protocol, too long ones, too many', async () => {
  const breaking: ((socket: WebSocket) => void)[] = [
    (socket) => socket.send('hello'),
    (socket) => socket.send(Buffer.from([1, 2, 3])),
    (socket) => socket.send('x'.repeat(SOCKET_LIMITS.messageBytes + 1)),
    (socket) => {
      const beat = JSON.stringify([null, '1', 'phoenix', 'heartbeat', {}]);
      for (let at = 0; at <= SOCKET_LIMITS.messages; at += 1) socket.send(beat);
    },
  ];
  for (const act of breaking) {
    const socket = await open(PATH);
    if (typeof socket === 'number') throw new Error(`refused with ${socket}`);
    const ended = closed(socket);
    act(socket);
    expect([1008, 1009]).toContain(await ended);
  }
  for (let at = 0; at < SOCKET_LIMITS.joins; at += 1)
    await join(`addresses:0x${String(at).padStart(40, '0')}`);
  expect(await join(`addresses:0x${'f'.repeat(40)}`)).toBe('too many topics');
});

test('an address watches a share of what can be watched, and the chain all the same', async () => {
  const joinOn = (socket: WebSocket, topic: string) => {
    const reply = new Promise<string>((resolve) => socket.once('message', (data) => resolve(String(data))));
    socket.send(JSON.stringify(['1', '1', topic, 'phx_join', {}]));
    return reply;
  };
  const sockets: WebSocket[] = [];
  const replies: string[] = [];
  for (let at = 0; at <= SOCKET_LIMITS.watchedPerAddress; at += 1) {
    const isNew = at % SOCKET_LIMITS.joins === 0;
    const socket = isNew ? await open(PATH) : sockets.at(-1);
    if (!(socket instanceof WebSocket)) throw new Error('refused');
    if (isNew) sockets.push(socket);
    replies.push(await joinOn(socket, `tokens:0x${String(at).padStart(40, '7')}`));
  }
  expect(replies.filter((reply) => reply.includes('too many topics')).length).toBeGreaterThan(0);
  const other = await open(PATH);
  if (!(other instanceof WebSocket)) throw new Error('refused');
  expect(await joinOn(other, 'blocks:new_block')).toContain('"ok"');
  const ended = [...sockets, other].map(closed);
  for (const socket of [...sockets, other]) socket.terminate();
  await Promise.all(ended);
});

test('an address may open so many, no more', async () => {
  const opened = await Promise.all(Array.from({ length: SOCKET_LIMITS.perAddress + 5 }, () => open(PATH)));
  expect(opened).toContain(503);
  const sockets = opened.filter((socket): socket is WebSocket => typeof socket !== 'number');
  expect(sockets.length).toBeLessThanOrEqual(SOCKET_LIMITS.perAddress);
  const ended = sockets.map(closed);
  for (const socket of sockets) socket.terminate();
  await Promise.all(ended);
  await until('there is room again', async () => (await open(PATH)) instanceof WebSocket || undefined);
});
