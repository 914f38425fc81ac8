import { expect, test } from 'vitest';
import { provideDatabase } from '@/test/support/database';
import { jsonRows, readJsonRows } from './json-rows';
import { openDatabase } from './open-database';

const database = await provideDatabase();
const db = openDatabase(database.sql, 1);

/** Every type that rows inside a row have; the driver gives the same as a row of its own. */
const values = () => db.sql`
  select decode('00ff5c78', 'hex') as bytes, ''::bytea as nothing, null::bytea as missing,
    array[decode('01', 'hex'), ''::bytea] as list, '{}'::bytea[] as none, 'ERC-20'::text as type, true as flag,
    (2::numeric ^ 256 - 1)::numeric(78, 0)::text as amount, 9007199254740991::bigint as height, 7::integer as index`;

test('rows that come as one text are as the driver gives them', async () => {
  const own = await db.sql`${values()}`;
  const [found] = await db.sql<{ rows: string | null }[]>`select ${jsonRows(db, values())}::text as rows`;
  expect(readJsonRows(found?.rows ?? null)).toEqual([...own]);
});

test('rows keep their order, and none is an empty list', async () => {
  const [found] = await db.sql<{ some: string | null; none: string | null }[]>`
    select ${jsonRows(db, db.sql`select n from generate_series(1, 5) n order by n desc`)}::text as some,
      ${jsonRows(db, db.sql`select 1 where false`)}::text as none`;
  expect(readJsonRows(found?.some ?? '')).toEqual([5, 4, 3, 2, 1].map((n) => ({ n })));
  expect(found?.none).toBeNull();
  expect(readJsonRows(null)).toEqual([]);
});
