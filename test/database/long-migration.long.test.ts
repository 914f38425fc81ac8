import { expect, test } from 'vitest';
import { migrateChain } from '@/lib/db/migrate';
import { openPool, type Sql } from '@/lib/db/open-database';
import { provideDatabase } from '../support/database';
import { createOldSchema } from '../support/old-schema';

const CHAIN_ID = 93;
const TRANSACTIONS = 1_000_000;
const PER_BLOCK = 50;
const MAX_WAIT_MS = 1_000;
/** The oldest schema that has users: 0003 and 0004 change what is filled. */
const OLDEST = '0003-contracts.sql';

const database = await provideDatabase();

/** What the API reads from the beginning, by the tables that migrations change. */
const READS = [
  'select * from chain_93.indexer_state',
  'select * from chain_93.blocks order by number desc limit 5',
  'select block_number, hash from chain_93.transactions order by block_number desc, index desc limit 5',
  'select * from chain_93.logs order by block_number desc limit 5',
  'select * from chain_93.token_transfers order by block_number desc limit 5',
  'select * from chain_93.addresses limit 5',
  'select * from chain_93.tokens limit 5',
  'select * from chain_93.token_instance_metadata limit 5',
  'select * from chain_93.fhe_operations limit 5',
  'select * from chain_93.block_stats order by block_number desc limit 5',
  'select * from chain_93.daily_stats order by day desc limit 5',
];

test('reads never wait for a second while a million transactions are migrated to the newest schema', async () => {
  const { sql, url } = database;
  await createOldSchema(sql, CHAIN_ID, OLDEST);
  await fillOld(sql);
  const readers = openPool({ url, connections: READS.length, name: 'readers' });
  const watcher = openPool({ url, connections: 1, name: 'watcher' });
  const migrating = new AbortController();
  const waits = new Map<string, number>();
  const reading = READS.map((text) => readUntil(migrating.signal, readers, { text, waits }));
  const watching = watchLocks(migrating.signal, watcher);
  const begun = performance.now();
  await migrateChain(sql, CHAIN_ID).finally(() => migrating.abort());
  const seconds = (performance.now() - begun) / 1_000;
  await Promise.all(reading);
  const locked = await watching;
  await Promise.all([readers.end(), watcher.end()]);
  const slowest = [...waits].sort(([, a], [, b]) => b - a).slice(0, 5);
  console.log(`Migrated ${TRANSACTIONS} transactions in ${seconds.toFixed(1)} s.`);
  console.log(`Longest wait of a reader for a lock: ${locked.ms.toFixed(0)} ms ${locked.statement}`);
  for (const [text, ms] of slowest) console.log(`Slowest answer: ${ms.toFixed(0)} ms ${text}`);
  expect(locked.looks).toBeGreaterThan(10);
  expect(locked.ms).toBeLessThan(MAX_WAIT_MS);
});

