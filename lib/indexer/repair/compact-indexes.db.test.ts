import { beforeAll, expect, test } from 'vitest';
import { provideChain } from '@/test/support/indexer-harness';
import { compactIndex } from './compact-indexes';

const LOGS = 20_000;
const SIZES = { least: 400_000, most: 10_000_000 };
const db = await provideChain(8);

/** Contracts take turns. */
beforeAll(async () => {
  await db.sql`
    insert into ${db.schema}.logs (block_number, transaction_index, log_index, address, data)
    select n, 0, 0, decode(repeat('0' || n % 3, 20), 'hex'), '' from generate_series(1, ${LOGS}) n`;
  await db.sql`analyze ${db.schema}.logs`;
});

const compact = (sizes = SIZES, known: Readonly<Record<string, number>> = {}) =>
  compactIndex(db, { sizes, known: new Map(Object.entries(known)) });
const listInvalid = () => db.sql`select indexrelid::regclass::text from pg_index where not indisvalid`;

test('an index of another size, and one that has hardly grown since it was tried, stays as it is', async () => {
  expect(await compact({ least: 400_000, most: 500_000 })).toBeUndefined();
  expect(await compact({ least: 9_000_000, most: 10_000_000 })).toBeUndefined();
  expect(await compact(SIZES, { logs_address: 1_500_000 })).toBeUndefined();
});

test('an index that is half empty is rebuilt, once', async () => {
  const rebuilt = await compact();
  expect(rebuilt?.name).toBe('logs_address');
  expect(rebuilt?.after).toBeLessThan(0.7 * (rebuilt?.before ?? 0));
  expect(await compact()).toBeUndefined();
});

test('what an interrupted rebuild left is dropped, and no other index', async () => {
  await db.sql`create index logs_address_ccnew1 on ${db.schema}.logs (address)`;
  await db.sql`create index of_operator on ${db.schema}.logs (address)`;
  await db.sql`update pg_index set indisvalid = false where indexrelid in (
    select oid from pg_class where relname in ('logs_address_ccnew1', 'of_operator'))`;
  await compact();
  expect(await listInvalid()).toEqual([{ indexrelid: `${db.name}.of_operator` }]);
});
