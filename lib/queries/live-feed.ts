import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database } from '@/lib/db/open-database';

/** Blocks above one height, up to another. */
export type NewBlocks = Readonly<{ above: number; upTo: number }>;

/** The height of the latest indexed block; undefined before the first. */
export async function findTipHeight({ sql, schema }: Database): Promise<number | undefined> {
  const [row] = await sql<{ number: number | null }[]>`select max(number) as number from ${schema}.blocks`;
  return row?.number ?? undefined;
}

/** Which of these transactions are in the blocks. */
export async function findMined(
  { sql, schema }: Database,
  { above, upTo }: NewBlocks,
  hashes: readonly Buffer[],
): Promise<Buffer[]> {
  if (hashes.length === 0) return [];
  const rows = await sql<{ hash: Buffer }[]>`
    select hash from ${schema}.transactions
    where block_number > ${above} and block_number <= ${upTo} and hash = any(${toArrayLiteral(hashes)}::bytea[])`;
  return rows.map(({ hash }) => hash);
}

/** Which of these addresses have transactions in the blocks. */
export async function findWithTransactions(
  { sql, schema }: Database,
  { above, upTo }: NewBlocks,
  addresses: readonly Buffer[],
): Promise<Buffer[]> {
  if (addresses.length === 0) return [];
  const rows = await sql<{ address: Buffer }[]>`
    select distinct address
    from ${schema}.transactions, unnest(array[from_address, to_address, created_contract]) as address
    where block_number > ${above} and block_number <= ${upTo} and address = any(${toArrayLiteral(addresses)}::bytea[])`;
  return rows.map(({ address }) => address);
}

/** Which of these addresses sent or received tokens in the blocks. */
export async function findWithTransfers(
  { sql, schema }: Database,
  { above, upTo }: NewBlocks,
  addresses: readonly Buffer[],
): Promise<Buffer[]> {
  if (addresses.length === 0) return [];
  const rows = await sql<{ address: Buffer }[]>`
    select distinct address
    from ${schema}.token_transfers, unnest(array[from_address, to_address]) as address
    where block_number > ${above} and block_number <= ${upTo} and address = any(${toArrayLiteral(addresses)}::bytea[])`;
  return rows.map(({ address }) => address);
}

/** How many transfers of these tokens are in the blocks; tokens without any are left out. */
export async function countTransfersOf(
  { sql, schema }: Database,
  { above, upTo }: NewBlocks,
  tokens: readonly Buffer[],
): Promise<{ token: Buffer; count: number }[]> {
  if (tokens.length === 0) return [];
  return await sql<{ token: Buffer; count: number }[]>`
    select token_address as token, count(*) as count from ${schema}.token_transfers
    where block_number > ${above} and block_number <= ${upTo} and token_address = any(${toArrayLiteral(tokens)}::bytea[])
    group by token_address`;
}
