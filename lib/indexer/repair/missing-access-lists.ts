import { copyRows } from '@/lib/db/copy-rows';
import type { Database } from '@/lib/db/open-database';
import { CHAIN_COLUMNS } from '@/lib/db/tables';
import { runTransaction } from '@/lib/db/transaction';
import { countAccesses } from '@/lib/evm/block-access-list';
import type { CheckedAccessList } from '@/lib/indexer/sync/bundle';
import { decodeCoinBalances } from '@/lib/indexer/sync/decode-access-list';
import { fetchAccessList } from '@/lib/indexer/sync/fetch-access-list';
import type { BlockSource } from '@/lib/indexer/sync/fetch-block';
import { lockState } from '@/lib/indexer/sync/state';
import type { Logger } from '@/lib/log';
import { repeat } from '@/lib/retry';

type ListSource = BlockSource & Readonly<{ db: Database }>;
type MissingList = Readonly<{ number: number; hash: Buffer; gasLimit: bigint; transactionsCount: number }>;

/** Nodes keep lists for 3,533 epochs of 32 slots (EIP-7928). */
const KEPT_BLOCKS = 3_533 * 32;
const PAUSE_MS = 250;
/** When all that are missing were tried. */
const POLL_MS = 10 * 60_000;

/**
 * Fetches access lists that the node did not give when their blocks were indexed, from the newest down as far as nodes keep
 * them, again and again until aborted. Never throws.
 */
export async function watchMissingLists(
  source: ListSource,
  { log, signal }: Readonly<{ log: Logger; signal: AbortSignal }>,
): Promise<void> {
  let below = Number.MAX_SAFE_INTEGER;
  await repeat({
    ...{ firstMs: POLL_MS, maxMs: POLL_MS, signal },
    round: async () => {
      const tried = await fillMissingList(source, below);
      below = tried ?? Number.MAX_SAFE_INTEGER;
      return tried === undefined ? POLL_MS : PAUSE_MS;
    },
    onError: (error) => log.warn({ error }, 'could not fetch missing access lists; retrying'),
  });
}

/** Tries the highest missing list below a height, which is returned; undefined when there is none. */
export async function fillMissingList(source: ListSource, below: number): Promise<number | undefined> {
  const { sql, schema } = source.db;
  const [missing] = await sql<(Omit<MissingList, 'gasLimit'> & { gasLimit: string })[]>`
    select b.number, l.hash, b.gas_limit as "gasLimit", b.transactions_count as "transactionsCount"
    from ${schema}.block_access_lists l join ${schema}.blocks b on b.number = l.block_number
    where l.rlp is null and l.block_number < ${below}
      and l.block_number > (select tip_number from ${schema}.indexer_state) - ${KEPT_BLOCKS}
    order by l.block_number desc limit 1`;
  if (!missing) return undefined;
  const block = { ...missing, gasLimit: BigInt(missing.gasLimit) };
  const found = await fetchAccessList(source, { ...block, blockAccessListHash: block.hash });
  if (found) await store(source.db, block, found);
  return block.number;
}

/** Unless the block was removed meanwhile, or has its list. */
async function store(db: Database, { number, hash }: MissingList, { rlp, list }: CheckedAccessList) {
  const { accounts, changedSlots, readSlots } = countAccesses(list);
  await runTransaction(db.sql, async (sql) => {
    await lockState(sql, db);
    const stored = await sql`
      update ${db.schema}.block_access_lists
      set rlp = ${rlp}, accounts = ${accounts}, changed_slots = ${changedSlots}, read_slots = ${readSlots}
      where block_number = ${number} and hash = ${hash} and rlp is null`;
    if (stored.count === 0) return;
    const table = 'coin_balances';
    await copyRows(sql, { db, table, columns: CHAIN_COLUMNS[table] }, decodeCoinBalances(number, list));
  });
}
