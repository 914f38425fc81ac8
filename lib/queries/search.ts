import type { Database } from '@/lib/db/open-database';
import type { BlockRow } from './block';

/** The least and the greatest value that begins with the digits of a prefix. */
type HexRange = Readonly<{ from: Buffer; to: Buffer }>;

const MAX_FOUND = 5;
const MAX_NAMED = 20;

/** Up to five indexed transactions in a range of hashes, each with the time of its block in Unix seconds. */
export async function findTransactionsInRange(
  db: Database,
  range: HexRange,
): Promise<{ hash: Buffer; timestamp: number }[]> {
  return await db.sql<{ hash: Buffer; timestamp: number }[]>`
    select t.hash, b.timestamp
    from (
      select hash, block_number from ${db.schema}.transactions
      where hash between ${range.from} and ${range.to} order by hash limit ${MAX_FOUND}
    ) t
    join ${db.schema}.blocks b on b.number = t.block_number
    order by t.hash`;
}

/** Up to five indexed blocks in a range of hashes. */
export async function findBlocksInRange(db: Database, range: HexRange): Promise<BlockRow[]> {
  return await db.sql<BlockRow[]>`
    select * from ${db.schema}.blocks
    where hash between ${range.from} and ${range.to} order by hash limit ${MAX_FOUND}`;
}

/** Up to five known addresses in a range. */
export async function findAddressesInRange(db: Database, range: HexRange): Promise<Buffer[]> {
  const rows = await db.sql<{ address: Buffer }[]>`
    select address from ${db.schema}.addresses
    where address between ${range.from} and ${range.to} order by address limit ${MAX_FOUND}`;
  return rows.map(({ address }) => address);
}

/** The first block at or after a time in Unix seconds. */
export async function findBlockSince(db: Database, seconds: number): Promise<BlockRow | undefined> {
  const rows = await db.sql<BlockRow[]>`
    select * from ${db.schema}.blocks where timestamp >= ${seconds} order by timestamp, number limit 1`;
  return rows[0];
}

/** Up to twenty contracts whose name contains a text, in any case; those that begin with it first. */
export async function findContractsNamed(db: Database, text: string): Promise<Buffer[]> {
  // names are stored as received, so that they may be no UTF-8; this spelling of the bytes always works
  const wanted = text.toLowerCase().replace(/[\\%_\0]/g, '');
  if (wanted === '') return [];
  const rows = await db.sql<{ address: Buffer }[]>`
    select address, lower(encode(name, 'escape')) as name from ${db.schema}.contract_interfaces
    where lower(encode(name, 'escape')) like ${`%${wanted}%`}
    order by lower(encode(name, 'escape')) not like ${`${wanted}%`}, name, address limit ${MAX_NAMED}`;
  return rows.map(({ address }) => address);
}
