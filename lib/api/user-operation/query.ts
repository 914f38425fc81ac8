import { readBoundedScan } from '@/lib/api/lists/bounded-scan-query';
import { positionByHash } from '@/lib/api/transaction/query';
import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database, Fragment } from '@/lib/db/open-database';
import type { Row } from '@/lib/db/tables';

/** Place of a user operation in the chain. */
export type OperationPosition = Readonly<
  Pick<Row<'user_operations'>, 'block_number' | 'transaction_index' | 'log_index'>
>;

/** A user operation with its transaction and its log; the timestamp is in Unix seconds. */
export type UserOperationRow = Omit<Row<'user_operations'>, 'hash'> &
  Pick<Row<'logs'>, 'topic0' | 'topic1' | 'topic2' | 'topic3' | 'data'> & {
    transaction_hash: Buffer;
    timestamp: number;
  };

/** Which user operations are listed; all without any. `bundleIndex`: the bundle's in its transaction. */
export type OperationScope = Readonly<{
  hash?: Buffer | undefined;
  transaction?: Buffer | undefined;
  block?: number | undefined;
  sender?: Buffer | undefined;
  factory?: Buffer | undefined;
  paymaster?: Buffer | undefined;
  bundler?: Buffer | undefined;
  bundleIndex?: number | undefined;
  entryPoint?: Buffer | undefined;
  /** Only the first of each bundle. */
  isFirst?: boolean;
}>;

type Page<Position> = Readonly<{ after: Position | undefined; limit: number }>;
type ScanResult<Row> = Readonly<{ rows: Row[]; scannedTo: OperationPosition | undefined }>;

const MAX_SCANNED = 5_000;

/**
 * User operations, newest first. An index serves each condition; several of them, none within a block, are searched for
 * among those that meet the first: continue at `scannedTo`, undefined at the end.
 */
export async function listUserOperations(
  db: Database,
  scope: OperationScope,
  { after, limit }: Page<OperationPosition>,
): Promise<ScanResult<UserOperationRow>> {
  const { within, others } = conditionsOf(db, scope);
  const [first = db.sql`true`, ...rest] = others;
  const isListed = allOf(db, [
    ...(scope.isFirst ? [db.sql`u.operation_index = 0`] : []),
    ...(after ? [positionBefore(db, after)] : []),
  ]);
  if (within === undefined && rest.length > 0)
    return await readBoundedScan<UserOperationRow, OperationPosition>(db, {
      scanned: db.sql`
        select * from ${db.schema}.user_operations u where ${first} and ${isListed}
        order by ${newestFirst(db)} limit ${MAX_SCANNED}`,
      size: MAX_SCANNED,
      found: operationRows(
        db,
        db.sql`select * from scanned u where ${allOf(db, rest)} order by ${newestFirst(db)} limit ${limit}`,
      ),
      position: db.sql`block_number, transaction_index, log_index`,
      sorting: newestFirst(db),
    });
  const page = db.sql`
    select * from ${db.schema}.user_operations u
    where ${allOf(db, [...(within ? [within] : []), ...others])} and ${isListed}
    order by ${newestFirst(db)} limit ${limit}`;
  const rows = await db.sql<UserOperationRow[]>`
    ${operationRows(db, page)} order by block_number desc, transaction_index desc, log_index desc`;
  return { rows, scannedTo: undefined };
}

/** The conditions of a scope: one that leaves few rows, and the others, the one that likely leaves fewest first. */
function conditionsOf(
  db: Database,
  scope: OperationScope,
): { within: Fragment | undefined; others: readonly Fragment[] } {
  const { hash, transaction, block, sender, factory, paymaster, bundler, bundleIndex, entryPoint } = scope;
  const when = <T>(value: T | undefined, condition: (value: T) => Fragment) =>
    value === undefined ? [] : [condition(value)];
  const within = [
    ...when(hash, (value) => db.sql`u.hash = ${value}`),
    ...when(
      transaction,
      (value) => db.sql`(u.block_number, u.transaction_index) = (
        select block_number, index from ${positionByHash(db, value)} t
      )`,
    ),
    ...when(block, (value) => db.sql`u.block_number = ${value}`),
  ];
  const others = [
    ...when(sender, (value) => db.sql`u.sender = ${value}`),
    ...when(factory, (value) => db.sql`u.factory = ${value}`),
    ...when(paymaster, (value) => db.sql`u.paymaster = ${value}`),
    ...when(bundler, (value) => db.sql`u.bundler = ${value}`),
    ...when(bundleIndex, (value) => db.sql`u.bundle_index = ${value}`),
    ...when(entryPoint, (value) => db.sql`u.entry_point = ${value}`),
  ];
  return { within: within.length > 0 ? allOf(db, within) : undefined, others };
}

