import type { FheOperationRow } from '@/lib/api/fhe-operation/query';
import { readBoundedScan } from '@/lib/api/lists/bounded-scan-query';
import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database, Fragment } from '@/lib/db/open-database';
import type { Row } from '@/lib/db/tables';

/** Logs that count: of a kind, by a contract; `emitter` is empty where only an executor's are stored. */
export type LogSource = Readonly<{ kind: string; emitter: Buffer }>;
/** Position of a log in the chain. */
export type LogPosition = { block_number: number; index: number };
type Page = Readonly<{ before: LogPosition | undefined; limit: number }>;
type At = Readonly<{ block_number: number; log_index: number; transaction_hash: Buffer; timestamp: number }>;

/** A log that names a handle. */
export type HandleLogRow = At &
  Pick<Row<'fhe_handle_logs'>, 'kind' | 'account' | 'transaction_index'> &
  Pick<Row<'logs'>, 'address' | 'topic1' | 'topic2' | 'data'>;
/** A log in the life of a handle; `kind` of an operation is `result` or `operand`. */
export type HistoryRow = Omit<HandleLogRow, 'data'> &
  Readonly<{ operation: string | null; caller: Buffer | null; result: Buffer | null }>;
/** An FHE operation with its transaction. */
export type OperationAtRow = FheOperationRow & At & Readonly<{ transaction_index: number }>;

/** Longer data is not read: of a list of handles that no contract of ours logs. */
const MAX_DATA = 65_536;
const MAX_OPERANDS = 128;
const MAX_GRANTS = 1_000;
const MAX_CONTRACTS = 100;

/** Logs of some sources that name a handle, newest first; `order` asc: oldest first, from the first one. */
export async function listHandleLogs(
  db: Database,
  handle: Buffer,
  {
    sources,
    order = 'desc',
    ...page
  }: Page & Readonly<{ sources: readonly LogSource[]; order?: 'asc' | 'desc' }>,
): Promise<HandleLogRow[]> {
  if (sources.length === 0) return [];
  const direction = order === 'asc' ? db.sql`` : db.sql`desc`;
  return db.sql<HandleLogRow[]>`
    with page as materialized (${logsOf(db, handle, { sources, direction, ...page })})
    select p.kind, p.account, p.transaction_index, p.block_number, p.log_index, l.address, l.topic1, l.topic2,
      case when octet_length(l.data) <= ${MAX_DATA} then l.data else ''::bytea end as data,
      t.hash as transaction_hash, b.timestamp
    from page p join ${db.schema}.logs l using (block_number, transaction_index, log_index)
    ${joinBlocks(db)}
    order by p.block_number ${direction}, p.log_index ${direction}`;
}

/** The life of a handle before a position, newest first: its operations, and the logs of these sources. */
export async function listHistory(
  db: Database,
  handle: Buffer,
  { sources, ...page }: Page & Readonly<{ sources: readonly LogSource[] }>,
): Promise<HistoryRow[]> {
  const direction = db.sql`desc`;
  return db.sql<HistoryRow[]>`
    with page as materialized (
      select * from (
        select block_number, transaction_index, log_index, kind, account
        from (${logsOf(db, handle, { sources, direction, ...page })}) named
        union all
        select * from (
          select o.block_number, o.transaction_index, o.log_index, 'result', null::bytea
          from ${db.schema}.fhe_operations o
          where o.result = ${handle} ${isBefore(db, db.sql`o`, page.before)}
          order by o.block_number desc, o.transaction_index desc, o.log_index desc limit ${page.limit}
        ) made
      ) both_kinds order by block_number desc, log_index desc limit ${page.limit}
    )
    select p.*, l.address, l.topic1, l.topic2, o.operation, o.caller, o.result,
      t.hash as transaction_hash, b.timestamp
    from page p join ${db.schema}.logs l using (block_number, transaction_index, log_index)
    left join ${db.schema}.fhe_operations o on p.kind in ('operand', 'result') and o.block_number = p.block_number
      and o.transaction_index = p.transaction_index and o.log_index = p.log_index
    ${joinBlocks(db)}
    order by p.block_number desc, p.log_index desc`;
}

