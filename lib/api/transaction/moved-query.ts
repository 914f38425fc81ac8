import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database, Fragment } from '@/lib/db/open-database';
import type { Row } from '@/lib/db/tables';

/** What a transaction moved, as far as one transfer tells it; of several token IDs the first. */
export type MovedRow = Pick<Row<'transactions'>, 'block_number' | 'index'> &
  Pick<Row<'token_transfers'>, 'token_address' | 'token_type' | 'encrypted_amount'> & {
    token_id: string | null;
    value: string | null;
  };

/** Transfers of a transaction that are looked at. */
const MAX_TRANSFERS = 50;

/**
 * A transfer of each transaction that moved tokens and no coin of its own: the first one from its sender, else the first
 * one to its sender, else the first.
 */
export async function listMoved(
  db: Database,
  rows: readonly Pick<
    Row<'transactions'>,
    'block_number' | 'index' | 'from_address' | 'value' | 'token_transfers_count'
  >[],
): Promise<MovedRow[]> {
  const moving = rows.filter((row) => row.value === '0' && row.token_transfers_count > 0);
  if (moving.length === 0) return [];
  const places = db.sql`unnest(
    ${toArrayLiteral(moving.map(({ block_number }) => block_number))}::bigint[],
    ${toArrayLiteral(moving.map(({ index }) => index))}::integer[],
    ${toArrayLiteral(moving.map(({ from_address }) => from_address))}::bytea[]
  ) as g (block_number, index, sender)`;
  return await db.sql<MovedRow[]>`${movedRows(db, places, db.sql`limit ${MAX_TRANSFERS}`)}`;
}

/** Query for the rows of `listMoved`, of the transactions of the relation `page`. */
export function movedOfPage(db: Database): Fragment {
  const places = db.sql`(
    select block_number, index, from_address as sender from page where value = 0 and token_transfers_count > 0
  ) g`;
  return movedRows(db, places, db.sql.unsafe(`limit ${MAX_TRANSFERS}`));
}

/** `limit` is a parameter where there are others: PostgreSQL would plan at every execution for the lists that it knows. */
function movedRows({ sql, schema }: Database, places: Fragment, limit: Fragment): Fragment {
  return sql`
    select g.block_number, g.index, e.token_address, e.token_type, e.encrypted_amount,
      e.token_ids[1]::text as token_id, coalesce(e.amount, e.amounts[1])::text as value
    from ${places}
    cross join lateral (
      select * from (
        select * from ${schema}.token_transfers t
        where t.block_number = g.block_number and t.transaction_index = g.index
        order by t.log_index ${limit}
      ) t
      order by t.from_address = g.sender desc, t.to_address = g.sender desc, t.log_index limit 1
    ) e`;
}
