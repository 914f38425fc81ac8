import { type Side, scanOfSide, sideOf } from '@/lib/api/token-transfer/side-query';
import type { Database, Fragment } from '@/lib/db/open-database';
import type { Row } from '@/lib/db/tables';
import type { TokenType } from '@/lib/evm/token-standards';
import { cumulativeGas, type RangePage, rangeParts } from './range-query';
import type { RangeTransactionRow } from './range-transaction-query';

const MAX_LOG_INDEX = 2 ** 31 - 1;

/** What a transfer includes of its transaction. */
export type RangeTransactionFields = Pick<
  RangeTransactionRow,
  | 'block_number'
  | 'index'
  | 'hash'
  | 'block_hash'
  | 'timestamp'
  | 'nonce'
  | 'gas_limit'
  | 'gas_price'
  | 'gas_used'
  | 'cumulative_gas_used'
>;

/** A transfer, of an event of several token IDs one of them, with its transaction. */
export type RangeTransferRow = RangeTransactionFields &
  Pick<
    Row<'token_transfers'>,
    'log_index' | 'token_address' | 'token_type' | 'from_address' | 'to_address' | 'amount'
  > & { token_id: string | null };

/** Whose transfers of one standard: of an address, of a token, or of both. */
export type RangeTransferScope = Readonly<{
  address: Buffer | undefined;
  token: Buffer | undefined;
  type: TokenType;
}>;

/** The transfers of a scope in a range of blocks. */
export async function listRangeTransfers(
  db: Database,
  scope: RangeTransferScope,
  page: RangePage,
): Promise<RangeTransferRow[]> {
  const { way, taken } = rangeParts(db, page);
  const order = db.sql`order by e.block_number ${way}, e.log_index ${way}`;
  // An event gives a row at least, so that no more events are needed than rows.
  return await db.sql<RangeTransferRow[]>`
    with events as materialized (
      select k.* from (${positionsOf(db, scope, page)}) p
      join ${db.schema}.token_transfers k on k.block_number = p.block_number
        and k.transaction_index = p.transaction_index and k.log_index = p.log_index
    ), page as materialized (
      select e.block_number, e.transaction_index, e.log_index, e.token_address, e.token_type, e.from_address,
        e.to_address, i.amount, i.token_id, i.rank
      from events e cross join lateral ${spreadEvent(db)} i ${order}, i.rank ${taken}
    )
    select e.block_number, t.index, t.hash, b.hash as block_hash, b.timestamp, t.nonce, t.gas_limit,
      coalesce(t.effective_gas_price, t.gas_price) as gas_price, t.gas_used,
      ${cumulativeGas(db, db.sql`${order}, e.rank`)} as cumulative_gas_used,
      e.log_index, e.token_address, e.token_type, e.from_address, e.to_address, e.amount::text, e.token_id::text
    from page e
    join ${db.schema}.transactions t on t.block_number = e.block_number and t.index = e.transaction_index
    join ${db.schema}.blocks b on b.number = e.block_number
    ${order}, e.rank`;
}

/** The events of a page and of those before it: one index scan a side, `union` removes transfers to oneself. */
function positionsOf(db: Database, { address, token, type }: RangeTransferScope, page: RangePage): Fragment {
  const { way, within, reach } = rangeParts(db, page);
  const order = db.sql`order by e.block_number ${way}, e.log_index ${way}`;
  // A token that shows none of this standard is not searched for them.
  const isOfToken =
    token === undefined
      ? db.sql`true`
      : db.sql`e.token_address = ${token} and exists (
          select 1 from ${db.schema}.token_types s where s.token_address = ${token} and s.type = ${type}
        )`;
  const part = (condition: Fragment, inOrder = order) => db.sql`(
    select e.block_number, e.transaction_index, e.log_index from ${db.schema}.token_transfers e
    where ${condition} and ${isOfToken} and ${within(db.sql`e.block_number`)} ${inOrder} ${reach}
  )`;
  const isOfType = db.sql`e.token_type = ${type}`;
  if (address === undefined) return part(isOfType);
  const end = { block: page.to, index: MAX_LOG_INDEX, isIncluded: true };
  const partOf = (side: Side) => {
    if (token !== undefined) return part(db.sql`${sideOf(db, side)} = ${address} and ${isOfType}`);
    const scan = scanOfSide(db, { side, address, type: db.sql`${type}::text` }, { first: page.from, end });
    return part(scan.condition, scan.order(way));
  };
  return db.sql`
    select * from (${partOf('from')} union ${partOf('to')}) e ${order} ${reach}`;
}

/** A row for each token ID in the order of the event; one for an event of an amount alone. */
function spreadEvent(db: Database): Fragment {
  return db.sql`(
    select e.token_ids[1] as token_id, coalesce(e.amount, e.amounts[1]) as amount, 1::bigint as rank
    where coalesce(cardinality(e.token_ids), 0) <= 1
    union all
    select id, moved, rank from unnest(e.token_ids, e.amounts) with ordinality as batch (id, moved, rank)
    where cardinality(e.token_ids) > 1 and rank <= cardinality(e.amounts)
  )`;
}