/** First grants of accounts before a position, newest first. A bounded scan: continue at `scannedTo`. */
export async function listFirstGrants(
  db: Database,
  handle: Buffer,
  { sources, before, limit }: Page & Readonly<{ sources: readonly LogSource[] }>,
): Promise<{ rows: HandleLogRow[]; scannedTo: LogPosition | undefined }> {
  if (sources.length === 0) return { rows: [], scannedTo: undefined };
  const direction = db.sql`desc`;
  return readBoundedScan<HandleLogRow, LogPosition>(db, {
    scanned: logsOf(db, handle, { sources, direction, before, limit: MAX_GRANTS }),
    size: MAX_GRANTS,
    found: db.sql`
      select p.kind, p.account, p.transaction_index, p.block_number, p.log_index, l.address, l.topic1, l.topic2,
        l.data, t.hash as transaction_hash, b.timestamp
      from (
        select * from scanned s where not exists (
          select from ${db.schema}.fhe_handle_logs e
          where e.account = s.account and e.handle = ${handle} and e.emitter = s.emitter
            and (e.block_number, e.log_index) < (s.block_number, s.log_index)
        ) order by block_number desc, log_index desc limit ${limit}
      ) p join ${db.schema}.logs l using (block_number, transaction_index, log_index)
      ${joinBlocks(db)}`,
    position: db.sql`block_number, log_index as index`,
    sorting: db.sql`block_number desc, log_index desc`,
  });
}

/** How many accounts the first `grants` grants are for, whether there may be more, and the first 100 contracts among them. */
export async function findGranted(
  db: Database,
  handle: Buffer,
  { acls, grants }: Readonly<{ acls: readonly Buffer[]; grants: number }>,
): Promise<{ accounts: number; hasMore: boolean; contracts: Buffer[] }> {
  const sources = acls.map((emitter) => ({ kind: 'Allowed', emitter }));
  const page = { sources, direction: db.sql``, before: undefined, limit: grants };
  const [row] = await db.sql<{ accounts: number; has_more: boolean; contracts: Buffer[] | null }[]>`
    with grants as materialized (${logsOf(db, handle, page)}),
    granted as materialized (select distinct account from grants)
    select (select count(*)::integer from granted) as accounts,
      (select count(*) from grants) >= ${grants} as has_more, (
      select array_agg(c.address) from (
        select a.address from granted g join ${db.schema}.addresses a on a.address = g.account
        where a.is_contract order by a.address limit ${MAX_CONTRACTS}
      ) c
    ) as contracts`;
  return { accounts: row?.accounts ?? 0, hasMore: row?.has_more ?? false, contracts: row?.contracts ?? [] };
}

/** Which of these accounts an ACL has granted a handle to. */
export async function findGrantedAmong(
  db: Database,
  handle: Buffer,
  { acls, accounts }: Readonly<{ acls: readonly Buffer[]; accounts: readonly Buffer[] }>,
): Promise<Buffer[]> {
  if (accounts.length === 0) return [];
  const rows = await db.sql<{ account: Buffer }[]>`
    select w.account from unnest(${toArrayLiteral(accounts)}::bytea[]) as w (account)
    where exists (
      select from ${db.schema}.fhe_handle_logs e where e.account = w.account and e.handle = ${handle}
        and e.emitter = any(${toArrayLiteral(acls)}::bytea[])
    )`;
  return rows.map(({ account }) => account);
}

/** How many operations produced a handle, and used it, each up to a limit. */
export async function countOperations(
  db: Database,
  handle: Buffer,
  limits: Readonly<{ results: number; uses: number }>,
): Promise<{ results: number; uses: number }> {
  const [row] = await db.sql<{ results: number; uses: number }[]>`
    select (
      select count(*)::integer from (
        select from ${db.schema}.fhe_operations where result = ${handle} limit ${limits.results}
      ) made
    ) as results, (
      select count(*)::integer from (
        select from ${db.schema}.fhe_handle_logs
        where handle = ${handle} and kind = 'operand' and emitter = ''::bytea limit ${limits.uses}
      ) used
    ) as uses`;
  return row ?? { results: 0, uses: 0 };
}

