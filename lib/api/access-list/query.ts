import { provenEnd } from '@/lib/api/proof/query';
import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database, Fragment } from '@/lib/db/open-database';

/** The stored access list of a block as RLP; null where the node did not give it, undefined where the header has none. */
export async function findAccessListRlp(
  { sql, schema }: Database,
  height: number,
): Promise<Buffer | null | undefined> {
  const [row] = await sql<{ rlp: Buffer | null }[]>`
    select rlp from ${schema}.block_access_lists where block_number = ${height}`;
  return row?.rlp;
}

/**
 * The balances in wei that addresses had before a block, in their order: each as of the last block whose access list changed
 * it. Null where no list has it, or a block since is without proof or list.
 */
export async function listBalancesBefore(
  db: Database,
  addresses: readonly Buffer[],
  height: number,
): Promise<(bigint | null)[]> {
  const { sql } = db;
  const rows = await sql<{ balance: string | null }[]>`
    select ${balanceBefore(db, sql`given.address`, sql`${height}::bigint`)} as balance
    from unnest(${toArrayLiteral(addresses)}::bytea[]) with ordinality as given (address, position)
    order by given.position`;
  return rows.map(({ balance }) => (balance === null ? null : BigInt(balance)));
}

/** The balance that an address had before a block, by access lists, as `listBalancesBefore` has it. */
export function balanceBefore(db: Database, address: Fragment, height: Fragment): Fragment {
  const { sql, schema } = db;
  return sql`(
    select c.balance from (
      select block_number, balance from ${schema}.coin_balances
      where address = ${address} and block_number < ${height} order by block_number desc limit 1
    ) c
    where ${provenEnd(db, sql`c.block_number`)} >= ${height} - 1 and not exists (
      select from ${schema}.block_access_lists
      where rlp is null and block_number > c.block_number and block_number < ${height}
    )
  )`;
}

/** The hash of the access list in the header of a block; undefined where it has none. */
export async function findAccessListHash(
  { sql, schema }: Database,
  height: number,
): Promise<Buffer | undefined> {
  const [row] = await sql<{ hash: Buffer }[]>`
    select hash from ${schema}.block_access_lists where block_number = ${height}`;
  return row?.hash;
}

/** The size of a stored list; `bytes` of its RLP. */
export type AccessListSize = Readonly<{
  block_number: number;
  bytes: number;
  accounts: number;
  changed_slots: number;
  read_slots: number;
}>;

/** The sizes of the stored access lists of blocks. */
export async function listAccessListSizes(
  { sql, schema }: Database,
  heights: readonly number[],
): Promise<AccessListSize[]> {
  return await sql<AccessListSize[]>`
    select block_number, octet_length(rlp) as bytes, accounts, changed_slots, read_slots
    from ${schema}.block_access_lists
    where block_number = any(${toArrayLiteral(heights)}::bigint[]) and rlp is not null`;
}
