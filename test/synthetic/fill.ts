import { migrateChain, migrateGateway } from '@/lib/db/migrate';
import { type Database, openDatabase, type Sql } from '@/lib/db/open-database';
import { findExecutor } from '@/lib/fhe/executors';
import { converge, startProgress } from '@/lib/indexer/converge';
import { createRestingContracts } from '@/lib/indexer/resting-contracts';
import { openState } from '@/lib/indexer/state';
import { enrichContracts } from '@/lib/indexer/token-metadata';
import { createLog } from '@/lib/log';
import { type Size, SYNTHETIC_CHAIN_ID } from './cast';
import { createSyntheticNode } from './node';

/**
 * Fills an empty database with a chain of that size, by the indexer itself: whatever table a block is written to is
 * filled as it would be. Afterwards the planner knows the tables.
 */
export async function fillSynthetic(sql: Sql, size: Size): Promise<Database> {
  await migrateGateway(sql);
  await migrateChain(sql, SYNTHETIC_CHAIN_ID);
  await sql`
    insert into gateway.chains (chain_id, name, symbol, position, first_block)
    values (${SYNTHETIC_CHAIN_ID}, 'Synthetic chain', 'SYN', 0, 0)`;
  const db = openDatabase(sql, SYNTHETIC_CHAIN_ID);
  const rpc = createSyntheticNode(size);
  const executor = findExecutor(SYNTHETIC_CHAIN_ID);
  await openState(db, 0);
  const context = {
    rpc,
    db,
    firstBlock: 0,
    endBlock: undefined,
    executor,
    traceMethod: 'debug_traceBlockByNumber',
  } as const;
  const progress = startProgress();
  while ((await converge(context, progress)).kind !== 'idle');
  await describeInstances(db);
  const resting = createRestingContracts({ rpc, log: createLog({ name: 'synthetic', level: 'error' }) });
  while ((await enrichContracts({ rpc, db, resting }, { isAtHead: true })) > 0);
  await sql`vacuum analyze`;
  return db;
}

/** What the indexer would ask of each NFT, one by one, is set at once. */
async function describeInstances({ sql, schema }: Database): Promise<void> {
  await sql`
    insert into ${schema}.token_instance_metadata (token_address, token_id, metadata)
    select token_address, token_id, convert_to(format('{"name":"Thing %s"}', token_id), 'utf8')
    from ${schema}.token_instances`;
  await sql`update ${schema}.token_instances set metadata_status = 'fetched'`;
}
