import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database, Transaction } from '@/lib/db/open-database';
import { AppError } from '@/lib/errors';
import type { AccountCode } from '@/lib/rpc/methods';
import type { LostClaims, Successor } from './lost-claims';

/** The latest codes of addresses, by position. */
export type Codes = Readonly<{ addresses: readonly Buffer[]; codes: readonly AccountCode[] }>;

/**
 * Passes the firsts of addresses that a block loses on to later blocks, and takes all creations off the block. Returns
 * the number of removed addresses. Throws AppError `internal`, retryable, when `codes` lacks an address that loses its
 * creation.
 */
export async function withdrawAddresses(
  sql: Transaction,
  db: Database,
  { height, lost, codes }: { height: number; lost: LostClaims; codes: Codes },
): Promise<number> {
  const unseen = lost.seen.filter((next) => next.height === null).map(({ address }) => address);
  await forgetInterfaces(sql, db, unseen);
  await sql`delete from ${db.schema}.addresses where address = any(${toArrayLiteral(unseen)}::bytea[])`;
  await sql`
    update ${db.schema}.addresses a set first_seen_block = next.height
    from ${successors(sql, lost.seen)} where a.address = next.address`;
  await sql`
    update ${db.schema}.addresses a set first_sent_block = next.height
    from ${successors(sql, lost.sent)} where a.address = next.address`;
  await sql`
    update ${db.schema}.addresses a set
      first_fhe_block = next.height, is_fhe = case when next.height is not null then a.is_fhe end
    from ${successors(sql, lost.fhe)} where a.address = next.address`;
  await withdrawCreations(sql, db, { height, lost, codes });
  return unseen.length;
}

/** The zero-length form of a list of successors is a valid, empty table. */
function successors(sql: Transaction, list: readonly Successor[]) {
  return sql`unnest(
    ${toArrayLiteral(list.map(({ address }) => address))}::bytea[],
    ${toArrayLiteral(list.map(({ height }) => height))}::bigint[]
  ) as next (address, height)`;
}

async function withdrawCreations(
  sql: Transaction,
  db: Database,
  { height, lost, codes }: { height: number; lost: LostClaims; codes: Codes },
): Promise<void> {
  await sql`
    update ${db.schema}.addresses set created_block = null, created_transaction_index = null
    where created_block = ${height}`;
  if (lost.created.length === 0) return;
  const known = new Map(codes.addresses.map((address, at) => [address.toString('hex'), codes.codes[at]]));
  const given = lost.created.map((next) => ({ ...next, code: known.get(next.address.toString('hex')) }));
  if (given.some(({ code }) => code === undefined)) {
    throw new AppError('internal', `Block ${height} has changed while its repair was prepared.`, {
      retryable: true,
    });
  }
  await sql`
    update ${db.schema}.addresses a set
      created_block = next.height,
      created_transaction_index = next.index,
      is_contract = next.has_code or next.is_by_receipt,
      delegate = next.delegate,
      ${forgetProxy(sql)},
      is_fhe = case when next.has_code or next.is_by_receipt then a.is_fhe end
    from unnest(
      ${toArrayLiteral(given.map(({ address }) => address))}::bytea[],
      ${toArrayLiteral(given.map((next) => next.height))}::bigint[],
      ${toArrayLiteral(given.map(({ index }) => index))}::integer[],
      ${toArrayLiteral(given.map((next) => next.is_in_receipt))}::boolean[],
      ${toArrayLiteral(given.map(({ code }) => code?.isContract ?? false))}::boolean[],
      ${toArrayLiteral(given.map(({ code }) => code?.delegate ?? null))}::bytea[]
    ) as next (address, height, index, is_by_receipt, has_code, delegate)
    where a.address = next.address`;
  await forgetInterfaces(
    sql,
    db,
    given.filter(({ code }) => code?.isContract === false).map(({ address }) => address),
  );
}

/** What a contract is a proxy for is to be asked again. */
export function forgetProxy(sql: Transaction) {
  return sql`
    proxy_status = 'pending', proxy_type = null, implementation = null, beacon = null,
    code_size = null, code_hash = null`;
}

/** Removes interfaces looked up for what is no contract. Locks the addresses first: no lookup is stored afterwards. */
async function forgetInterfaces(sql: Transaction, db: Database, addresses: readonly Buffer[]): Promise<void> {
  if (addresses.length === 0) return;
  const list = toArrayLiteral(addresses);
  await sql`
    select count(*) from (
      select from ${db.schema}.addresses where address = any(${list}::bytea[]) for update
    ) locked`;
  await sql`delete from ${db.schema}.interface_lookups where address = any(${list}::bytea[])`;
  await sql`
    delete from ${db.schema}.contract_interfaces
    where (source = 'verified' or artifact is not null) and address = any(${list}::bytea[])`;
}
