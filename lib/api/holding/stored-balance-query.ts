import type { BalancesBy } from '@/lib/api/token/query';
import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database, Fragment } from '@/lib/db/open-database';
import { typesWith } from '@/lib/evm/token-standards';

/**
 * A stored balance: the sum of transfers up to the tip (possibly negative), and the result of balanceOf at a height;
 * null when there is none. Decimal integers.
 */
export type StoredBalance = Readonly<{
  token_address: Buffer;
  sum: string | null;
  called: string | null;
  called_block: number | null;
  balances_by: BalancesBy;
  tip_number: number | null;
  tip_hash: Buffer | null;
}>;

/** Rows of a holder: `where` and `order` name columns that both tables have. */
type HolderPage = Readonly<{ where: Fragment; order: Fragment; limit: number }>;

/** Sums and answers of a holder by token, merged in order; reads no more than `limit` rows of each table. */
export function mergedHoldings(db: Database, page: HolderPage): Fragment {
  const tables = [db.sql`${db.schema}.token_holders`, db.sql`${db.schema}.token_balances`] as const;
  return merge(db, tables, { ...page, key: db.sql`token_address` });
}

/** As `mergedHoldings`, by token and ID. */
export function mergedInstances(db: Database, page: HolderPage): Fragment {
  const tables = [
    db.sql`${db.schema}.token_instance_holders`,
    db.sql`${db.schema}.token_instance_balances`,
  ] as const;
  return merge(db, tables, { ...page, key: db.sql`token_address, token_id` });
}

function merge(
  db: Database,
  [sums, answers]: readonly [Fragment, Fragment],
  { where, order, limit, key }: HolderPage & { key: Fragment },
): Fragment {
  // Of an unknown limit PostgreSQL assumes a tenth of the rows, and reads them in order of the key: its estimate for a
  // holder and a token is far too low, and it would read and sort all of them.
  const some = db.sql`limit (select ${limit}::bigint)`;
  return db.sql`
    select ${key}, max(sum) as sum, max(called) as called, max(called_block) as called_block from (
      (select ${key}, value as sum, null::numeric as called, null::bigint as called_block from ${sums}
        where ${where} order by ${order} ${some})
      union all
      (select ${key}, null, value, block_number from ${answers}
        where ${where} and value is not null order by ${order} ${some})
    ) m
    group by ${key} order by ${order} limit ${limit}`;
}

/**
 * As `mergedHoldings`, by token, of a holder; also tokens of which only IDs are held, which have neither sum nor answer.
 * `where` names `token_address` alone.
 */
export function heldTokens(
  db: Database,
  holder: Buffer,
  { where, limit }: Readonly<{ where: Fragment; limit: number }>,
): Fragment {
  const order = db.sql`token_address`;
  const tokens = mergedHoldings(db, { where: db.sql`holder = ${holder} and ${where}`, order, limit });
  const page = { holder, where, limit };
  return db.sql`
    select token_address, max(sum) as sum, max(called) as called, max(called_block) as called_block from (
      (${tokens})
      union all (${tokensOfIds(db, db.sql`${db.schema}.token_instance_holders`, page)})
      union all (${tokensOfIds(db, db.sql`${db.schema}.token_instance_balances`, page)})
    ) m
    group by token_address order by token_address limit ${limit}`;
}

/** The tokens in a table of IDs: one probe of its primary key each, however many IDs there are. */
function tokensOfIds(
  db: Database,
  table: Fragment,
  { holder, where, limit }: Readonly<{ holder: Buffer; where: Fragment; limit: number }>,
): Fragment {
  const next = (from: Fragment) => db.sql`
    select token_address from ${table} where holder = ${holder} and ${from} order by token_address limit 1`;
  return db.sql`
    with recursive held as (
      (select token_address, 1 as place from (${next(where)}) first)
      union all
      select n.token_address, h.place + 1 from held h
      cross join lateral (${next(db.sql`token_address > h.token_address`)}) n
      where h.place < ${limit}
    )
    select token_address, null::numeric, null::numeric, null::bigint from held`;
}

/** Columns of a StoredBalance but its token, from `b` (merged rows), `c` (checkOf) and `s` (the indexer's state). */
export function balanceColumns(db: Database): Fragment {
  return db.sql`
    b.sum::text, b.called::text, b.called_block, c.balances_by, s.tip_number, s.tip_hash`;
}

/** Joins for `balanceColumns`; `offset 0` prevents a join that may read all checks. */
export function balanceJoins(db: Database): Fragment {
  return db.sql`
    left join lateral (
      select balances_by from ${db.schema}.token_balance_checks where token_address = b.token_address offset 0
    ) c on true
    left join ${db.schema}.indexer_state s on true`;
}

/** As `balanceColumns` for instances with tokens `t`. An ID with one owner belongs to its last recipient. */
export function instanceBalanceColumns(db: Database): Fragment {
  const isUnique = db.sql`t.type = any(${toArrayLiteral(typesWith('unique'))}::text[])`;
  return db.sql`
    case when ${isUnique} then least(b.sum, 1) else b.sum end::text as sum, b.called::text, b.called_block,
    case when ${isUnique} then 'transfers' else c.balances_by end as balances_by, s.tip_number, s.tip_hash`;
}

/** A holder's stored balance of a token, with its standard; undefined when the token is unknown. */
export async function findStoredBalance(
  db: Database,
  holder: Buffer,
  token: Buffer,
): Promise<(StoredBalance & { type: string }) | undefined> {
  const holdings = mergedHoldings(db, {
    where: db.sql`holder = ${holder} and token_address = ${token}`,
    order: db.sql`token_address`,
    limit: 1,
  });
  // Where transfers make up all balances, a holder without a sum has 0.
  const rows = await db.sql<(StoredBalance & { type: string })[]>`
    select k.address as token_address, k.type, coalesce(b.sum, case when c.balances_by = 'transfers' then 0 end)::text as sum,
      b.called::text, b.called_block, c.balances_by, s.tip_number, s.tip_hash
    from ${db.schema}.tokens k left join (${holdings}) b on true
    left join ${db.schema}.token_balance_checks c on c.token_address = k.address
    left join ${db.schema}.indexer_state s on true
    where k.address = ${token}`;
  return rows[0];
}
