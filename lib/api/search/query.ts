import type { BlockRow } from '@/lib/api/block/query';
import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database } from '@/lib/db/open-database';

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
      where substring(hash for 7) between substring(${range.from}::bytea for 7) and substring(${range.to}::bytea for 7)
        and hash between ${range.from} and ${range.to}
      order by substring(hash for 7), hash limit ${MAX_FOUND}
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

/** In bytes, as the quick search. */
const MIN_NAME_BYTES = 3;
const MAX_NAME_BYTES = 256;
/** No index serves a search within names. */
const MAX_NAMES_READ = 50_000;

/**
 * Up to twenty contracts and labeled addresses whose name contains a text of at least three bytes of UTF-8, those that
 * begin with it first. ASCII letters match in any case, others as given, lower, upper or capitalized. Searches the first
 * 50,000 names of contracts, and as many labels.
 */
export async function findContractsNamed(db: Database, text: string): Promise<Buffer[]> {
  const bytes = Buffer.byteLength(text);
  if (bytes < MIN_NAME_BYTES || bytes > MAX_NAME_BYTES) return [];
  const starts = escapedCasesOf(text).map((spelling) => `${spelling.replace(/[\\%_]/g, '\\$&')}%`);
  const parts = starts.map((start) => `%${start}`);
  const rows = await db.sql<{ address: Buffer }[]>`
    select address from (
      select address, lower(encode(name, 'escape')) as spelling from (
        (select address, name from ${db.schema}.contract_interfaces where name is not null limit ${MAX_NAMES_READ})
        union all
        (select address, name from ${db.schema}.address_labels limit ${MAX_NAMES_READ})
      ) n
    ) s
    where spelling like any(${toArrayLiteral(parts)}::text[])
    order by spelling like any(${toArrayLiteral(starts)}::text[]) desc, spelling, address limit ${MAX_NAMED}`;
  const found = new Map(rows.map(({ address }) => [address.toString('hex'), address]));
  return [...found.values()];
}

/**
 * How PostgreSQL's `encode(…, 'escape')` spells a text in its cases, ASCII in lower case. Names are stored as received:
 * they may be no UTF-8, and this spelling of bytes always works.
 */
function escapedCasesOf(text: string): string[] {
  const lower = text.toLowerCase();
  const [first = '', ...rest] = lower;
  const cases = [text, lower, text.toUpperCase(), `${first.toUpperCase()}${rest.join('')}`];
  return [...new Set(cases.map((one) => [...Buffer.from(one)].map(escapeByte).join('').toLowerCase()))];
}

function escapeByte(byte: number): string {
  if (byte === 0 || byte >= 0x80) return `\\${byte.toString(8).padStart(3, '0')}`;
  const character = String.fromCharCode(byte);
  return character === '\\' ? '\\\\' : character;
}
