import { beforeAll, expect, test } from 'vitest';
import { address } from '@/test/support/api-rows';
import { provideChain } from '@/test/support/indexer-harness';
import { writePlainBlocks } from '@/test/support/plain-chain';
import { countTransfersByDay } from './activity-query';

const TOKEN = address(9);
const DAY = 86_400;

const db = await provideChain(7);
beforeAll(async () => {
  const transfer = { token: TOKEN, type: 'ERC-20' } as const;
  const sent = { from: address(1), to: TOKEN, transfers: [transfer, transfer] };
  await writePlainBlocks(
    db,
    [0, 1, 2].map((number) => ({ number, timestamp: number * DAY, transactions: [sent] })),
  );
});

test('transfers are counted by day, and a full read tells where it ended', async () => {
  const all = await countTransfersByDay(db, TOKEN, { before: undefined, limit: 7 });
  expect(all.days).toMatchObject([
    { block_number: 2, day: '1970-01-03', transfers: 2 },
    { block_number: 1, day: '1970-01-02', transfers: 2 },
    { block_number: 0, day: '1970-01-01', transfers: 2 },
  ]);
  expect(all.end).toBeUndefined();
  const some = await countTransfersByDay(db, TOKEN, { before: undefined, limit: 3 });
  expect(some.days.map(({ transfers }) => transfers)).toEqual([2, 1]);
  expect(some.end?.block_number).toBe(1);
  const rest = await countTransfersByDay(db, TOKEN, { before: some.end, limit: 3 });
  expect(rest.days.map(({ transfers }) => transfers)).toEqual([1, 2]);
  const none = await countTransfersByDay(db, address(8), { before: undefined, limit: 3 });
  expect(none).toEqual({ days: [], end: undefined });
});
