import { migrateChain, migrateGateway } from '@/lib/db/migrate';
import { type Database, openDatabase, type Sql } from '@/lib/db/open-database';
import { findDeployments, findExecutors } from '@/lib/fhe/deployments';
import { createContractCooldown } from '@/lib/indexer/enrich/contract-cooldown';
import { enrichContracts } from '@/lib/indexer/enrich/token-metadata';
import { replaceDeployments } from '@/lib/indexer/enrich/write-deployments';
import { converge, startProgress } from '@/lib/indexer/sync/converge';
import { openState } from '@/lib/indexer/sync/state';
import { createLog } from '@/lib/log';
import { CAST, type Size, SYNTHETIC_CHAIN_ID } from './cast';
import { createSyntheticNode } from './node';

/**
 * Fills an empty database with a chain of that size, through the indexer itself, so that every table is filled; then
 * vacuums and analyzes.
 */
export async function fillSynthetic(sql: Sql, size: Size): Promise<Database> {
  await migrateGateway(sql);
  await migrateChain(sql, SYNTHETIC_CHAIN_ID);
  await sql`
    insert into gateway.chains (chain_id, name, symbol, position, first_block)
    values (${SYNTHETIC_CHAIN_ID}, 'Synthetic chain', 'SYN', 0, 0)`;
  const db = openDatabase(sql, SYNTHETIC_CHAIN_ID);
  const rpc = createSyntheticNode(size);
  await openState(db, 0);
  await replaceDeployments(db, findDeployments(SYNTHETIC_CHAIN_ID));
  const context = {
    rpc,
    db,
    firstBlock: 0,
    endBlock: undefined,
    executors: findExecutors(SYNTHETIC_CHAIN_ID),
    tracing: { method: 'debug_traceBlockByNumber' },
  } as const;
  const progress = startProgress();
  while ((await converge(context, progress)).kind !== 'idle');
  await describeInstances(db);
  const cooldown = createContractCooldown({ rpc, log: createLog({ name: 'synthetic', level: 'error' }) });
  while ((await enrichContracts({ rpc, db, cooldown }, { isAtHead: true })) > 0);
  await giveDust(db);
  await compareBalances(db);
  await listTokens(db);
  await stopAutovacuum(db);
  await sql`vacuum analyze`;
  return db;
}

/** Ends what runs of it, too: while it analyzes one table, dead rows of all others stay, and reads pass through them. */
async function stopAutovacuum({ sql, schema, name }: Database): Promise<void> {
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = ${name}::regnamespace and relkind = 'r'`;
  for (const table of tables)
    await sql`alter table ${schema}.${sql(table.name)} set (autovacuum_enabled = off)`;
}

/** Sets at once that the sums of transfers agree with all contracts. */
async function compareBalances({ sql, schema }: Database): Promise<void> {
  await sql`
    insert into ${schema}.token_balance_checks (token_address, balances_by, block_number, transfers_count)
    select address, 'transfers', tip_number, transfers_count from ${schema}.tokens, ${schema}.indexer_state`;
}

/** A token list with logos, of all tokens but the dust: the known names of a chain are read at once. */
async function listTokens({ sql, schema }: Database): Promise<void> {
  await sql`
    insert into ${schema}.listed_tokens (address, list, name, symbol, decimals, logo_uri, agrees, logo, logo_type,
      logo_version)
    select address, 'A list', 'A token', 'TOKEN', 6, 'logos/' || repeat('x', 490), true, '\\x89504e470d0a1a0a',
      'image/png', 'abc'
    from ${schema}.tokens where substring(address for 1) <> '\\xd0'`;
}

/** Sets at once what the indexer would fetch for each NFT. */
async function describeInstances({ sql, schema }: Database): Promise<void> {
  await sql`
    insert into ${schema}.token_instance_metadata (token_address, token_id, metadata)
    select token_address, token_id, convert_to(format('{"name":"Thing %s"}', token_id), 'utf8')
    from ${schema}.token_instances`;
  await sql`update ${schema}.token_instances set metadata_status = 'fetched'`;
}

/** Unsolicited tokens and NFTs of one address, as years on a real chain bring. */
const DUST = 5_000;

/** An address that holds very many tokens of one standard and NFTs of another. */
async function giveDust({ sql, schema }: Database): Promise<void> {
  const holder = Buffer.from(CAST.miner.slice(2), 'hex');
  await sql`
    insert into ${schema}.tokens (address, type, first_seen_block, transfers_count, holders_count, metadata_status)
    select decode('d0' || lpad(to_hex(n), 38, '0'), 'hex'), case when n = 0 then 'ERC-1155' else 'ERC-20' end,
      0, 1, 1, 'failed'
    from generate_series(0, ${DUST}) n`;
  await sql`
    insert into ${schema}.token_holders (token_address, holder, value)
    select address, ${holder}, 1 from ${schema}.tokens where substring(address for 1) = '\\xd0'`;
  await sql`
    insert into ${schema}.token_instances (token_address, token_id, transfers_count, owner, metadata_status)
    select decode(rpad('d0', 40, '0'), 'hex'), n, 1, ${holder}, 'failed' from generate_series(0, ${DUST}) n`;
  await sql`
    insert into ${schema}.token_instance_holders (token_address, token_id, holder, value)
    select decode(rpad('d0', 40, '0'), 'hex'), n, ${holder}, 1 from generate_series(0, ${DUST}) n`;
}
