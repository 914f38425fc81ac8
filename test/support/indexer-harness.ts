import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { cp, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { migrateChain, migrateGateway } from '@/lib/db/migrate';
import { type Database, openDatabase, type Sql } from '@/lib/db/open-database';
import { loadFastKeccak } from '@/lib/evm/fast-keccak';
import { executorsOf, type FheDeployment, findDeployments } from '@/lib/fhe/deployments';
import type { ArtifactSource } from '@/lib/indexer/enrich/artifact-matches';
import { createContractCooldown } from '@/lib/indexer/enrich/contract-cooldown';
import { enrichContracts } from '@/lib/indexer/enrich/token-metadata';
import { replaceDeployments } from '@/lib/indexer/enrich/write-deployments';
import { checkNextBalances, startBalanceProgress } from '@/lib/indexer/repair/watch-balances';
import { openIndex } from '@/lib/indexer/sync/chain-identity';
import { type Convergence, converge, type IndexContext, startProgress } from '@/lib/indexer/sync/converge';
import { openProver, type ProofMode } from '@/lib/indexer/sync/prover';
import type { RangeThreads } from '@/lib/indexer/sync/range-threads';
import { createLog } from '@/lib/log';
import { recoverSenders } from '@/lib/proof/recover-senders';
import { createRpc, type Rpc } from '@/lib/rpc/client';
import { fetchChainId, fetchHead } from '@/lib/rpc/methods';
import { createBalanceReader } from '@/lib/rpc/token-balances';
import { probeTraces } from '@/lib/rpc/traces';
import { BUNDLE } from '../../scripts/bundle-options.mjs';
import { createTestDatabase, provideDatabase } from './database';

const log = createLog({ name: 'test', level: 'silent' });

/** Blocks are not proven unless `mode` says so: tests change recorded ones. */
export type IndexOptions = {
  rpc: Rpc;
  db: Database;
  firstBlock?: number;
  endBlock?: number;
  mode?: ProofMode;
  /** Those that are published for the chain by default. */
  deployments?: readonly FheDeployment[];
  artifacts?: ArtifactSource;
  threads?: RangeThreads;
};

export async function openChain(sql: Sql, chainId: number): Promise<Database> {
  await migrateGateway(sql);
  await migrateChain(sql, chainId);
  return openDatabase(sql, chainId);
}

/** A migrated chain in the database of a test file. */
export async function provideChain(chainId: number): Promise<Database> {
  const { sql } = await provideDatabase();
  return openChain(sql, chainId);
}

/** The context of `converge`, as prepared by the indexer's loop. */
export async function openContext({
  rpc,
  db,
  firstBlock = 0,
  endBlock,
  mode = 'off',
  deployments = findDeployments(db.chainId),
  threads,
}: IndexOptions): Promise<IndexContext> {
  await openIndex({ rpc, db, firstBlock });
  await replaceDeployments(db, deployments);
  const tracing = { method: await probeTraces(rpc, await fetchHead(rpc)) };
  const executors = deployments.length === 0 ? undefined : executorsOf(deployments);
  const prover = await openProver({ mode, db, recover: recoverSenders, log });
  return { rpc, db, firstBlock, endBlock, executors, tracing, prover, threads };
}

/** Steps until the index has nothing left to do, enriches all contracts, and returns the steps. */
export async function indexAll(options: IndexOptions): Promise<Convergence[]> {
  const steps = await indexBlocks(options);
  await enrichAll(options.rpc, options.db, options.artifacts);
  return steps;
}

/** Steps until the index has nothing left to do, and returns the steps. */
export async function indexBlocks(options: IndexOptions): Promise<Convergence[]> {
  const context = await openContext(options);
  const progress = startProgress();
  const steps: Convergence[] = [];
  for (;;) {
    const step = await converge(context, progress);
    steps.push(step);
    if (step.kind === 'idle' || step.kind === 'ahead') break;
  }
  return steps;
}

/** Reads all that is pending of tokens, NFTs and proxies. */
export async function enrichAll(rpc: Rpc, db: Database, artifacts?: ArtifactSource): Promise<void> {
  const cooldown = createContractCooldown({ rpc, log });
  while ((await enrichContracts({ rpc, db, cooldown, artifacts }, { isAtHead: true })) > 0);
}

/** Compares all token balances with what the node's contracts answer, as the indexer does at the head. */
export async function checkAllBalances({ rpc, db }: Pick<IndexOptions, 'rpc' | 'db'>): Promise<void> {
  const context = { rpc, db, fetchBalances: createBalanceReader() };
  const progress = startBalanceProgress();
  while (!(await checkNextBalances(context, progress)));
}

/** The rows of a chain that was indexed as usual, in a database of its own. */
export async function indexElsewhere(rpc: Rpc, chainId: number): Promise<Tables> {
  await loadFastKeccak();
  const database = await createTestDatabase();
  try {
    const db = await openChain(database.sql, chainId);
    await indexAll({ rpc, db });
    return await dumpTables(db);
  } finally {
    await database.drop();
  }
}

/** Indexes the node at `url` into a fresh schema and returns its tables. */
export async function indexFresh(
  sql: Sql,
  url: string,
  range: Pick<IndexOptions, 'firstBlock' | 'mode'> = {},
): Promise<Tables> {
  const rpc = createRpc({ urls: [url] });
  const chainId = await fetchChainId(rpc);
  await sql`drop schema if exists ${sql(`chain_${chainId}`)} cascade`;
  const db = await openChain(sql, chainId);
  await indexAll({ rpc, db, ...range });
  return dumpTables(db);
}

/** The tables of a chain's schema: rows as text, in a fixed order. */
export type Tables = Record<string, string[]>;

const SHOWN_ROWS = 3;
const SHOWN_CHARACTERS = 300;

/** Rows that only one side has, by table (some of them, truncated): empty for equal indexes. */
export function compareTables(ours: Tables, theirs: Tables): Tables {
  const names = new Set([...Object.keys(ours), ...Object.keys(theirs)]);
  const differences = [...names].map((name) => {
    const [left, right] = [ours[name] ?? [], theirs[name] ?? []];
    const [inLeft, inRight] = [new Set(left), new Set(right)];
    const missing = right.filter((row) => !inLeft.has(row)).map((row) => `missing: ${row}`);
    const additional = left.filter((row) => !inRight.has(row)).map((row) => `additional: ${row}`);
    const shown = [...missing.slice(0, SHOWN_ROWS), ...additional.slice(0, SHOWN_ROWS)];
    const counts = left.length === right.length ? [] : [`${left.length} rows instead of ${right.length}`];
    return { name, rows: [...counts, ...shown.map((row) => row.slice(0, SHOWN_CHARACTERS))] };
  });
  const different = differences.filter(({ rows }) => rows.length > 0);
  return Object.fromEntries(different.map(({ name, rows }) => [name, rows]));
}

/** The same of what is stored. */
export async function compareIndex(db: Database, tables: Tables): Promise<Tables> {
  return compareTables(await dumpTables(db), tables);
}

/** Tables with wall-clock times, the node's answers at some height, or restarts: they differ between indexes. */
const SEEN = [
  'address_labels',
  'day_prices',
  'development',
  'ens_names',
  'listed_tokens',
  'price_feeds',
  'prices',
  'token_balance_checks',
  'token_balances',
  'token_instance_balances',
  'pending_transactions',
  'pending_authorizations',
  'transaction_sightings',
  'node_pool',
  'trace_backlog',
  'rpc_endpoints',
  'indexing_speed',
  'leader',
];
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  // a bound, which a reorganization leaves
  address_counts: ['last_block'],
  // as of the last time that the node was asked; and whether there are partitions
  indexer_state: ['finalized_block', 'heights_from', 'last_blocks_since'],
};

