import type { Database } from '@/lib/db/open-database';
import type { TokenType } from '@/lib/evm/token-types';
import { positionByHash } from './transaction';

/**
 * One moved thing. An event that moves several token ids is one row an id, equal ids added up; `index_in_batch` is
 * where the id stands first in the event, null for an event that moves one thing.
 */
export type TokenTransferRow = {
  log_index: number;
  token_address: Buffer;
  token_type: TokenType;
  from_address: Buffer;
  to_address: Buffer;
  encrypted_amount: Buffer | null;
  token_id: string | null;
  value: string | null;
  index_in_batch: number | null;
};

/** Where a page begins: after a log, or, with `indexInBatch`, inside the event of a log. */
export type TransfersStart = { afterLog: number } | { log: number; belowIndex: number };

/**
 * The moved things of a transaction, by log; those of one event in descending `index_in_batch`, as the upstream API
 * lists them. Reads no more events than the page needs, and of a huge event only what grouping its ids takes.
 */
export async function listTransactionTransfers(
  db: Database,
  hash: Buffer,
  page: { start: TransfersStart | undefined; types: readonly TokenType[]; limit: number },
): Promise<TokenTransferRow[]> {
  const { start, types, limit } = page;
  const first = start === undefined ? 0 : 'log' in start ? start.log : start.afterLog + 1;
  const inside = start !== undefined && 'log' in start ? start : { log: -1, belowIndex: 0 };
  const ofTypes = types.length === 0 ? db.sql`` : db.sql`and e.token_type = any(${[...types]}::text[])`;
  // Every event gives at least one row, except the one that the page before has shown completely. Materialized, so
  // that a huge array is unpacked once to count it and not for each of its elements.
  return await db.sql<TokenTransferRow[]>`
    with events as materialized (
      select e.*, coalesce(cardinality(e.token_ids), 0) as ids_count, cardinality(e.amounts) as amounts_count
      from ${positionByHash(db, hash)} t
      join ${db.schema}.token_transfers e on e.block_number = t.block_number and e.transaction_index = t.index
      where e.log_index >= ${first} ${ofTypes}
      order by e.log_index limit ${limit + 1}
    )
    select e.log_index, e.token_address, e.token_type, e.from_address, e.to_address, e.encrypted_amount,
      i.token_id, i.value, i.index_in_batch
    from events e cross join lateral (
      select e.token_ids[1] as token_id, coalesce(e.amount, e.amounts[1]) as value, null::integer as index_in_batch
      where e.ids_count <= 1
      union all
      select id, sum(moved), (min(place) - 1)::integer
      from unnest(e.token_ids, e.amounts) with ordinality as batch (id, moved, place)
      where e.ids_count > 1 and place <= e.amounts_count
      group by id
    ) i
    where e.log_index <> ${inside.log} or i.index_in_batch < ${inside.belowIndex}
    order by e.log_index, i.index_in_batch desc limit ${limit}`;
}
