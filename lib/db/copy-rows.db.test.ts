import { beforeAll, expect, test } from 'vitest';
import { provideDatabase } from '@/test/support/database';
import { toArrayLiteral } from './array-literal';
import { copyRows } from './copy-rows';
import type { Cell } from './copy-text';
import { migrateGateway } from './migrate';
import { openDatabase } from './open-database';
import { runTransaction } from './transaction';

const COLUMNS = ['flag', 'count', 'amount', 'label', 'bytes', 'amounts', 'hashes'] as const;
type Row = Record<(typeof COLUMNS)[number], Cell>;

const database = await provideDatabase();
const db = openDatabase(database.sql, 1);
beforeAll(async () => {
  await migrateGateway(database.sql);
  await database.sql`create schema chain_1`;
  await database.sql`
    create table chain_1.things (
      flag boolean, count bigint, amount numeric, label text, bytes bytea, amounts numeric[], hashes bytea[]
    )`;
});

async function copy(rows: readonly Row[]): Promise<void> {
  await runTransaction(database.sql, (transaction) =>
    copyRows(transaction, { db, table: 'things', columns: COLUMNS }, rows),
  );
}

test('every kind of cell arrives as it was sent, whatever its content', async () => {
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
  const label = 'a\\b\tc\nd\r\\N "quoted" {braces} \\x00 é';
  const row = {
    flag: false,
    count: 0,
    amount: 2n ** 400n,
    label,
    bytes,
    amounts: [0n, 2n ** 256n - 1n],
    hashes: [Buffer.alloc(0), bytes],
  };
  const nothing = {
    flag: null,
    count: null,
    amount: null,
    label: null,
    bytes: null,
    amounts: null,
    hashes: null,
  };
  await copy([row, nothing]);
  const stored = await database.sql`select * from chain_1.things order by count nulls last`;
  expect(stored[0]).toEqual({ ...row, amount: String(row.amount), amounts: row.amounts.map(String) });
  expect(stored[1]).toEqual(nothing);
});

test('more rows than fit a piece arrive, each once', async () => {
  await database.sql`truncate chain_1.things`;
  const rows = Array.from({ length: 30_000 }, (_, count) => ({
    flag: true,
    count,
    amount: BigInt(count),
    label: null,
    bytes: Buffer.alloc(20, count),
    amounts: [],
    hashes: [],
  }));
  await copy(rows);
  const [sum] = await database.sql`select count(*) as rows, sum(count)::bigint as sum from chain_1.things`;
  expect(sum).toEqual({ rows: 30_000, sum: (29_999 * 30_000) / 2 });
});

test.each([1, 20_000])(
  'a row that PostgreSQL refuses after %i others fails the copy and leaves nothing',
  async (others) => {
    await database.sql`truncate chain_1.things`;
    const row = {
      flag: true,
      count: 1,
      amount: 1n,
      label: 'a\u0000',
      bytes: null,
      amounts: null,
      hashes: null,
    };
    await expect(
      copy([...Array.from({ length: others }, () => ({ ...row, label: 'fine' })), row]),
    ).rejects.toMatchObject({ code: 'database' });
    const [left] = await database.sql`select count(*) as rows from chain_1.things`;
    expect(left?.rows).toBe(0);
  },
);

test('an array parameter keeps every kind of element', async () => {
  const texts = ['a"b', 'c\\d', '{e,f}', 'null', ''];
  const [row] = await database.sql`
    select ${toArrayLiteral([Buffer.from([0, 92]), Buffer.alloc(0)])}::bytea[] as bytes, ${toArrayLiteral(texts)}::text[] as texts,
      ${toArrayLiteral([true, false])}::boolean[] as flags, ${toArrayLiteral([2n ** 300n])}::numeric[] as numbers,
      (${toArrayLiteral([null, null])}::bigint[])[1] is null as is_null`;
  expect(row).toEqual({
    bytes: [Buffer.from([0, 92]), Buffer.alloc(0)],
    texts,
    flags: [true, false],
    numbers: [String(2n ** 300n)],
    is_null: true,
  });
});

test('a transaction whose connection is ended rejects, and the pool goes on', async () => {
  const work = runTransaction(database.sql, async (transaction) => {
    await transaction`select pg_terminate_backend(pg_backend_pid())`;
  });
  await expect(work).rejects.toThrow();
  expect(await database.sql`select 1 as one`).toHaveLength(1);
});
