import type { Database, Fragment } from '@/lib/db/open-database';

/** An address at the place of a transaction, as expressions that name no table `a`, `c`, `m`, `later` or `own`. */
type PlaceSql = Readonly<{ address: Fragment; block: Fragment; index: Fragment }>;

/** Authorizations with the highest nonces of an account that are looked through for the one that counted. */
const MAX_AUTHORIZATIONS = 20;
const NOBODY = Buffer.alloc(20);

/**
 * Expression for what an account delegated to by EIP-7702; null for nothing that the index knows, zero once it took it back.
 * Anyone may send an authorization again, or too early; then it does not count. Of those that count the latest has the
 * highest nonce: above that of the account's transaction before it, below that of its next one, and none that the account
 * cannot have come to by its authorizations, unless it created contracts.
 */
export function delegateAt(
  { sql, schema, chainId }: Database,
  { address, block, index }: PlaceSql,
): Fragment {
  const sent = (condition: Fragment, direction: Fragment) => sql`(
    select own.nonce from ${schema}.transactions own where own.from_address = a.authority and ${condition}
    order by own.block_number ${direction}, own.index ${direction} limit 1
  )`;
  const before = sent(
    sql`own.block_number <= a.block_number
      and (own.block_number, own.index) <= (a.block_number, a.transaction_index)`,
    sql`desc`,
  );
  const next = sent(
    sql`own.block_number >= a.block_number
      and (own.block_number, own.index) > (a.block_number, a.transaction_index)`,
    sql`asc`,
  );
  const isTooEarly = sql`
    a.nonce > coalesce(${before} + 1, (select 0 from ${schema}.indexer_state where first_block = 0), a.nonce) + (
      select count(distinct e.nonce) from ${schema}.transaction_authorizations e
      where e.authority = a.authority and e.nonce < a.nonce and e.nonce > coalesce(${before}, -1)
        and e.block_number <= a.block_number
        and (e.block_number, e.transaction_index, e.index) < (a.block_number, a.transaction_index, a.index)
    ) and not exists (
      select from ${schema}.internal_transactions made
      where made.from_address = a.authority and made.type in ('create', 'create2')
    )`;
  return sql`(
    select a.address from (
      select * from ${schema}.transaction_authorizations a
      where a.authority = ${address} and a.chain_id in (0, ${chainId}) and a.block_number <= ${block}
        and (a.block_number, a.transaction_index) <= (${block}, ${index})
      order by a.nonce desc, a.block_number, a.transaction_index, a.index limit ${MAX_AUTHORIZATIONS}
    ) a
    where a.nonce > coalesce(${before}, -1) and a.nonce < coalesce(${next}, a.nonce + 1)
      and not (${isTooEarly})
    order by a.nonce desc, a.block_number, a.transaction_index, a.index limit 1
  )`;
}

/** Condition that an expression of `delegateAt` names a delegate. */
export function isDelegate({ sql }: Database, delegate: Fragment): Fragment {
  return sql`${delegate} <> ${NOBODY}`;
}

/**
 * Expression for whether an address had code when a transaction called it: a contract may have been created later, be
 * destroyed since, or have been created again. Null for an unknown address.
 */
export function hadCodeAt(db: Database, place: PlaceSql): Fragment {
  const { sql, schema } = db;
  const at = sql`(${place.block}, ${place.index})`;
  // what is created again was destroyed before, and had code until then
  const isKept = sql`coalesce((
    select exists (
      select from ${schema}.internal_transactions c
      where c.from_address = ${place.address} and c.type = 'selfdestruct' and not c.is_undone
        and c.block_number between ${place.block} and m.block_number
        and (c.block_number, c.transaction_index) >= ${at}
        and (c.block_number, c.transaction_index) < (m.block_number, m.transaction_index)
    )
    from ${schema}.internal_transactions m
    where m.created_contract = ${place.address} and m.block_number >= ${place.block} and not m.is_undone
      and (m.block_number, m.transaction_index) > ${at}
    order by m.block_number, m.transaction_index limit 1
  ), true)`;
  const isCreated = sql`coalesce(${at} >= (a.created_block, a.created_transaction_index), true) and ${isKept}`;
  const isDestroyedSince = sql`coalesce((
    select ${at} <= (c.block_number, c.transaction_index) from ${schema}.internal_transactions c
    where c.from_address = ${place.address} and c.type = 'selfdestruct' and not c.is_undone
    order by c.block_number desc, c.transaction_index desc, c.index desc limit 1
  ), false)`;
  // as it delegates now, and the index knows of nothing before, it did unless it signed that later
  const isDelegatingSince = sql`(
    (select first_block > 0 from ${schema}.indexer_state) or not exists (
      select from ${schema}.transaction_authorizations later where later.authority = ${place.address}
        and (later.block_number, later.transaction_index) > ${at}
    )
  )`;
  return sql`(
    select case when a.delegate is null and a.is_contract and a.code_size is distinct from 0 then ${isCreated}
      else coalesce(${isDelegate(db, delegateAt(db, place))}, case
        when a.delegate is not null then ${isDelegatingSince}
        when a.is_contract or a.created_block is not null then ${isCreated} and ${isDestroyedSince}
        else false end) end
    from ${schema}.addresses a where a.address = ${place.address}
  )`;
}
