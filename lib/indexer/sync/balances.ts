import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database, Fragment, Transaction } from '@/lib/db/open-database';
import { type TokenTrait, typesWith } from '@/lib/evm/token-standards';
import { ZERO_ADDRESS } from '@/lib/evm/zero-address';
import type { Range } from './plan';

/** Adds the stored transfers of the range to the balances of holders. */
export async function addToBalances(sql: Transaction, db: Database, range: Range): Promise<void> {
  await mergeHolders(sql, db, movedTokens(sql, db, { range, sign: 1 }));
  await mergeInstanceHolders(sql, db, movedInstances(sql, db, { range, sign: 1 }));
}

/** Subtracts the stored transfers of the range: the exact inverse of `addToBalances`. */
export async function removeFromBalances(sql: Transaction, db: Database, range: Range): Promise<void> {
  await mergeHolders(sql, db, movedTokens(sql, db, { range, sign: -1 }));
  await mergeInstanceHolders(sql, db, movedInstances(sql, db, { range, sign: -1 }));
}

type Moves = { range: Range; sign: 1 | -1 };

/** Per token and holder: the change in amount, or in number of items for standards without amounts. */
function movedTokens(sql: Transaction, db: Database, { range, sign }: Moves): Fragment {
  return sql`
    select e.token_address, p.holder, ${sign}::integer * sum(p.direction * case
      when not ${hasTraitSql(sql, 'amounts')} then 1
      else coalesce(e.amount, (select coalesce(sum(moved), 0) from unnest(e.amounts) as batch (moved)))
    end) as delta
    from ${db.schema}.token_transfers e ${parties(sql)}
    where ${isMove(sql, range)}
    group by e.token_address, p.holder`;
}

/** Per instance and holder: the change in amount; 1 for standards with unique IDs. */
function movedInstances(sql: Transaction, db: Database, { range, sign }: Moves): Fragment {
  const isUnique = hasTraitSql(sql, 'unique');
  return sql`
    select e.token_address, i.token_id, p.holder, ${sign}::integer * sum(
      p.direction * case when ${isUnique} then 1 else coalesce(i.moved, 0) end
    ) as delta
    from ${db.schema}.token_transfers e ${parties(sql)}
    cross join lateral unnest(
      e.token_ids, case when not ${isUnique} then e.amounts end
    ) as i (token_id, moved)
    where ${isMove(sql, range)} and i.token_id is not null
    group by e.token_address, i.token_id, p.holder`;
}

function parties(sql: Transaction): Fragment {
  return sql`cross join lateral (values (e.from_address, -1), (e.to_address, 1)) as p (holder, direction)`;
}

function isMove(sql: Transaction, { from, to }: Range): Fragment {
  return sql`
    e.block_number between ${from} and ${to} and not ${hasTraitSql(sql, 'encrypted')}
    and e.from_address <> e.to_address and p.holder <> ${ZERO_ADDRESS}`;
}

function hasTraitSql(sql: Transaction, trait: TokenTrait): Fragment {
  return sql`e.token_type = any(${toArrayLiteral(typesWith(trait))}::text[])`;
}

/** Finds rows by key, whatever the planner estimates: batches change few rows. A zero balance has no row. */
async function mergeHolders(sql: Transaction, db: Database, moved: Fragment): Promise<void> {
  await sql`
    with moved as materialized (${moved}), given as materialized (
      select m.*, h.place, coalesce(h.value, 0) as stored from moved m left join lateral (
        select ctid as place, value from ${db.schema}.token_holders
        where holder = m.holder and token_address = m.token_address limit 1
      ) h on true
      where m.delta <> 0
    ), gone as (
      delete from ${db.schema}.token_holders
      where ctid in (select place from given where stored + delta = 0 and place is not null)
    ), counted as (
      update ${db.schema}.tokens t set holders_count = t.holders_count + n.change
      from (
        select token_address, sum((stored + delta > 0)::integer - (stored > 0)::integer) as change
        from given group by token_address
      ) n
      where t.address = n.token_address and n.change <> 0
    )
    insert into ${db.schema}.token_holders as h (holder, token_address, value)
    select holder, token_address, delta from given where stored + delta <> 0
    on conflict (holder, token_address) do update set value = h.value + excluded.value`;
}

async function mergeInstanceHolders(sql: Transaction, db: Database, moved: Fragment): Promise<void> {
  await sql`
    with moved as materialized (${moved}), given as materialized (
      select m.*, h.place, coalesce(h.value, 0) as stored from moved m left join lateral (
        select ctid as place, value from ${db.schema}.token_instance_holders
        where holder = m.holder and token_address = m.token_address and token_id = m.token_id limit 1
      ) h on true
      where m.delta <> 0
    ), gone as (
      delete from ${db.schema}.token_instance_holders
      where ctid in (select place from given where stored + delta = 0 and place is not null)
    )
    insert into ${db.schema}.token_instance_holders as h (holder, token_address, token_id, value)
    select holder, token_address, token_id, delta from given where stored + delta <> 0
    on conflict (holder, token_address, token_id) do update set value = h.value + excluded.value`;
}
