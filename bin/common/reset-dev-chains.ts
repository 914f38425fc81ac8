import { type Development, emptyIndex, findDevelopment, markDevelopment } from '@/lib/db/development';
import { dropChain } from '@/lib/db/migrate';
import { type Database, openDatabase, type Sql } from '@/lib/db/open-database';
import { listRealChains } from '@/lib/db/register-chains';
import { findBlockHash, findTip } from '@/lib/indexer/sync/state';
import { createRpc, type Rpc } from '@/lib/rpc/client';
import type { DevNode } from '@/lib/rpc/dev-node';
import { fetchBlockHash } from '@/lib/rpc/methods';
import type { ResolvedChain } from './resolve-chains';

/** The database of the chains, and that of the service, which lists them. */
type Pools = Readonly<{ own: Sql; main: Sql }>;
type DevChain = ResolvedChain & Readonly<{ dev: DevNode }>;

/**
 * Empties the indexes of development nodes whose chains began again, or forked another one. With `isOnlyChain` (RPC_URL),
 * indexes of such nodes with another chain ID are dropped. No other index is touched: not that of a chain that was not
 * indexed from such a node, whatever its node is now.
 */
export async function resetDevChains(
  pools: Pools,
  chains: readonly ResolvedChain[],
  { isOnlyChain }: Readonly<{ isOnlyChain: boolean }>,
): Promise<void> {
  for (const { dev, ...chain } of chains) {
    if (dev === undefined || chain.isDemo) continue;
    await resetDevChain(pools, { ...chain, dev });
    if (isOnlyChain) await dropOthers(pools.main, chain.chainId);
  }
}

async function resetDevChain({ own, main }: Pools, chain: DevChain): Promise<void> {
  const { chainId, firstBlock, dev } = chain;
  const db = openDatabase(own, chainId);
  const known = await findDevelopment(db);
  if (!known) {
    // a start that ended before the first block was indexed: only the registration names a chain
    if (await isEmpty(db)) await forgetFirstBlock(main, chain);
    return;
  }
  const stored = await findStored(db);
  if (stored && (await isOther(db, { chain, stored, known }))) {
    await emptyIndex(db, stored.tip_hash, { firstBlock, at: Date.now() });
    await forgetFirstBlock(main, chain);
  }
  await markDevelopment(db, dev.instance);
}

async function forgetFirstBlock(main: Sql, { chainId, firstBlock }: DevChain): Promise<void> {
  await main`
    update gateway.chains set first_block = ${firstBlock}, first_block_hash = null where chain_id = ${chainId}`;
}

type Stored = Readonly<{
  first_block: number;
  genesis_hash: Buffer | null;
  tip_number: number | null;
  tip_hash: Buffer | null;
}>;

async function findStored({ sql, schema }: Database): Promise<Stored | undefined> {
  const [row] = await sql<Stored[]>`
    select first_block, genesis_hash, tip_number, tip_hash from ${schema}.indexer_state`;
  return row;
}

/** Whether the node's chain is not the stored one. A new run that has the stored tip continues it, as from a saved state. */
async function isOther(
  db: Database,
  { chain, stored, known }: Readonly<{ chain: DevChain; stored: Stored; known: Development }>,
): Promise<boolean> {
  if (stored.first_block !== chain.firstBlock) return true;
  const rpc = createRpc({ urls: chain.rpcUrls, retries: 1 });
  if (stored.genesis_hash && !(await hasBlock(rpc, 0, stored.genesis_hash))) return true;
  const first = await findBlockHash(db, stored.first_block);
  if (first && !(await hasBlock(rpc, stored.first_block, first))) return true;
  if (known.instance === null || known.instance === chain.dev.instance) return false;
  const { tip_number, tip_hash } = stored;
  return tip_number !== null && tip_hash !== null && !(await hasBlock(rpc, tip_number, tip_hash));
}

async function hasBlock(rpc: Rpc, height: number, hash: Buffer): Promise<boolean> {
  return (await fetchBlockHash(rpc, height))?.equals(hash) === true;
}

/** A development node that forks another chain may take that one's ID. An index that holds nothing loses nothing. */
async function dropOthers(sql: Sql, chainId: number): Promise<void> {
  const others = (await listRealChains(sql)).filter((id) => id !== chainId);
  const canGo = await Promise.all(
    others.map(async (id) => {
      const db = openDatabase(sql, id);
      return (await findDevelopment(db)) !== undefined || (await isEmpty(db));
    }),
  );
  if (canGo.includes(false)) return;
  for (const id of others) await dropChain(sql, id);
}

async function isEmpty(db: Database): Promise<boolean> {
  const [table] = await db.sql`select 1 where to_regclass(${`${db.name}.indexer_state`}) is not null`;
  return !table || (await findTip(db)) === undefined;
}
