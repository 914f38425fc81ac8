import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database } from '@/lib/db/open-database';

/** Place of a user operation in the chain. */
export type OperationPosition = Readonly<{
  block_number: number;
  transaction_index: number;
  log_index: number;
}>;

/** A user operation with its transaction and the log that tells it; the timestamp is in Unix seconds. */
export type UserOperationRow = OperationPosition & {
  sender: Buffer;
  paymaster: Buffer | null;
  factory: Buffer | null;
  entry_point: Buffer;
  topic0: Buffer | null;
  topic1: Buffer | null;
  topic2: Buffer | null;
  topic3: Buffer | null;
  data: Buffer;
  bundler: Buffer;
  transaction_hash: Buffer;
  timestamp: number;
};

/** Which user operations are listed; all without any. */
export type OperationScope = Readonly<{
  hash?: Buffer | undefined;
  transaction?: Buffer | undefined;
  sender?: Buffer | undefined;
  paymaster?: Buffer | undefined;
}>;

type Page<Position> = Readonly<{ after: Position | undefined; limit: number }>;

/** User operations, newest first. */
export async function listUserOperations(
  db: Database,
  { hash, transaction, sender, paymaster }: OperationScope,
  { after, limit }: Page<OperationPosition>,
): Promise<UserOperationRow[]> {
  const ofTransaction =
    transaction === undefined
      ? db.sql``
      : db.sql`and (u.block_number, u.transaction_index) = (
          select block_number, index from ${db.schema}.transactions where hash = ${transaction}
          order by block_number desc, index desc limit 1
        )`;
  const ofHash = hash === undefined ? db.sql`` : db.sql`and u.hash = ${hash}`;
  const ofSender = sender === undefined ? db.sql`` : db.sql`and u.sender = ${sender}`;
  const ofPaymaster = paymaster === undefined ? db.sql`` : db.sql`and u.paymaster = ${paymaster}`;
  const isAfter =
    after === undefined
      ? db.sql``
      : db.sql`and (u.block_number, u.transaction_index, u.log_index)
          < (${after.block_number}::bigint, ${after.transaction_index}::integer, ${after.log_index}::integer)`;
  return await db.sql<UserOperationRow[]>`
    select u.block_number, u.transaction_index, u.log_index, u.sender, u.paymaster, u.factory, l.address as entry_point,
      l.topic0, l.topic1, l.topic2, l.topic3, l.data, t.from_address as bundler, t.hash as transaction_hash, b.timestamp
    from (
      select * from ${db.schema}.user_operations u where true ${ofHash} ${ofTransaction} ${ofSender} ${ofPaymaster} ${isAfter}
      order by u.block_number desc, u.transaction_index desc, u.log_index desc limit ${limit}
    ) u
    join ${db.schema}.logs l on l.block_number = u.block_number and l.transaction_index = u.transaction_index
      and l.log_index = u.log_index
    join ${db.schema}.transactions t on t.block_number = u.block_number and t.index = u.transaction_index
    join ${db.schema}.blocks b on b.number = u.block_number
    order by u.block_number desc, u.transaction_index desc, u.log_index desc`;
}

/** What surrounds a user operation in its transaction. */
export type OperationSurroundings = Readonly<{
  block_hash: Buffer;
  to_address: Buffer | null;
  input: Buffer;
  /** How many bundles of the transaction begin before its own. */
  bundle_index: number;
  /** How many operations of its bundle come before it. */
  index: number;
  /** The log of its EntryPoint after which its own logs begin; null if there is none. */
  begins_after: number | null;
  /** Data of the log with its revert reason. */
  reason: Buffer | null;
  /** Whether who paid for it deposited with its EntryPoint in the transaction. */
  has_deposit: boolean;
}>;

/** The topics of EntryPoints that `findSurroundings` looks for, and all their addresses. */
type SurroundingTopics = Readonly<{
  bundle: Buffer;
  operation: Buffer;
  reason: Buffer;
  deposit: Buffer;
  entryPoints: readonly Buffer[];
}>;

