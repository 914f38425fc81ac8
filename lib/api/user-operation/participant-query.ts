import { listParameter } from '@/lib/db/array-literal';
import type { Database } from '@/lib/db/open-database';

/** Roles in user operations. */
export type OperationRole = 'wallet' | 'bundler' | 'paymaster' | 'factory';
/** How many user operations an account takes part in. */
export type ParticipantRow = Readonly<{ address: Buffer; operations: number }>;

type Page = Readonly<{ after: Buffer | undefined; limit: number }>;

/** The accounts of a role, by address. */
export async function listParticipants(
  db: Database,
  role: OperationRole,
  { after, limit }: Page,
): Promise<ParticipantRow[]> {
  const isAfter = after === undefined ? db.sql`` : db.sql`and address > ${after}`;
  return await db.sql<ParticipantRow[]>`
    select address, sum(times)::bigint as operations from ${db.schema}.participations
    where role = ${role} ${isAfter} group by address order by address limit ${limit}`;
}

/** The smart accounts that a factory deployed, by address. */
export async function listDeployedAccounts(
  db: Database,
  factory: Buffer,
  { after, limit }: Page,
): Promise<ParticipantRow[]> {
  const isAfter = after === undefined ? db.sql`` : db.sql`and sender > ${after}`;
  return await db.sql<ParticipantRow[]>`
    select d.sender as address, coalesce((
      select sum(times) from ${db.schema}.participations p where p.role = 'wallet' and p.address = d.sender
    ), 0)::bigint as operations
    from (
      select distinct sender from ${db.schema}.user_operations where factory = ${factory} ${isAfter}
      order by sender limit ${limit}
    ) d
    order by d.sender`;
}

/** How many user operations an account takes part in by a role. */
export async function countParticipations(
  db: Database,
  role: OperationRole,
  address: Buffer,
): Promise<number> {
  const [row] = await db.sql<{ operations: number }[]>`
    select coalesce(sum(times), 0)::bigint as operations from ${db.schema}.participations
    where role = ${role} and address = ${address}`;
  return row?.operations ?? 0;
}

/** How many bundles these accounts sent; without those that sent none. */
export async function countBundles(
  db: Database,
  bundlers: readonly Buffer[],
): Promise<Readonly<{ address: Buffer; bundles: number }>[]> {
  return await db.sql<{ address: Buffer; bundles: number }[]>`
    select address, sum(times)::bigint as bundles from ${db.schema}.participations
    where role = 'bundle' and address = any(${listParameter(db, 'bytea', bundlers)}) group by address`;
}

/** The first user operation that deployed an account; the timestamp is in Unix seconds. */
export type AccountCreation = Readonly<{
  address: Buffer;
  factory: Buffer;
  operation_hash: Buffer;
  transaction_hash: Buffer;
  timestamp: number;
}>;

/** Which user operations deployed these accounts; without those that existed before. */
export async function findAccountCreations(
  db: Database,
  accounts: readonly Buffer[],
): Promise<AccountCreation[]> {
  return await db.sql<AccountCreation[]>`
    select u.sender as address, u.factory, u.hash as operation_hash, t.hash as transaction_hash, b.timestamp
    from unnest(${listParameter(db, 'bytea', accounts)}) a (address)
    cross join lateral (
      select * from ${db.schema}.user_operations o where o.sender = a.address and o.factory is not null
      order by o.block_number, o.transaction_index, o.log_index limit 1
    ) u
    join ${db.schema}.transactions t on t.block_number = u.block_number and t.index = u.transaction_index
    join ${db.schema}.blocks b on b.number = u.block_number`;
}