/** Reads all tables that follow from the chain, to compare two indexes byte for byte. */
export async function dumpTables(db: Database): Promise<Tables> {
  const names = await db.sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = ${`chain_${db.chainId}`}::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname <> 'migrations' order by 1`;
  const tables: Tables = {};
  for (const { name } of names.filter((table) => !SEEN.includes(table.name))) {
    const columns = db.sql(await listColumns(db, name));
    const rows = await db.sql<{ row: string }[]>`
      select t::text as row from (select ${columns} from ${db.schema}.${db.sql(name)}) t order by 1`;
    tables[name] = rows.map(({ row }) => row);
  }
  return tables;
}

async function listColumns({ sql, chainId }: Database, table: string): Promise<string[]> {
  const columns = await sql<{ name: string }[]>`
    select column_name as name from information_schema.columns
    where table_schema = ${`chain_${chainId}`} and table_name = ${table} order by ordinal_position`;
  const left = LEFT_OUT[table] ?? [];
  return columns.map(({ name }) => name).filter((name) => !left.includes(name));
}

/** What a version before Amsterdam did not have: its fields of a header. */
const BEFORE_AMSTERDAM: Plugin = {
  name: 'before Amsterdam',
  setup: ({ onLoad }) =>
    onLoad({ filter: /lib\/rpc\/block\.ts$/ }, async ({ path }) => {
      const lines = (await readFile(path, 'utf8')).split('\n');
      const isOfFork = (line: string) => /^ {2}'(blockAccessListHash|balHash|slotNumber)',$/.test(line);
      const contents = lines.filter((line) => !isOfFork(line)).join('\n');
      const unread = contents.replaceAll(/'(blockAccessListHash|balHash|slotNumber)'/g, "'absent'");
      return { contents: unread, loader: 'ts' };
    }),
};

/** Bundles the indexer, with `verify` beside it, as the build does, for each test process; returns its path. */
export async function bundleIndexer(version?: 'before Amsterdam'): Promise<string> {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const name = version === undefined ? 'indexer' : 'older-indexer';
  const folder = `${root}.cache/test-${name}-${process.env.VITEST_POOL_ID ?? 0}`;
  await build({
    absWorkingDir: root,
    entryPoints: ['indexer', 'verify', 'recover-worker', 'range-worker'].map((name) => `bin/${name}.ts`),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    ...BUNDLE,
    plugins: version === undefined ? [] : [BEFORE_AMSTERDAM],
    logLevel: 'silent',
  });
  for (const data of ['migrations', 'signatures.txt.gz'])
    await cp(`${root}lib/db/${data}`, `${folder}/${data}`, { recursive: true });
  return `${folder}/indexer.mjs`;
}

/** Runs the indexer, or a program beside it with what it is given; its output goes to `said`. */
export function spawnIndexer(
  program: string,
  environment: Record<string, string>,
  given: readonly string[] = [],
) {
  const child: ChildProcess = spawn(process.execPath, [program, ...given], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  } satisfies SpawnOptions);
  const said: string[] = [];
  child.stderr?.on('data', (chunk: Buffer) => said.push(chunk.toString()));
  return { child, said };
}

/** Contracts and instances whose enrichment is pending. */
export async function countWaiting({ sql, schema }: Database): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select (select count(*) from ${schema}.tokens where metadata_status = 'pending' or is_supply_stale)
      + (select count(*) from ${schema}.token_instances where metadata_status = 'pending')
      + (select count(*) from ${schema}.addresses
          where first_fhe_block is not null and is_fhe is null and is_contract)
      + (select count(*) from ${schema}.addresses
          where is_contract and delegate is null and proxy_status <> 'read') as count`;
  return row?.count ?? 0;
}
