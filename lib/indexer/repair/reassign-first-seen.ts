import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database, Transaction } from '@/lib/db/open-database';
import { AppError } from '@/lib/errors';
import type { AccountCode } from '@/lib/rpc/methods';
import type { NextSeen, ReassignedFirstSeen } from './first-seen';

/** The latest codes of addresses, by position. */
export type LatestCodes = Readonly<{ addresses: readonly Buffer[]; codes: readonly AccountCode[] }>;

/**
 * Reassigns the first-seen heights of addresses to later blocks, and removes all creations from the block. Returns the
 * number of removed addresses. Throws AppError `internal`, retryable, when `codes` lacks an address that loses its
 * creation.
 */
export async function reassignAddresses(
  sql: Transaction,
  db: Database,
  { height, reassigned, codes }: { height: number; reassigned: ReassignedFirstSeen; codes: LatestCodes },
): Promise<number> {
  const unseen = reassigned.seen.filter((next) => next.height === null).map(({ address }) => address);
  await deleteInterfaces(sql, db, unseen);
  await sql`delete from ${db.schema}.addresses where address = any(${toArrayLiteral(unseen)}::bytea[])`;
  await sql`
    update ${db.schema}.addresses a set first_seen_block = next.height
    from ${nextSeenTable(sql, reassigned.seen)} where a.address = next.address`;
  await sql`
    update ${db.schema}.addresses a set first_sent_block = next.height
    from ${nextSeenTable(sql, reassigned.sent)} where a.address = next.address`;
  await sql`
    update ${db.schema}.addresses a set
      first_fhe_block = next.height, is_fhe = case when next.height is not null then a.is_fhe end
    from ${nextSeenTable(sql, reassigned.fhe)} where a.address = next.address`;
  await reassignCreations(sql, db, { height, reassigned, codes });
  return unseen.length;
}

/** A valid, empty table for an empty list. */
function nextSeenTable(sql: Transaction, list: readonly NextSeen[]) {
  return sql`unnest(
    ${toArrayLiteral(list.map(({ address }) => address))}::bytea[],
    ${toArrayLiteral(list.map(({ height }) => height))}::bigint[]
  ) as next (address, height)`;
}

async function reassignCreations(
  sql: Transaction,
  db: Database,
  { height, reassigned, codes }: { height: number; reassigned: ReassignedFirstSeen; codes: LatestCodes },
): Promise<void> {
  await sql`
    update ${db.schema}.addresses set created_block = null, created_transaction_index = null
    where created_block = ${height}`;
  if (reassigned.created.length === 0) return;
  const codeByAddress = new Map(
    codes.addresses.map((address, at) => [address.toString('hex'), codes.codes[at]]),
  );
  const creations = reassigned.created.map((next) => ({
    ...next,
    code: codeByAddress.get(next.address.toString('hex')),
  }));
  if (creations.some(({ code }) => code === undefined)) {
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
      ${resetProxy(sql)},
      is_fhe = case when next.has_code or next.is_by_receipt then a.is_fhe end
    from unnest(
      ${toArrayLiteral(creations.map(({ address }) => address))}::bytea[],
      ${toArrayLiteral(creations.map((next) => next.height))}::bigint[],
      ${toArrayLiteral(creations.map(({ index }) => index))}::integer[],
      ${toArrayLiteral(creations.map((next) => next.is_in_receipt))}::boolean[],
      ${toArrayLiteral(creations.map(({ code }) => code?.isContract ?? false))}::boolean[],
      ${toArrayLiteral(creations.map(({ code }) => code?.delegate ?? null))}::bytea[]
    ) as next (address, height, index, is_by_receipt, has_code, delegate)
    where a.address = next.address`;
  await deleteInterfaces(
    sql,
    db,
    creations.filter(({ code }) => code?.isContract === false).map(({ address }) => address),
  );
}

/** Assignments that schedule detecting proxies again. */
export function resetProxy(sql: Transaction) {
  return sql`
    proxy_status = 'pending', proxy_type = null, implementation = null, facets = null, beacon = null,
    code_size = null, code_hash = null`;
}

/** Deletes interfaces of addresses without code. Locks the addresses first: no lookup is stored afterwards. */
async function deleteInterfaces(sql: Transaction, db: Database, addresses: readonly Buffer[]): Promise<void> {
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