/** Reads what surrounds a stored user operation. */
export async function findSurroundings(
  db: Database,
  { block_number, transaction_index, log_index, entry_point, ...row }: UserOperationRow,
  { bundle, operation, reason, deposit, entryPoints }: SurroundingTopics,
): Promise<OperationSurroundings | undefined> {
  const within = db.sql`block_number = ${block_number} and transaction_index = ${transaction_index}`;
  const before = db.sql`${within} and log_index < ${log_index}`;
  const starts = toArrayLiteral([bundle, operation]);
  // the word of its event that is the topic of a deposit: the account's, or the paymaster's
  const payer = row.paymaster === null ? row.topic2 : row.topic3;
  const [found] = await db.sql<OperationSurroundings[]>`
    select b.hash as block_hash, t.to_address, t.input,
      (select greatest(count(*) - 1, 0) from ${db.schema}.logs
        where ${before} and topic0 = ${bundle} and address = any(${toArrayLiteral(entryPoints)}::bytea[])) as bundle_index,
      (select count(*) from ${db.schema}.logs
        where ${before} and address = ${entry_point} and topic0 = ${operation} and log_index > coalesce((
          select max(log_index) from ${db.schema}.logs
          where ${before} and address = ${entry_point} and topic0 = ${bundle}), -1)) as index,
      (select max(log_index) from ${db.schema}.logs
        where ${before} and address = ${entry_point} and topic0 = any(${starts}::bytea[])) as begins_after,
      (select data from ${db.schema}.logs
        where ${before} and address = ${entry_point} and topic0 = ${reason} and topic1 = ${row.topic1}
        order by log_index desc limit 1) as reason,
      exists (select from ${db.schema}.logs
        where ${within} and address = ${entry_point} and topic0 = ${deposit} and topic1 = ${payer}) as has_deposit
    from ${db.schema}.transactions t join ${db.schema}.blocks b on b.number = t.block_number
    where t.block_number = ${block_number} and t.index = ${transaction_index}`;
  return found;
}

/** A transaction with user operations. */
export type BundleRow = Readonly<{
  block_number: number;
  transaction_index: number;
  operations: number;
  bundler: Buffer;
  transaction_hash: Buffer;
  timestamp: number;
}>;

/** Transactions with user operations, newest first. */
export async function listBundles(
  db: Database,
  { after, limit }: Page<Readonly<{ block_number: number; transaction_index: number }>>,
): Promise<BundleRow[]> {
  const isAfter =
    after === undefined
      ? db.sql``
      : db.sql`where (block_number, transaction_index) < (${after.block_number}::bigint, ${after.transaction_index}::integer)`;
  return await db.sql<BundleRow[]>`
    select u.block_number, u.transaction_index, u.operations, t.from_address as bundler, t.hash as transaction_hash,
      b.timestamp
    from (
      select block_number, transaction_index, count(*) as operations from ${db.schema}.user_operations ${isAfter}
      group by block_number, transaction_index order by block_number desc, transaction_index desc limit ${limit}
    ) u
    join ${db.schema}.transactions t on t.block_number = u.block_number and t.index = u.transaction_index
    join ${db.schema}.blocks b on b.number = u.block_number
    order by u.block_number desc, u.transaction_index desc`;
}

/** Who takes part in user operations. */
export type OperationRole = 'wallet' | 'bundler' | 'paymaster' | 'factory';
/** How many user operations an account takes part in. */
export type ParticipantRow = Readonly<{ address: Buffer; operations: number }>;

/** The accounts of a role, by address. */
export async function listParticipants(
  db: Database,
  role: OperationRole,
  { after, limit }: Page<Buffer>,
): Promise<ParticipantRow[]> {
  const isAfter = after === undefined ? db.sql`` : db.sql`and address > ${after}`;
  return await db.sql<ParticipantRow[]>`
    select address, sum(times)::bigint as operations from ${db.schema}.participations
    where role = ${role} ${isAfter} group by address order by address limit ${limit}`;
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
