import { expect, test } from 'vitest';
import { itemsOf, ListError, pagesOf } from '@/packages/client/src/pages';
import { retrying } from '@/packages/client/src/retry';

function answerIn(order: readonly [number, Record<string, string>?][]) {
  const waits: number[] = [];
  let sent = 0;
  const send = async () => {
    const [status, headers = {}] = order[Math.min(sent, order.length - 1)] ?? [500];
    sent += 1;
    return new Response('{}', { status, headers });
  };
  const wait = async (ms: number) => void waits.push(ms);
  return { send, wait, waits, count: () => sent };
}

test('a 429 is asked again when it says so, and the answer is that of the last request', async () => {
  const service = answerIn([[429, { 'retry-after': '2' }], [503, { 'retry-after': '0' }], [200]]);
  const answer = await retrying(service.send, { wait: service.wait })('https://explorer.example/');
  expect([answer.status, service.count(), service.waits]).toEqual([200, 3, [2000, 0]]);
});

test('a date is waited for, until the retries are used up', async () => {
  const service = answerIn([[429, { 'retry-after': new Date(Date.now() - 5_000).toUTCString() }]]);
  const answer = await retrying(service.send, { wait: service.wait, retries: 2 })(
    'https://explorer.example/',
  );
  expect([answer.status, service.count(), service.waits]).toEqual([429, 3, [0, 0]]);
});

test.each<[number, Record<string, string>]>([
  [429, {}],
  [429, { 'retry-after': 'soon' }],
  [429, { 'retry-after': '3600' }],
  [402, { 'retry-after': '1' }],
  [500, { 'retry-after': '1' }],
])('a %i with %o is returned as it is', async (status, headers) => {
  const service = answerIn([[status, headers], [200]]);
  const answer = await retrying(service.send, { wait: service.wait })('https://explorer.example/');
  expect([answer.status, service.count()]).toEqual([status, 1]);
});

test('pages follow the cursor with the filters of the first one, and end', async () => {
  const asked: object[] = [];
  const read = async (query: { type: string; blockNumber?: number }) => {
    asked.push(query);
    const { blockNumber: at = 3 } = query;
    const next = at === 1 ? null : { block_number: at - 1, items_count: 1, hash: null };
    return { status: 200, data: { items: [at], next_page_params: next } } as const;
  };
  const items: number[] = [];
  for await (const item of itemsOf(read, { type: 'x' })) items.push(item);
  expect(items).toEqual([3, 2, 1]);
  expect(asked).toEqual([
    { type: 'x' },
    { type: 'x', blockNumber: 2, itemsCount: 1 },
    { type: 'x', blockNumber: 1, itemsCount: 1 },
  ]);
});

test('an answer that is no page is an error that holds it', async () => {
  const refused = { status: 429, data: { error: 'Too many requests' } };
  const read = pagesOf(async () => refused, {}).next();
  await expect(read).rejects.toThrow(ListError);
  await expect(read).rejects.toMatchObject({ answer: refused });
});
