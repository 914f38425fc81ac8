import { AppError } from '@/lib/errors';
import { type Sql, schemaName, type Transaction } from './open-database';
import type { Row } from './tables';
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

type StoredChain = Pick<Row<'chains'>, 'chain_id' | 'first_block' | 'first_block_hash' | 'is_demo'>;

const REGISTRATION_LOCK = 4_702_111_203;

/** `isOnlyChain` (RPC_URL) rejects a new real chain when others are stored. */
type RegistrationOptions = Readonly<{ isOnlyChain?: boolean }>;

/**
 * Writes chains to `gateway.chains` in `order` (chain IDs, by default theirs; the first is the default chain); other
 * stored chains follow, and stored demo chains are no longer served. Drops a restarted or replaced demo chain: call
 * `migrateChain` afterwards. Throws AppError `chain_mismatch`, writing nothing (docs/decisions/0006).
 */
export async function registerChains(
  sql: Sql,
  chains: readonly ChainRegistration[],
  options: RegistrationOptions & Readonly<{ order?: readonly number[] }> = {},
): Promise<void> {
  const order = options.order ?? chains.map(({ chainId }) => chainId);
  await runTransaction(sql, async (transaction) => {
    await transaction`select pg_advisory_xact_lock(${REGISTRATION_LOCK}::bigint)`;
    const stored = await listStored(transaction);
    for (const chain of chains) {
      const conflict = findConflict(chain, stored, options);
      if (conflict) throw conflict;
    }
    for (const chain of chains) await dropReplacedDemo(transaction, chain, stored);
    for (const chain of chains) await writeChain(transaction, chain, order.indexOf(chain.chainId));
    const others = stored.filter((row) => chains.every((chain) => chain.chainId !== row.chain_id));
    for (const [index, row] of others.entries()) {
      const position = order.includes(row.chain_id) ? order.indexOf(row.chain_id) : order.length + index;
      await transaction`
        update gateway.chains set position = ${position}, is_served = not is_demo
        where chain_id = ${row.chain_id}`;
    }
  });
}

/**
 * The chains that contradict the database, by ID, each with the AppError `chain_mismatch` that `registerChains` would
 * throw: retryable when its node is of another chain, not when the first block is configured differently.
 */
export async function findConflicts(
  sql: Sql,
  chains: readonly ChainRegistration[],
  options: RegistrationOptions,
): Promise<Map<number, AppError>> {
  const stored = await listStored(sql);
  const conflicts = new Map<number, AppError>();
  for (const chain of chains) {
    const conflict = findConflict(chain, stored, options);
    if (conflict) conflicts.set(chain.chainId, conflict);
  }
  return conflicts;
}

/** True when blocks of a chain other than the demo are stored. */
export async function isAnythingIndexed(sql: Sql): Promise<boolean> {
  const chains = (await listStored(sql)).filter((row) => !row.is_demo);
  for (const { chain_id } of chains) {
    const schema = schemaName(chain_id);
    const [found] = await sql`select 1 where to_regclass(${`${schema}.indexer_state`}) is not null`;
    if (!found) continue;
    const [tip] = await sql`select 1 from ${sql(schema)}.indexer_state where tip_number is not null`;
    if (tip) return true;
  }
  return false;
}

/** The stored registration of a chain; without an ID, of the first real chain. */
export async function findStoredChain(
  sql: Sql,
  chainId: number | undefined,
): Promise<ChainRegistration | undefined> {
  const [row] = await sql<ChainRegistration[]>`
    select chain_id as "chainId", name, symbol, first_block as "firstBlock", first_block_hash as "firstBlockHash",
      is_demo as "isDemo", fhe_executor as "fheExecutor"
    from gateway.chains
    where ${chainId === undefined ? sql`not is_demo` : sql`chain_id = ${chainId}`}
    order by position, chain_id limit 1`;
  return row;
}

function listStored(sql: Sql | Transaction): PromiseLike<StoredChain[]> {
  return sql<StoredChain[]>`
    select chain_id, first_block, first_block_hash, is_demo from gateway.chains order by position, chain_id`;
}

function findConflict(
  chain: ChainRegistration,
  stored: readonly StoredChain[],
  { isOnlyChain }: RegistrationOptions,
): AppError | undefined {
  const { chainId, firstBlock } = chain;
  const real = stored.filter((row) => !row.is_demo).map((row) => row.chain_id);
  const isAdded = !chain.isDemo && !real.includes(chainId);
  if (isOnlyChain && isAdded && real.length > 0) {
    return new AppError(
      'chain_mismatch',
      `RPC_URL is a node of chain ${chainId}, but the database holds chain ${real.join(', ')}: correct RPC_URL, list both chains in CHAINS_FILE to keep both, or set another DATA_DIR or DATABASE_URL.`,
      { retryable: true },
    );
  }
  const row = stored.find(({ chain_id }) => chain_id === chainId);
  if (!row || row.is_demo) return undefined;
  const remedy = `set another DATA_DIR or DATABASE_URL, or drop what is indexed with 'npm run migrate -- --drop ${chainId}'.`;
  if (row.first_block !== firstBlock) {
    return new AppError(
      'chain_mismatch',
      `The index of chain ${chainId} begins at block ${row.first_block}, not at ${firstBlock}: set START_BLOCK (startBlock) to ${row.first_block}, ${remedy}`,
    );
  }
  if (!hasOtherFirstBlock(chain, row)) return undefined;
  return new AppError(
    'chain_mismatch',
    `The node's chain ${chainId} is not the one that the database holds (another block ${row.first_block}): correct RPC_URL, ${remedy}`,
    { retryable: true },
  );
}

function hasOtherFirstBlock({ firstBlockHash }: ChainRegistration, row: StoredChain): boolean {
  return (
    row.first_block_hash !== null && firstBlockHash !== null && !row.first_block_hash.equals(firstBlockHash)
  );
}

/** Drops a stored demo chain that the chain replaces. */
async function dropReplacedDemo(
  sql: Transaction,
  chain: ChainRegistration,
  stored: readonly StoredChain[],
): Promise<void> {
  const row = stored.find(({ chain_id, is_demo }) => chain_id === chain.chainId && is_demo);
  if (!row || (row.first_block === chain.firstBlock && !hasOtherFirstBlock(chain, row))) return;
  await sql`drop schema if exists ${sql(schemaName(chain.chainId))} cascade`;
  await sql`delete from gateway.chains where chain_id = ${chain.chainId}`;
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

/** IDs of the stored chains other than demo chains, in order. */
export async function listRealChains(sql: Sql): Promise<number[]> {
  return (await listStored(sql)).filter((row) => !row.is_demo).map((row) => row.chain_id);
}

/** IDs of all stored chains, served or not, in order. */
export async function listChainIds(sql: Sql): Promise<number[]> {
  const rows = await sql<{ chain_id: number }[]>`
    select chain_id from gateway.chains order by position, chain_id`;
  return rows.map((row) => row.chain_id);
}
