import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createLog } from '@/lib/log';
import { provideChain } from '@/test/support/indexer-harness';
import { until } from '@/test/support/until';
import { watchPricesFile } from './watch-prices-file';
import { replaceDayPrices } from './write-prices';

test('the file is read again when it changed, and prices stay while it is not valid or away', async () => {
  const db = await provideChain(730);
  const folder = await mkdtemp(join(tmpdir(), 'prices-'));
  const path = join(folder, 'prices.csv');
  const log = createLog({ name: 'test', level: 'silent' });
  const told = vi.spyOn(log, 'error');
  const stopping = new AbortController();
  const stored = async () =>
    (await db.sql<{ price: string }[]>`select price from ${db.schema}.day_prices order by day`).map((row) =>
      Number(row.price),
    );
  const isStored = async (prices: readonly number[]) =>
    JSON.stringify(await stored()) === JSON.stringify(prices);
  await replaceDayPrices(db, [{ chainId: undefined, asset: Buffer.alloc(0), day: 1, price: '9' }]);
  const head = 'day,token,price';
  await writeFile(path, `${head}\n1970-01-03,coin,2\n`);
  const watched = watchPricesFile({ path, chains: 1 }, { db, log, signal: stopping.signal, everyMs: 20 });
  try {
    await until('the first prices', () => isStored([2]));
    await writeFile(path, `${head}\n1970-01-03,coin,2\n1970-01-04,coin,wrong\n`);
    await until('the log of the fault', async () => told.mock.calls.length > 0);
    expect(await stored()).toEqual([2]);
    await writeFile(path, `${head}\n1970-01-03,coin,2\n1970-01-04,coin,3.5\n`);
    await until('the new prices', () => isStored([2, 3.5]));
    await rm(path);
    await until('the log of its absence', async () => told.mock.calls.length > 1);
    expect(await stored()).toEqual([2, 3.5]);
  } finally {
    stopping.abort();
    await watched;
    await rm(folder, { recursive: true });
  }
});