function allOf(db: Database, conditions: readonly Fragment[]): Fragment {
  return conditions.reduce((all, one) => db.sql`${all} and ${one}`, db.sql`true`);
}

function positionBefore(db: Database, { block_number, transaction_index, log_index }: OperationPosition) {
  return db.sql`(u.block_number, u.transaction_index, u.log_index)
    < (${block_number}::bigint, ${transaction_index}::integer, ${log_index}::integer)`;
}

const newestFirst = (db: Database) => db.sql`block_number desc, transaction_index desc, log_index desc`;

/** Stored user operations with their transactions and logs. */
function operationRows(db: Database, page: Fragment): Fragment {
  return db.sql`
    select u.block_number, u.transaction_index, u.log_index, u.sender, u.paymaster, u.factory, u.entry_point, u.bundler,
      u.bundle_index, u.operation_index, l.topic0, l.topic1, l.topic2, l.topic3, l.data, t.hash as transaction_hash,
      b.timestamp
    from (${page}) u
    join ${db.schema}.logs l on l.block_number = u.block_number and l.transaction_index = u.transaction_index
      and l.log_index = u.log_index
    join ${db.schema}.transactions t on t.block_number = u.block_number and t.index = u.transaction_index
    join ${db.schema}.blocks b on b.number = u.block_number`;
}

/** Context of a user operation in its transaction. */
export type OperationSurroundings = Readonly<{
  block_hash: Buffer;
  /** The log of its EntryPoint after which its own logs begin; null if there is none. */
  begins_after: number | null;
  /** Data of the log with its revert reason. */
  reason: Buffer | null;
  /** Whether its payer deposited with the EntryPoint in the transaction. */
  has_deposit: boolean;
}>;

/** The topics of EntryPoints that `findSurroundings` looks for. */
type SurroundingTopics = Readonly<Record<'bundle' | 'operation' | 'reason' | 'deposit', Buffer>>;

/** Reads the context of a stored user operation. */
export async function findSurroundings(
  db: Database,
  { block_number, transaction_index, log_index, entry_point, ...row }: UserOperationRow,
  { bundle, operation, reason, deposit }: SurroundingTopics,
): Promise<OperationSurroundings | undefined> {
  const within = db.sql`block_number = ${block_number} and transaction_index = ${transaction_index}`;
  const before = db.sql`${within} and log_index < ${log_index}`;
  const starts = toArrayLiteral([bundle, operation]);
  // the word of its event that is the topic of a deposit: the account's, or the paymaster's
  const payer = row.paymaster === null ? row.topic2 : row.topic3;
  const [found] = await db.sql<OperationSurroundings[]>`
    select b.hash as block_hash,
      (select max(log_index) from ${db.schema}.logs
        where ${before} and address = ${entry_point} and topic0 = any(${starts}::bytea[])) as begins_after,
      (select data from ${db.schema}.logs
        where ${before} and address = ${entry_point} and topic0 = ${reason} and topic1 = ${row.topic1}
        order by log_index desc limit 1) as reason,
      exists (select from ${db.schema}.logs
        where ${within} and address = ${entry_point} and topic0 = ${deposit} and topic1 = ${payer}) as has_deposit
    from ${db.schema}.blocks b where b.number = ${block_number}`;
  return found;
}

type Bundle = Pick<UserOperationRow, 'block_number' | 'transaction_index' | 'bundle_index'>;

/** How many operations each of these bundles has, in their order. */
export async function countBundledOperations(db: Database, bundles: readonly Bundle[]): Promise<number[]> {
  const columnOf = (read: (bundle: Bundle) => number) => toArrayLiteral(bundles.map(read));
  const rows = await db.sql<{ operations: number }[]>`
    select (
      select count(*) from ${db.schema}.user_operations u
      where u.block_number = p.block_number and u.transaction_index = p.transaction_index
        and u.bundle_index = p.bundle_index
    ) as operations
    from unnest(
      ${columnOf((bundle) => bundle.block_number)}::bigint[],
      ${columnOf((bundle) => bundle.transaction_index)}::integer[],
      ${columnOf((bundle) => bundle.bundle_index)}::integer[]
    ) with ordinality p (block_number, transaction_index, bundle_index, at)
    order by p.at`;
  return rows.map(({ operations }) => operations);
}
