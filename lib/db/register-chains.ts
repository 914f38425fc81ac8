import { AppError } from '@/lib/errors';
import { type Sql, schemaName, type Transaction } from './open-database';
import { runTransaction } from './transaction';

/** A chain as reported by its node. `firstBlockHash` is null when the node does not have that block (yet). */
export type ChainRegistration = Readonly<{
  chainId: number;
  name: string;
  symbol: string;
  firstBlock: number;
  firstBlockHash: Buffer | null;
  isDemo: boolean;
  fheExecutor: Buffer | null;
}>;

type StoredChain = {
  chain_id: number;
  first_block: number;
  first_block_hash: Buffer | null;
  is_demo: boolean;
};

const REGISTRATION_LOCK = 4_702_111_203;

/**
 * Writes the configured chains to `gateway.chains` in order (the first is the default); other stored chains follow,
 * and stored demo chains are no longer served. `isOnlyChain` (RPC_URL) refuses a new real chain when others are
 * stored. Drops a restarted or replaced demo chain: call `migrateChain` afterwards. Throws AppError
 * `chain_mismatch`, writing nothing (docs/decisions/0006).
 */
export async function registerChains(
  sql: Sql,
  chains: readonly ChainRegistration[],
  options: { isOnlyChain?: boolean } = {},
): Promise<void> {
  await runTransaction(sql, async (transaction) => {
    await transaction`select pg_advisory_xact_lock(${REGISTRATION_LOCK}::bigint)`;
    const stored = await transaction<StoredChain[]>`
      select chain_id, first_block, first_block_hash, is_demo from gateway.chains order by position, chain_id`;
    if (options.isOnlyChain) rejectOtherChains(chains, stored);
    for (const chain of chains) await admitChain(transaction, chain, stored);
    for (const [position, chain] of chains.entries()) await writeChain(transaction, chain, position);
    const others = stored.filter((row) => chains.every((chain) => chain.chainId !== row.chain_id));
    for (const [index, row] of others.entries()) {
      await transaction`
        update gateway.chains set position = ${chains.length + index}, is_served = not is_demo
        where chain_id = ${row.chain_id}`;
    }
  });
}

function rejectOtherChains(chains: readonly ChainRegistration[], stored: readonly StoredChain[]): void {
  const real = stored.filter((row) => !row.is_demo).map((row) => row.chain_id);
  const added = chains.find((chain) => !chain.isDemo && !real.includes(chain.chainId));
  if (!added || real.length === 0) return;
  throw new AppError(
    'chain_mismatch',
    `RPC_URL is a node of chain ${added.chainId}, but the database holds chain ${real.join(', ')}: correct RPC_URL, list both chains in CHAINS_FILE to keep both, or set another DATA_DIR or DATABASE_URL.`,
  );
}

/** Rejects a chain that contradicts the index; drops a demo chain that it replaces. */
async function admitChain(
  sql: Transaction,
  chain: ChainRegistration,
  stored: readonly StoredChain[],
): Promise<void> {
  const row = stored.find(({ chain_id }) => chain_id === chain.chainId);
  if (!row) return;
  const isDifferentChain =
    row.first_block_hash !== null &&
    chain.firstBlockHash !== null &&
    !row.first_block_hash.equals(chain.firstBlockHash);
  const hasOtherStart = row.first_block !== chain.firstBlock;
  if (!isDifferentChain && !hasOtherStart) return;
  if (row.is_demo) {
    await sql`drop schema if exists ${sql(schemaName(chain.chainId))} cascade`;
    await sql`delete from gateway.chains where chain_id = ${chain.chainId}`;
    return;
  }
  const remedy = `set another DATA_DIR or DATABASE_URL, or drop what is indexed with 'npm run migrate -- --drop ${chain.chainId}'.`;
  throw new AppError(
    'chain_mismatch',
    hasOtherStart
      ? `The index of chain ${chain.chainId} begins at block ${row.first_block}, not at ${chain.firstBlock}: set START_BLOCK (startBlock) to ${row.first_block}, ${remedy}`
      : `The node's chain ${chain.chainId} is not the one that the database holds (another block ${row.first_block}): correct RPC_URL, ${remedy}`,
  );
}

async function writeChain(sql: Transaction, chain: ChainRegistration, position: number): Promise<void> {
  await sql`
    insert into gateway.chains as stored (
      chain_id, name, symbol, position, first_block, first_block_hash, is_demo, is_served, fhe_executor
    ) values (
      ${chain.chainId}, ${chain.name}, ${chain.symbol}, ${position}, ${chain.firstBlock},
      ${chain.firstBlockHash}, ${chain.isDemo}, true, ${chain.fheExecutor}
    )
    on conflict (chain_id) do update set
      name = excluded.name,
      symbol = excluded.symbol,
      position = excluded.position,
      first_block_hash = coalesce(stored.first_block_hash, excluded.first_block_hash),
      is_demo = stored.is_demo or excluded.is_demo,
      is_served = true,
      fhe_executor = excluded.fhe_executor`;
}

/** IDs of all stored chains, served or not, in order. */
export async function listChainIds(sql: Sql): Promise<number[]> {
  const rows = await sql<{ chain_id: number }[]>`
    select chain_id from gateway.chains order by position, chain_id`;
  return rows.map((row) => row.chain_id);
}
