import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database } from '@/lib/db/open-database';
import { FUNGIBLE_TYPES } from '@/lib/evm/token-standards';

/** A holder and a token. */
export type TokenHolding = Readonly<{ holder: Buffer; token: Buffer }>;

/** Limit on later transfers read for all holdings together. */
const MAX_LATER_TRANSFERS = 1_800;

/**
 * Fungible balances right after a log, computed back from today's; null for too many transfers, other tokens, and those
 * whose balances are not known to be the sums of their transfers.
 */
export async function findBalancesAfter(
  db: Database,
  holdings: readonly TokenHolding[],
  log: Readonly<{ block_number: number; log_index: number }>,
): Promise<(bigint | null)[]> {
  if (holdings.length === 0) return [];
  const max = Math.floor(MAX_LATER_TRANSFERS / (2 * holdings.length));
  const later = (side: 'from_address' | 'to_address') => db.sql`
    select count(*) as events, sum(amount) filter (where token_address = c.token) as amount from (
      select e.token_address, e.amount from ${db.schema}.token_transfers e
      where e.${db.sql(side)} = c.holder and e.token_type = t.type
        and (e.block_number, e.log_index) > (${log.block_number}::bigint, ${log.log_index}::integer)
      order by e.block_number, e.log_index limit ${max}
    ) e`;
  const rows = await db.sql<{ position: number; value: string | null }[]>`
    select c.position,
      case when gave.events < ${max} and got.events < ${max}
        then coalesce(h.value, 0) + coalesce(gave.amount, 0) - coalesce(got.amount, 0)
      end as value
    from unnest(
      ${toArrayLiteral(holdings.map(({ holder }) => holder))}::bytea[],
      ${toArrayLiteral(holdings.map(({ token }) => token))}::bytea[]
    ) with ordinality as c (holder, token, position)
    join ${db.schema}.tokens t on t.address = c.token and t.type = any(${toArrayLiteral(FUNGIBLE_TYPES)}::text[])
    join ${db.schema}.token_balance_checks b on b.token_address = c.token and b.balances_by = 'transfers'
    left join ${db.schema}.token_holders h on h.holder = c.holder and h.token_address = c.token
    cross join lateral (${later('from_address')}) gave
    cross join lateral (${later('to_address')}) got`;
  const values = new Map(rows.map(({ position, value }) => [position, value]));
  return holdings.map((_, at) => {
    const value = values.get(at + 1);
    return value === null || value === undefined ? null : BigInt(value);
  });
}