async function readUntil(
  signal: AbortSignal,
  sql: Sql,
  { text, waits }: { text: string; waits: Map<string, number> },
): Promise<void> {
  while (!signal.aborted) {
    const begun = performance.now();
    await sql.unsafe(text);
    waits.set(text, Math.max(waits.get(text) ?? 0, performance.now() - begun));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The longest that a reader was seen waiting for a lock, by PostgreSQL's own clock, and for which statement. */
async function watchLocks(signal: AbortSignal, sql: Sql) {
  const longest = { ms: 0, statement: '', looks: 0 };
  while (!signal.aborted) {
    const [row] = await sql<{ ms: number; holder: string | null }[]>`
      select extract(epoch from clock_timestamp() - l.waitstart)::float8 * 1000 as ms, (
        select query from pg_stat_activity where pid = any(pg_blocking_pids(l.pid)) limit 1
      ) as holder
      from pg_locks l where not l.granted and l.mode = 'AccessShareLock' and l.waitstart is not null
      order by l.waitstart limit 1`;
    longest.looks += 1;
    if (row && row.ms > longest.ms) Object.assign(longest, { ms: row.ms, statement: row.holder ?? '' });
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return longest;
}

/** Rows of the oldest schema, made by PostgreSQL: of each table that a later migration reads, fills or changes. */
async function fillOld(sql: Sql): Promise<void> {
  const blocks = TRANSACTIONS / PER_BLOCK;
  await sql.begin(async (transaction) => {
    await transaction`select set_config('search_path', 'chain_93', true)`;
    for (const statement of fillStatements(blocks)) await transaction.unsafe(statement);
  });
  await sql`vacuum analyze`;
}

const address = (text: string) => `substring(sha256(('address' || (${text}))::bytea) for 20)`;
const word = (text: string) => `decode(repeat('00', 12), 'hex') || ${address(text)}`;

function fillStatements(blocks: number): string[] {
  const last = blocks - 1;
  const all = `generate_series(0, ${TRANSACTIONS - 1}) n`;
  const at = `n / ${PER_BLOCK}, n % ${PER_BLOCK}`;
  const day = `(date '2024-01-01' + (n / 100)::integer)`;
  return [
    `insert into indexer_state (first_block, tip_number, tip_hash, has_traces, blocks_count, transactions_count)
     values (0, ${last}, sha256('tip'), true, ${blocks}, ${TRANSACTIONS})`,
    `insert into blocks (number, hash, parent_hash, timestamp, miner, gas_limit, gas_used, extra_data, uncles,
       transactions_count, token_transfers_count, fhe_operations_count, total_hcu, transaction_fees)
     select n, sha256(('block' || n)::bytea), sha256(('block' || n - 1)::bytea), 1704067200 + n * 864,
       ${address('n % 7')}, 30000000, 1000000, '', '{}', ${PER_BLOCK}, ${PER_BLOCK}, 0, 0, 1
     from generate_series(0, ${last}) n`,
    `insert into transactions (block_number, index, hash, type, from_address, to_address, nonce, value, input, gas_limit,
       gas_price, status, gas_used, logs_count, token_transfers_count, fhe_operations_count, total_hcu)
     select ${at}, sha256(('transaction' || n)::bytea), 2, ${address('n % 300000')}, ${address('n % 70000')}, n, 1, '',
       21000, 7, 1, 21000, 1, 1, 0, 0 from ${all}`,
    `insert into logs select ${at}, n % ${PER_BLOCK}, ${address('n % 500')}, sha256('Transfer'), ${word('n')}, ${word('n + 1')},
       null, sha256(n::text::bytea) from ${all}`,
    `insert into logs select ${at}, ${PER_BLOCK} + n % ${PER_BLOCK}, '\\x0000000071727de22e5e9d8baf0edac6f37da032',
       '\\x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f', sha256(n::text::bytea), ${word('n % 5000')},
       ${word('n % 10')}, decode(repeat('00', 128), 'hex') from ${all} where n % 10 = 0`,
    `insert into token_transfers (block_number, transaction_index, log_index, token_address, token_type, from_address,
       to_address, amount)
     select ${at}, n % ${PER_BLOCK}, ${address('n % 500')}, 'ERC-20', ${address('n % 300000')}, ${address('n % 70000')}, n
     from ${all}`,
    `insert into addresses (address, is_contract, first_seen_block)
     select ${address('n')}, n % 10 = 0, n % ${blocks} from ${all}`,
    `insert into tokens (address, type, first_seen_block, transfers_count)
     select ${address('n')}, 'ERC-20', 0, 1 from generate_series(0, 499) n`,
    `insert into block_stats (block_number, day, blocks, transactions, successful_transactions, native_coin_transfers,
       new_accounts, new_contracts, gas_used, gas_limit, block_size, gas_price_sum, fee_sum, authorizations,
       fhe_operations, hcu)
     select n, ${day}, 1, ${PER_BLOCK}, ${PER_BLOCK}, 1, 0, 0, 1, 1, 1, 1, 1, 0, 0, 0 from generate_series(0, ${last}) n`,
    `insert into daily_stats (day, blocks, transactions, successful_transactions, native_coin_transfers, new_accounts,
       new_contracts, gas_used, gas_limit, block_size, gas_price_sum, fee_sum, authorizations, fhe_operations, hcu)
     select day, count(*), sum(transactions), sum(transactions), 1, 0, 0, 1, 1, 1, 1, 1, 0, 0, 0 from block_stats group by 1`,
    `insert into daily_senders
     select day, from_address, count(*) from transactions join block_stats using (block_number) group by 1, 2`,
  ];
}
