import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database } from '@/lib/db/open-database';

/** Calls looked through for each contract, and how many implementations are told. */
const MAX_CALLS = 200;
const MAX_TARGETS = 20;

/** Where a contract forwards to, the latest first, which function last, and how many of these, from the first, it uses side by side. */
export type Forwards = Readonly<{
  targets: readonly Buffer[];
  selectors: readonly Buffer[];
  current: number;
}>;

/**
 * Where contracts have delegated the whole input of transactions to, by lower-case hex without 0x: only proxies do so. What
 * traces show is none that a contract could claim. Targets are used side by side if the one was used again after the
 * other was: an upgrade ends the use of the one before.
 */
export async function listForwards(
  { sql, schema }: Database,
  addresses: readonly Buffer[],
): Promise<ReadonlyMap<string, Forwards>> {
  const rows = await sql<(Forwards & { address: Buffer })[]>`
    select given.address, array_agg(target order by last desc) as targets,
      array_agg(selector order by last desc) as selectors,
      (count(*) filter (where is_current))::integer as current
    from unnest(${toArrayLiteral(addresses)}::bytea[]) as given (address)
    cross join lateral (
      select target, selector, last, bool_and(coalesce(last >= first_of_later, true)) over (order by last desc) as is_current
      from (
        select target, selector, last,
          min(first) over (order by last desc rows between unbounded preceding and 1 preceding) as first_of_later
        from (
          select c.to_address as target, min(array[c.block_number, c.transaction_index]) as first,
            max(array[c.block_number, c.transaction_index]) as last,
            (array_agg(substr(c.input, 1, 4) order by c.block_number desc, c.transaction_index desc))[1] as selector
          from (
            select * from ${schema}.internal_transactions where from_address = given.address
            order by block_number desc, transaction_index desc, index desc limit ${MAX_CALLS}
          ) c
          join ${schema}.transactions t on t.block_number = c.block_number and t.index = c.transaction_index
          where c.type = 'delegatecall' and c.depth = 1 and not c.is_undone and t.to_address = given.address
            and c.to_address <> given.address
            and c.input_size >= 4 and c.input_size = octet_length(t.input)
            and substr(c.input, 1, 4) = substr(t.input, 1, 4)
          group by c.to_address order by last desc limit ${MAX_TARGETS}
        ) used
      ) compared
    ) forwarded
    group by given.address`;
  return new Map(rows.map(({ address, ...forwards }) => [address.toString('hex'), forwards]));
}