/** The first operation that produced each of these handles. */
export async function listProducers(db: Database, handles: readonly Buffer[]): Promise<OperationAtRow[]> {
  const found = db.sql`
    select o.block_number, o.transaction_index, o.log_index
    from (select distinct handle from unnest(${toArrayLiteral(handles)}::bytea[]) as given (handle)) w
    cross join lateral (
      select o.block_number, o.transaction_index, o.log_index from ${db.schema}.fhe_operations o
      where o.result = w.handle order by o.block_number, o.transaction_index, o.log_index limit 1
    ) o`;
  return db.sql<OperationAtRow[]>`${operationsAt(db, found)}`;
}

/** An operation and the handle that it was found by. */
export type UseRow = OperationAtRow & Readonly<{ used: Buffer }>;

/** The first operations that used each of these handles. */
export async function listFirstUses(
  db: Database,
  handles: readonly Buffer[],
  limit: number,
): Promise<UseRow[]> {
  const found = db.sql`
    select u.*, w.handle as used
    from (select distinct handle from unnest(${toArrayLiteral(handles)}::bytea[]) as given (handle)) w
    cross join lateral (
      select u.block_number, u.transaction_index, u.log_index from ${db.schema}.fhe_handle_logs u
      where u.handle = w.handle and u.kind = 'operand' and u.emitter = ''::bytea
      order by u.block_number, u.log_index limit ${limit}
    ) u`;
  return db.sql<UseRow[]>`${operationsAt(db, found, db.sql`p.used,`)}`;
}

/** The operations that used a handle before a position, newest first. */
export async function listUses(db: Database, handle: Buffer, page: Page): Promise<OperationAtRow[]> {
  const sources = [{ kind: 'operand', emitter: Buffer.alloc(0) }];
  const found = logsOf(db, handle, { sources, direction: db.sql`desc`, ...page });
  return db.sql<OperationAtRow[]>`${operationsAt(db, found)} order by p.block_number desc, p.log_index desc`;
}

function operationsAt(db: Database, found: Fragment, columns: Fragment = db.sql``): Fragment {
  return db.sql`
    with page as materialized (${found})
    select ${columns} o.block_number, o.transaction_index, o.log_index, o.caller, o.operation, o.fhe_type, o.is_scalar,
      o.operands[1:${MAX_OPERANDS}] as operands, o.plaintext::text, o.result, o.hcu_cost, o.hcu_depth,
      t.hash as transaction_hash, b.timestamp
    from page p join ${db.schema}.fhe_operations o using (block_number, transaction_index, log_index)
    ${joinBlocks(db)}`;
}

type Scope = Page & Readonly<{ sources: readonly LogSource[]; direction: Fragment }>;

function logsOf(db: Database, handle: Buffer, { sources, direction, before, limit }: Scope): Fragment {
  const [kinds, emitters] = [sources.map(({ kind }) => kind), sources.map(({ emitter }) => emitter)];
  return db.sql`
    select l.* from unnest(${toArrayLiteral(kinds)}::text[], ${toArrayLiteral(emitters)}::bytea[]) as s (kind, emitter)
    cross join lateral (
      select l.* from ${db.schema}.fhe_handle_logs l
      where l.handle = ${handle} and l.kind = s.kind and l.emitter = s.emitter ${isBefore(db, db.sql`l`, before)}
      order by l.block_number ${direction}, l.log_index ${direction} limit ${limit}
    ) l
    order by l.block_number ${direction}, l.log_index ${direction} limit ${limit}`;
}

function isBefore(db: Database, row: Fragment, before: LogPosition | undefined): Fragment {
  if (before === undefined) return db.sql``;
  return db.sql`and (${row}.block_number, ${row}.log_index) < (${before.block_number}::bigint, ${before.index}::integer)`;
}

/** The transaction and block of a row of `page p`. */
function joinBlocks(db: Database): Fragment {
  return db.sql`
    join ${db.schema}.transactions t on t.block_number = p.block_number and t.index = p.transaction_index
    join ${db.schema}.blocks b on b.number = p.block_number`;
}
