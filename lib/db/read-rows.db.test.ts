import { expect, test } from 'vitest';
import { provideDatabase } from '@/test/support/database';
import { limitRows } from './limit-rows';
import { readRows } from './read-rows';

const { sql } = await provideDatabase();

test('rows of many columns are those of the driver, in its order of columns', async () => {
  const wide = () => sql`
    select n, ${sql.unsafe(Array.from({ length: 40 }, (_, at) => `${at} * n as c${at}`).join(', '))},
      '\\x00ff'::bytea as bytes, null as nothing, 2::numeric ^ 200 as large, array[n, 7] as list
    from generate_series(1, 3) n order by n`;
  const rows = await readRows<Record<string, unknown>>(wide());
  const plain = await wide();
  expect(rows).toEqual([...plain]);
  expect(rows.map((row) => Object.keys(row))).toEqual(plain.map((row) => Object.keys(row)));
  expect(await readRows(sql`select 1 as one where false`)).toEqual([]);
});

test.each([1, 6, 50, 51, 53, 54])('%i rows are read when so many are asked for', async (rows) => {
  expect(await sql`select 1 from generate_series(1, 60) ${limitRows({ sql }, rows)}`).toHaveLength(rows);
});
