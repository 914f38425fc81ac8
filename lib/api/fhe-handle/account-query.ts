import { readBoundedScan } from '@/lib/api/lists/bounded-scan-query';
import { toArrayLiteral } from '@/lib/db/array-literal';
import { isOfTopics } from '@/lib/db/log-topics';
import type { Database } from '@/lib/db/open-database';
import type { Row } from '@/lib/db/tables';
import { addressToWord } from '@/lib/evm/words';
import { DELEGATION_TOPICS } from '@/lib/fhe/delegations';
import type { HandleLogRow, LogPosition } from './query';

/** The first grant of a handle to an account; the timestamp is in Unix seconds. */
export type GrantedRow = Pick<Row<'fhe_handle_logs'>, 'handle'> &
  Pick<HandleLogRow, 'topic1' | 'block_number' | 'log_index' | 'transaction_hash' | 'timestamp'>;

const MAX_GRANTS = 500;

/**
 * Handles that ACLs granted to an account, by their first grants before a position, newest first. A bounded scan: continue
 * at `scannedTo`.
 */
export async function listGrantsTo(
  db: Database,
  account: Buffer,
  {
    acls,
    before,
    limit,
  }: Readonly<{ acls: readonly Buffer[]; before: LogPosition | undefined; limit: number }>,
): Promise<{ rows: GrantedRow[]; scannedTo: LogPosition | undefined }> {
  if (acls.length === 0) return { rows: [], scannedTo: undefined };
  const isBefore =
    before === undefined
      ? db.sql``
      : db.sql`and (l.block_number, l.log_index) < (${before.block_number}::bigint, ${before.index}::integer)`;
  return readBoundedScan<GrantedRow, LogPosition>(db, {
    scanned: db.sql`
      select l.* from unnest(${toArrayLiteral(acls)}::bytea[]) as a (acl)
      cross join lateral (
        select l.* from ${db.schema}.fhe_handle_logs l
        where l.account = ${account} and l.emitter = a.acl ${isBefore}
        order by l.block_number desc, l.log_index desc limit ${MAX_GRANTS}
      ) l
      order by l.block_number desc, l.log_index desc limit ${MAX_GRANTS}`,
    size: MAX_GRANTS,
    found: db.sql`
      select p.handle, p.block_number, p.log_index, l.topic1, t.hash as transaction_hash, b.timestamp
      from (
        select * from scanned s where not exists (
          select from ${db.schema}.fhe_handle_logs e
          where e.account = ${account} and e.handle = s.handle and e.emitter = s.emitter
            and (e.block_number, e.log_index) < (s.block_number, s.log_index)
        ) order by block_number desc, log_index desc limit ${limit}
      ) p join ${db.schema}.logs l using (block_number, transaction_index, log_index)
      join ${db.schema}.transactions t on t.block_number = p.block_number and t.index = p.transaction_index
      join ${db.schema}.blocks b on b.number = p.block_number`,
    position: db.sql`block_number, log_index as index`,
    sorting: db.sql`block_number desc, log_index desc`,
  });
}

/** Grants to an account and delegations by and to it, counted up to a limit. */
export async function countAccess(
  db: Database,
  account: Buffer,
  { acls, limit }: Readonly<{ acls: readonly Buffer[]; limit: number }>,
): Promise<number> {
  if (acls.length === 0) return 0;
  const word = addressToWord(account);
  const delegations = db.sql`${db.schema}.logs l where l.address = a.acl and ${isOfTopics(db.sql, DELEGATION_TOPICS)}`;
  const [row] = await db.sql<{ count: number }[]>`
    select least(count(*), ${limit})::integer as count
    from unnest(${toArrayLiteral(acls)}::bytea[]) as a (acl)
    cross join lateral (
      (select from ${db.schema}.fhe_handle_logs g where g.account = ${account} and g.emitter = a.acl limit ${limit})
      union all (select from ${delegations} and l.topic1 = ${word} limit ${limit})
      union all (select from ${delegations} and l.topic2 = ${word} limit ${limit})
    ) found`;
  return row?.count ?? 0;
}
