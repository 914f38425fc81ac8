import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database, Fragment, Sql } from '@/lib/db/open-database';
import { bufferToHex } from '@/lib/evm/hex';

/** Blocks above one height, up to another. */
export type NewBlocks = Readonly<{ above: number; upTo: number }>;

/** Heights of the latest indexed blocks by their hashes, newest first. */
export async function readLatest({ sql, schema }: Database, limit: number): Promise<Map<string, number>> {
  const rows = await sql<{ number: number; hash: Buffer }[]>`
    select number, hash from ${schema}.blocks order by number desc limit ${limit}`;
  return new Map(rows.map(({ number, hash }) => [bufferToHex(hash), number]));
}

/** Pending transactions counted at once. */
const MAX_PENDING = 1_000;

/** How many transactions entered the mempool after a time in Unix ms of the indexer's clock, and when the last one did. */
export async function countNewPending(
  { sql, schema }: Database,
  after: number,
): Promise<{ count: number; last: number | null }> {
  const [row] = await sql<{ count: number; last: number | null }[]>`
    select count(*)::integer as count, max(first_seen) as last from (
      select first_seen from ${schema}.pending_transactions where first_seen > ${after}::bigint
      order by first_seen desc limit ${MAX_PENDING}
    ) p`;
  return row ?? { count: 0, last: null };
}

/** Keys to find, the SQL of such a key, and the tables that contain it. */
type KeyFilter = Readonly<{ keys: readonly Buffer[]; key: Fragment; from: Fragment }>;

/** Which of these transactions are in the blocks. */
export function findMined(db: Database, blocks: NewBlocks, hashes: readonly Buffer[]): Promise<Buffer[]> {
  const { sql, schema } = db;
  return findKeys(db, blocks, { keys: hashes, key: sql`hash`, from: sql`${schema}.transactions` });
}

/** Which of these addresses have transactions in the blocks. */
export function findWithTransactions(
  db: Database,
  blocks: NewBlocks,
  keys: readonly Buffer[],
): Promise<Buffer[]> {
  const { sql, schema } = db;
  const from = sql`${schema}.transactions, unnest(array[from_address, to_address, created_contract]) as address`;
  return findKeys(db, blocks, { keys, key: sql`address`, from });
}

/** Which of these addresses sent or received tokens in the blocks. */
export function findWithTransfers(
  db: Database,
  blocks: NewBlocks,
  keys: readonly Buffer[],
): Promise<Buffer[]> {
  const { sql, schema } = db;
  const from = sql`${schema}.token_transfers, unnest(array[from_address, to_address]) as address`;
  return findKeys(db, blocks, { keys, key: sql`address`, from });
}

/** How many transfers of these tokens are in the blocks; tokens without any are left out. */
export async function countTransfersOf(
  { sql, schema }: Database,
  blocks: NewBlocks,
  tokens: readonly Buffer[],
): Promise<{ token: Buffer; count: number }[]> {
  if (tokens.length === 0) return [];
  return await sql<{ token: Buffer; count: number }[]>`
    select token_address as token, count(*) as count from ${schema}.token_transfers
    where ${isIn(sql, blocks)} and token_address = any(${toArrayLiteral(tokens)}::bytea[])
    group by token_address`;
}

async function findKeys(
  { sql }: Database,
  blocks: NewBlocks,
  { keys, key, from }: KeyFilter,
): Promise<Buffer[]> {
  if (keys.length === 0) return [];
  const rows = await sql<{ key: Buffer }[]>`
    select distinct ${key} as key from ${from}
    where ${isIn(sql, blocks)} and ${key} = any(${toArrayLiteral(keys)}::bytea[])`;
  return rows.map((row) => row.key);
}

function isIn(sql: Sql, { above, upTo }: NewBlocks): Fragment {
  return sql`block_number > ${above} and block_number <= ${upTo}`;
}
