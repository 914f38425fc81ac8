import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database } from '@/lib/db/open-database';

/** Calls looked through for each contract, and how many implementations are told. */
const MAX_CALLS = 200;
const MAX_TARGETS = 20;

/**
 * Where contracts have delegated the whole input of transactions to, the latest first, by lower-case hex without 0x: only
 * proxies do so. What traces show is none that a contract could claim.
 */
export async function listForwards(
  { sql, schema }: Database,
  addresses: readonly Buffer[],
): Promise<ReadonlyMap<string, readonly Buffer[]>> {
  const rows = await sql<{ address: Buffer; targets: Buffer[] }[]>`
    select given.address, array_agg(target order by last desc) as targets
    from unnest(${toArrayLiteral(addresses)}::bytea[]) as given (address)
    cross join lateral (
      select c.to_address as target, max((c.block_number, c.transaction_index)) as last
      from (
        select * from ${schema}.internal_transactions where from_address = given.address
        order by block_number desc, transaction_index desc, index desc limit ${MAX_CALLS}
      ) c
      join ${schema}.transactions t on t.block_number = c.block_number and t.index = c.transaction_index
      where c.type = 'delegatecall' and c.depth = 1 and not c.is_undone and t.to_address = given.address
        and c.to_address <> given.address
        and c.input_size >= 4 and c.input_size = octet_length(t.input) and substr(c.input, 1, 4) = substr(t.input, 1, 4)
      group by c.to_address order by 2 desc limit ${MAX_TARGETS}
    ) forwarded
    group by given.address`;
  return new Map(rows.map(({ address, targets }) => [address.toString('hex'), targets]));
}
