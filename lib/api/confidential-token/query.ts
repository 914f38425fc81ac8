import { readBoundedScan } from '@/lib/api/lists/bounded-scan-query';
import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database } from '@/lib/db/open-database';
import type { Row } from '@/lib/db/tables';
import { topicsOf } from '@/lib/fhe/handle-logs';

/** Position of a log in the chain. */
export type LogPosition = { block_number: number; index: number };

/** A log of a confidential token, its data cut to two words; the timestamp is in Unix seconds. */
export type ConfidentialLogRow = Row<'logs'> & Readonly<{ transaction_hash: Buffer; timestamp: number }>;

/** Logs that are scanned for one read. */
const SCANNED = 1_000;
/** Transfers and settlements that are read of a transaction: of one with more, no amount is known. */
export const MAX_SETTLED = 64;
/** Logs from a burn to the request to unwrap that it belongs to. */
const MAX_LOGS_BETWEEN = 32;
const UNSET = Buffer.alloc(32);
const TRANSFER = topicsOf('ConfidentialTransfer');
const FINALIZED = topicsOf('UnwrapFinalized');
const REQUESTED = topicsOf('UnwrapRequested');
const OTHERS = [...FINALIZED, ...REQUESTED, ...topicsOf('AmountDiscloseRequested', 'AmountDisclosed')];

/**
 * Mints, burns, unwraps and disclosures that a token logged before a position, newest first, a burn without the request to
 * unwrap beside it. A bounded scan: continue at `scannedTo`.
 */
export async function listConfidentialLogs(
  db: Database,
  token: Buffer,
  { before, limit }: Readonly<{ before: LogPosition | undefined; limit: number }>,
): Promise<{ rows: ConfidentialLogRow[]; scannedTo: LogPosition | undefined }> {
  const isBefore =
    before === undefined
      ? db.sql``
      : db.sql`and (l.block_number, l.log_index) < (${before.block_number}::bigint, ${before.index}::integer)`;
  return readBoundedScan<ConfidentialLogRow, LogPosition>(db, {
    scanned: db.sql`
      select l.block_number, l.transaction_index, l.log_index, l.address, l.topic0, l.topic1, l.topic2, l.topic3,
        substring(l.data for 64) as data
      from ${db.schema}.logs l where l.address = ${token} ${isBefore}
      order by l.block_number desc, l.log_index desc limit ${SCANNED}`,
    size: SCANNED,
    found: db.sql`
      select p.*, t.hash as transaction_hash, b.timestamp
      from (
        select * from scanned s
        where s.topic0 = any(${toArrayLiteral(OTHERS)}::bytea[])
          or s.topic0 = any(${toArrayLiteral(TRANSFER)}::bytea[]) and (s.topic1 = ${UNSET} or s.topic2 = ${UNSET})
            and not exists (
              select from ${db.schema}.logs r
              where r.address = ${token} and r.block_number = s.block_number
                and r.log_index > s.log_index and r.log_index <= s.log_index + ${MAX_LOGS_BETWEEN}
                and r.transaction_index = s.transaction_index
                and r.topic0 = any(${toArrayLiteral(REQUESTED)}::bytea[]) and substring(r.data for 32) = s.topic3
            )
        order by block_number desc, log_index desc limit ${limit}
      ) p
      join ${db.schema}.transactions t on t.block_number = p.block_number and t.index = p.transaction_index
      join ${db.schema}.blocks b on b.number = p.block_number`,
    position: db.sql`block_number, log_index as index`,
    sorting: db.sql`block_number desc, log_index desc`,
  });
}

/**
 * Of a transaction: transfers of the underlying token with the wrapper (`amount` is set), and the wrapper's mints and paid
 * unwraps (logs, their data cut to two words).
 */
export type SettledRow = Pick<Row<'logs'>, 'block_number' | 'transaction_index' | 'log_index' | 'data'> &
  Pick<Row<'logs'>, 'topic0' | 'topic1' | 'topic2' | 'topic3'> &
  Readonly<{ amount: string | null; from_address: Buffer | null; to_address: Buffer | null }>;

type At = Readonly<{ block_number: number; transaction_index: number }>;

/** What was settled in these transactions, in order, up to 64 rows of each of the two. */
export async function listSettled(
  db: Database,
  at: readonly At[],
  { wrapper, underlying }: Readonly<{ wrapper: Buffer; underlying: Buffer }>,
): Promise<SettledRow[]> {
  if (at.length === 0) return [];
  const blocks = toArrayLiteral(at.map(({ block_number }) => String(block_number)));
  const indexes = toArrayLiteral(at.map(({ transaction_index }) => String(transaction_index)));
  return db.sql<SettledRow[]>`
    select w.block_number, w.transaction_index, f.*
    from (
      select distinct * from unnest(${blocks}::bigint[], ${indexes}::integer[]) as given (block_number, transaction_index)
    ) w
    cross join lateral (
      (
        select r.log_index, null::bytea as topic0, null::bytea as topic1, null::bytea as topic2, null::bytea as topic3,
          ''::bytea as data, r.amount::text, r.from_address, r.to_address
        from ${db.schema}.token_transfers r
        where r.block_number = w.block_number and r.transaction_index = w.transaction_index
          and r.token_address = ${underlying} and r.token_type = 'ERC-20' and r.amount is not null
          and (r.from_address = ${wrapper}) <> (r.to_address = ${wrapper})
        order by r.log_index limit ${MAX_SETTLED}
      ) union all (
        select l.log_index, l.topic0, l.topic1, l.topic2, l.topic3, substring(l.data for 64), null, null, null
        from ${db.schema}.logs l
        where l.block_number = w.block_number and l.transaction_index = w.transaction_index and l.address = ${wrapper}
          and (
            l.topic0 = any(${toArrayLiteral(FINALIZED)}::bytea[])
            or l.topic0 = any(${toArrayLiteral(TRANSFER)}::bytea[]) and l.topic1 = ${UNSET}
          )
        order by l.log_index limit ${MAX_SETTLED}
      )
    ) f
    order by w.block_number, w.transaction_index, f.log_index`;
}

/** Which of these handles an ACL lets an account use. */
export async function findUsable(
  db: Database,
  account: Buffer,
  { acls, handles }: Readonly<{ acls: readonly Buffer[]; handles: readonly Buffer[] }>,
): Promise<Buffer[]> {
  if (acls.length === 0 || handles.length === 0) return [];
  const rows = await db.sql<{ handle: Buffer }[]>`
    select w.handle
    from (select distinct handle from unnest(${toArrayLiteral(handles)}::bytea[]) as given (handle)) w
    where exists (
      select from ${db.schema}.fhe_handle_logs e where e.account = ${account} and e.handle = w.handle
        and e.emitter = any(${toArrayLiteral(acls)}::bytea[])
    )`;
  return rows.map(({ handle }) => handle);
}
