import { readdir, readFile } from 'node:fs/promises';
import { entryPoint09Address } from 'viem/account-abstraction';
import { beforeAll, expect, test } from 'vitest';
import type { Database, Sql } from '@/lib/db/open-database';
import { openDatabase } from '@/lib/db/open-database';
import { address } from '../support/api-rows';
import { provideDatabase } from '../support/database';
import { dumpTables, openChain } from '../support/indexer-harness';
import { type PlainBlock, writePlainBlocks } from '../support/plain-chain';

const DAY = 86_400;
const MIGRATION = '0004-statistics.sql';
const FOLDER = new URL('../../lib/db/migrations/chain/', import.meta.url);
const WRITTEN = ['block_stats', 'daily_stats', 'participations', 'period_counts', 'user_operations'] as const;

const database = await provideDatabase();
let indexed: Database;
beforeAll(async () => {
  indexed = await openChain(database.sql, 91);
});

/** Blocks with everything that statistics read: some days have many, some none, and one block has no time. */
function makeBlocks(): PlainBlock[] {
  const days = [0, 0, 1, 5, 6, 40, 41, 100, 160, 161];
  return days.map((day, number) => ({
    number,
    timestamp: number === 0 ? 0 : 1_700_000_000 + day * DAY,
    transactions: [
      { from: address(1 + (number % 3)), to: address(9), isInputEmpty: true, gasPrice: 7n },
      { from: address(1), creates: number % 3 === 0 ? [address(200 + number)] : [] },
      { from: Buffer.from('deaddeaddeaddeaddeaddeaddeaddeaddead0001', 'hex'), to: L1_BLOCK, type: 126 },
      {
        from: address(2),
        to: address(50),
        type: 106,
        fheOperations: number % 2,
        transfers: [{ token: address(60 + (number % 4)), type: number % 2 === 0 ? 'ERC-20' : 'ERC-7984' }],
        userOperations: [
          { sender: address(70 + (number % 2)), paymaster: number % 2 === 0 ? null : address(80) },
          { sender: address(70), paymaster: address(80), factory: number % 3 === 0 ? address(90) : null },
          { sender: address(72), paymaster: null, entryPoint: NEWEST, isNewBundle: true },
          { sender: address(70), paymaster: null, isNewBundle: true },
        ],
      },
    ],
  }));
}
const NEWEST = Buffer.from(entryPoint09Address.slice(2), 'hex');
const L1_BLOCK = Buffer.from('4200000000000000000000000000000000000015', 'hex');

test('a database that holds blocks gets the sums that indexing them gives', async () => {
  await writePlainBlocks(indexed, makeBlocks());
  const { sql } = database;
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort();
  await sql`create schema chain_92`;
  await runMigrations(sql, names.slice(0, names.indexOf(MIGRATION)));
  await copyOldRows(sql);
  await runMigrations(sql, names.slice(names.indexOf(MIGRATION)));
  const [ours, theirs] = await Promise.all([dumpTables(openDatabase(sql, 92)), dumpTables(indexed)]);
  for (const name of WRITTEN) {
    expect(theirs[name]?.length, name).toBeGreaterThan(0);
    expect(await namedRows(sql, `chain_92.${name}`), name).toEqual(await namedRows(sql, `chain_91.${name}`));
  }
  expect(Object.keys(ours)).toEqual(Object.keys(theirs));
});

async function runMigrations(sql: Sql, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const statements = await readFile(new URL(name, FOLDER), 'utf8');
    await sql.begin(async (transaction) => {
      await transaction`set local search_path to chain_92`;
      await transaction.unsafe(statements);
    });
  }
}

/** Fills the older schema: what the newer one has too, and the senders of each day. */
async function copyOldRows(sql: Sql): Promise<void> {
  const tables = await sql<{ name: string; columns: string }[]>`
    select o.table_name as name, string_agg(quote_ident(o.column_name), ', ') as columns
    from information_schema.columns o
    join information_schema.columns n on n.table_schema = 'chain_91' and n.table_name = o.table_name
      and n.column_name = o.column_name
    where o.table_schema = 'chain_92' and o.is_generated = 'NEVER'
    group by 1`;
  await sql.unsafe('alter table chain_92.block_stats alter column new_accounts set default 0');
  // dropped since
  await sql.unsafe('alter table chain_92.transactions alter column total_hcu set default 0');
  for (const { name, columns } of tables)
    await sql.unsafe(`insert into chain_92.${name} (${columns}) select ${columns} from chain_91.${name}`);
  await sql`update chain_92.daily_stats set new_accounts = 0`;
  await sql`
    insert into chain_92.daily_senders
    select day, address, times from chain_91.participations where role = 'sender'`;
}

/** Rows by column names, whose order depends on the migrations. */
async function namedRows(sql: Sql, table: string): Promise<unknown[]> {
  const rows = await sql.unsafe<{ row: unknown }[]>(
    `select to_jsonb(t) as row from ${table} t order by to_jsonb(t)::text`,
  );
  return rows.map(({ row }) => row);
}
