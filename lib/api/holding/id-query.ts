import type { TokenRow } from '@/lib/api/token/query';
import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database, Fragment } from '@/lib/db/open-database';
import { typesWith } from '@/lib/evm/token-standards';
import {
  type HolderRow,
  type InstanceHoldingRow,
  type InstancePosition,
  type Page,
  type RankedHolder,
  rankedColumns,
  selectHeld,
} from './query';
import { mergedInstances } from './stored-balance-query';

/** IDs of a token that are counted. */
const MAX_COUNTED_IDS = 1_000;
/** Holders of an ID whose balances are added up. */
const MAX_SUMMED_HOLDERS = 10_000;

/** Position of a holder in a list by ID and balance. */
export type RankedIdHolder = RankedHolder & { tokenId: string };

/**
 * The known holders of a token that is held by ID, one row for each holder and ID: the highest ID first, by balance
 * descending.
 */
export async function listIdHolders(
  db: Database,
  token: Pick<TokenRow, 'address' | 'balances_by'>,
  { after, limit }: Page<RankedIdHolder>,
): Promise<(HolderRow & { token_id: string })[]> {
  const isCalled = token.balances_by === 'calls';
  const table = isCalled
    ? db.sql`${db.schema}.token_instance_balances`
    : db.sql`${db.schema}.token_instance_holders`;
  const isLater =
    after === undefined
      ? db.sql``
      : db.sql`and (h.token_id, h.value, h.holder)
          < (${after.tokenId}::numeric, ${after.value}::numeric, ${after.holder}::bytea)`;
  return await db.sql<(HolderRow & { token_id: string })[]>`
    select h.token_address, h.holder, h.token_id::text, ${rankedColumns(db, token.balances_by)}
    from ${table} h left join ${db.schema}.indexer_state s on true
    where h.token_address = ${token.address} and h.value > 0 ${isLater}
    order by h.token_id desc, h.value desc, h.holder desc limit ${limit}`;
}

/**
 * Supplies of IDs by ID: what their holders have together, where sums of transfers are balances. Without those that have
 * more than 10,000 holders.
 */
export async function findIdSupplies(
  db: Database,
  token: Pick<TokenRow, 'address' | 'balances_by'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (token.balances_by !== 'transfers' || ids.length === 0) return new Map();
  const rows = await db.sql<{ id: string; supply: string }[]>`
    select k.id::text, n.supply::text
    from unnest(${toArrayLiteral([...new Set(ids)])}::numeric[]) as k (id)
    cross join lateral (
      select count(*) as holders, sum(h.value) as supply from (
        select value from ${db.schema}.token_instance_holders
        where token_address = ${token.address} and token_id = k.id and value > 0
        order by value desc limit ${MAX_SUMMED_HOLDERS + 1}
      ) h
    ) n
    where n.holders between 1 and ${MAX_SUMMED_HOLDERS}`;
  return new Map(rows.map(({ id, supply }) => [id, supply]));
}

/**
 * The IDs that an address has of these tokens, by token and ID, with stored balances, which may be zero. Metadata above
 * `maxBytes` is left out.
 */
export async function listHeldIds(
  db: Database,
  { holder, tokens }: Readonly<{ holder: Buffer; tokens: readonly Buffer[] }>,
  { after, limit, maxBytes }: Page<InstancePosition> & Readonly<{ maxBytes: number }>,
): Promise<InstanceHoldingRow[]> {
  if (tokens.length === 0) return [];
  const isLater =
    after === undefined
      ? db.sql``
      : db.sql`and (token_address, token_id) > (${after.token}::bytea, ${after.tokenId}::numeric)`;
  return await db.sql<InstanceHoldingRow[]>`
    with held as materialized (
      select b.*, k.type from ${givenTokens(db, tokens)} k
      cross join lateral (${idsOf(db, holder, { isLater, limit })}) b
      order by b.token_address, b.token_id limit ${limit}
    )
    ${selectHeld(db, maxBytes)}
    order by t.token_address, t.token_id`;
}

/**
 * How many IDs of each of these tokens an address has, by the token in hex without 0x; null where they are more than
 * 1,000, or the balance of one is not known.
 */
export async function countHeldIds(
  db: Database,
  { holder, tokens }: Readonly<{ holder: Buffer; tokens: readonly Buffer[] }>,
): Promise<ReadonlyMap<string, number | null>> {
  if (tokens.length === 0) return new Map();
  const ids = idsOf(db, holder, { isLater: db.sql``, limit: MAX_COUNTED_IDS + 1 });
  const isUnique = db.sql`k.type = any(${toArrayLiteral(typesWith('unique'))}::text[])`;
  const rows = await db.sql<{ address: Buffer; held: number | null }[]>`
    select k.address, case when n.ids <= ${MAX_COUNTED_IDS} and n.unknown = 0 then n.held end as held
    from ${givenTokens(db, tokens)} k
    left join ${db.schema}.token_balance_checks c on c.token_address = k.address
    cross join lateral (
      select count(*) as ids, count(*) filter (where value > 0) as held,
        count(*) filter (where value is null and sum > 0) as unknown
      from (
        select sum, case when ${isUnique} or c.balances_by = 'transfers' then sum
          when c.balances_by = 'calls' then called end as value
        from (${ids}) b
      ) i
    ) n`;
  return new Map(rows.map(({ address, held }) => [address.toString('hex'), held]));
}

function givenTokens(db: Database, tokens: readonly Buffer[]): Fragment {
  return db.sql`(
    select k.address, t.type from unnest(${toArrayLiteral(tokens)}::bytea[]) as k (address)
    cross join lateral (select type from ${db.schema}.tokens where address = k.address offset 0) t
  )`;
}

/** The IDs of token `k` that an address has, by ID. */
function idsOf(
  db: Database,
  holder: Buffer,
  { isLater, limit }: Readonly<{ isLater: Fragment; limit: number }>,
): Fragment {
  return mergedInstances(db, {
    where: db.sql`holder = ${holder} and token_address = k.address ${isLater}`,
    order: db.sql`token_id`,
    limit,
  });
}
