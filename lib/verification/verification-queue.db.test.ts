import { randomUUID } from 'node:crypto';
import { afterAll, expect, test, vi } from 'vitest';
import { openPool, type Sql } from '@/lib/db/open-database';
import { createLog } from '@/lib/log';
import { provideDatabase } from '@/test/support/database';
import type { CheckResult } from './source-check';
import { openVerificationQueue, type VerificationJob } from './verification-queue';

const log = createLog({ name: 'test', level: 'silent' });
const NO_MATCH: CheckResult = { outcome: 'no match', reason: { message: 'other code' } };
const jobOf = (byte: string): VerificationJob => ({
  chainId: 1,
  address: `0x${byte.repeat(20)}`,
  compiler: '0.8.37',
  input: {
    language: 'Solidity',
    sources: { 'a.sol': { content: 'contract A { string constant odd = "\u0000 \ud800"; }' } },
    settings: {},
  },
});

const database = await provideDatabase();
const pools: Sql[] = [];
const connect = () => {
  const sql = openPool({ url: database.url, connections: 1, name: 'test' });
  pools.push(sql);
  return sql;
};
afterAll(async () => {
  for (const sql of pools) await sql.end({ timeout: 1 });
});

test('a job is carried out once and told, also when the process that began it has ended', async () => {
  const given: VerificationJob[] = [];
  const hung = await openVerificationQueue({
    sql: connect(),
    log,
    carryOut: (_, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  });
  const one = await hung.add(jobOf('11'), 'a');
  if (!('id' in one)) throw new Error('refused');
  await vi.waitFor(async () => expect(await hung.find(one.id)).toMatchObject({ state: 'running' }), {
    timeout: 60_000,
  });
  await hung.stop();
  expect(await hung.find(one.id)).toMatchObject({ state: 'waiting' });

  const queue = await openVerificationQueue({
    sql: connect(),
    log,
    carryOut: async (job) => {
      given.push(job);
      return NO_MATCH;
    },
  });
  await vi.waitFor(
    async () =>
      expect(await queue.find(one.id)).toEqual({
        state: 'done',
        chainId: 1,
        address: jobOf('11').address,
        startedAt: expect.any(Date),
        endedAt: expect.any(Date),
        result: NO_MATCH,
      }),
    { timeout: 60_000 },
  );
  expect(given).toEqual([jobOf('11')]);
  for (const id of [randomUUID(), 'none', '']) expect(await queue.find(id)).toBeUndefined();
  await queue.stop();
  expect(await queue.add(jobOf('22'), 'a')).toEqual({ id: expect.any(String) });
  expect(await queue.add(jobOf('22'), 'a')).toEqual({ refusal: 'busy' });

  // two more of the same client, and the first one of another
  const added: Awaited<ReturnType<typeof queue.add>>[] = [];
  for (const [byte, client] of [
    ['33', 'a'],
    ['44', 'a'],
    ['55', 'b'],
  ] as const)
    added.push(await queue.add(jobOf(byte), client));
  const ahead: unknown[] = [];
  for (const job of added) ahead.push('id' in job && (await queue.find(job.id)));
  // after 22, which is the first one of its client
  expect(ahead).toMatchObject([2, 3, 1].map((count) => ({ state: 'waiting', ahead: count })));
  const served: string[] = [];
  const next = await openVerificationQueue({
    sql: connect(),
    log,
    carryOut: async ({ address }) => {
      served.push(address.slice(2, 4));
      return NO_MATCH;
    },
  });
  await vi.waitFor(() => expect(served).toEqual(['22', '55', '33', '44']), { timeout: 60_000 });
  await next.stop();
});
