import { expect, test } from 'vitest';
import { z } from 'zod';
import { listLargestTransactions, listTransferredTokens } from '@/lib/api/last-hour/query';
import { getLastHour } from '@/lib/endpoints/last-hour';
import { walkPages } from '../support/api-walk';
import { provideDemoApi } from '../support/demo-api';

const HOUR_MS = 3_600_000;
const item = z.object({
  timestamp: z.string(),
  hash: z.string(),
  status: z.string().nullable(),
  value: z.string().transform(BigInt),
  block_number: z.int(),
});
const transfer = z.object({
  token: z.object({ address_hash: z.string() }),
  block_number: z.int(),
  log_index: z.int(),
});

const demo = await provideDemoApi();

const walk = async <T>(path: string, schema: z.ZodType<T>) =>
  (await walkPages(demo.api, path, { item: schema, query: {} })).flat();

/** Of a batch, the list has an item for each ID: it is one transfer. */
async function walkTransfers(): Promise<z.output<typeof transfer>[]> {
  const listed = await walk('/api/v2/token-transfers', transfer);
  return [...new Map(listed.map((one) => [`${one.block_number}/${one.log_index}`, one])).values()];
}

test('what stands out in the last hour is what the lists of the hour add up to', async () => {
  const { status, body } = await demo.api.get('/api/v2/stats/last-hour');
  expect(status).toBe(200);
  const hour = getLastHour.response.parse(body);
  const mined = await walk('/api/v2/transactions', item);
  const recent = mined.filter(({ timestamp }) => Date.parse(timestamp) > Date.parse(hour.until) - HOUR_MS);
  const largest = recent
    .filter(({ value, status }) => value > 0n && status === 'ok')
    .sort((one, other) => Number(other.value - one.value))
    .slice(0, 5);
  expect(hour.transactions.map(({ hash }) => hash)).toEqual(largest.map(({ hash }) => hash));
  const heights = new Set(recent.map(({ block_number }) => block_number));
  const transfers = (await walkTransfers()).filter(({ block_number }) => heights.has(block_number));
  expect(hour.tokens.map(({ token, transfers_count }) => [token.address_hash, transfers_count])).toEqual(
    rank(transfers.map(({ token }) => token.address_hash)),
  );
  for (const since of [hour.tokens_since, hour.transactions_since])
    expect(Date.parse(hour.until) - Date.parse(since)).toBe(HOUR_MS);
});

test('of more rows than are read the newest are ranked, and since when is said', async () => {
  const { db } = demo.api;
  const transfers = await walkTransfers();
  const [all] = await listTransferredTokens(db, { from: 0, read: 10_000, limit: 1 });
  expect(all?.since).toBeNull();
  const newest = transfers.slice(0, 40);
  const some = await listTransferredTokens(db, { from: 0, read: 40, limit: 5 });
  expect(some.map((row) => row.transfers_count)).toEqual(
    rank(newest.map(({ token }) => token.address_hash)).map(([, count]) => count),
  );
  const { body } = await demo.api.get(`/api/v2/blocks/${newest.at(-1)?.block_number}`);
  const { timestamp } = z.object({ timestamp: z.string() }).parse(body);
  expect((some[0]?.since ?? 0) * 1_000).toBe(Date.parse(timestamp));
  const [large] = await listLargestTransactions(db, { from: 0, read: 10_000, limit: 1 });
  const [most] = (await walk('/api/v2/transactions', item))
    .filter(({ status }) => status === 'ok')
    .sort((one, other) => Number(other.value - one.value));
  expect(large?.block_number).toBe(most?.block_number);
});

/** Each with how often it occurs, the most frequent first, equal ones in order. */
function rank(names: readonly string[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .sort(([a, x], [b, y]) => y - x || (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
    .slice(0, 5);
}
