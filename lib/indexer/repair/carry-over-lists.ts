import type { Database } from '@/lib/db/open-database';

/** Heights per statement: a list may take megabytes. */
const PER_STEP = 1_000;

/**
 * Takes access lists, and the balances in them, from one index of a chain over into another that has the same blocks without
 * them: nodes keep the lists of two weeks.
 */
export async function carryOverLists(from: Database, to: Database): Promise<void> {
  const { sql } = to;
  const [range] = await sql<{ first: number | null; last: number | null }[]>`
    select min(block_number) as first, max(block_number) as last
    from ${to.schema}.block_access_lists where rlp is null`;
  if (range?.first == null || range.last === null) return;
  for (let first = range.first; first <= range.last; first += PER_STEP)
    await sql`
      with carried as (
        update ${to.schema}.block_access_lists l
        set rlp = o.rlp, accounts = o.accounts, changed_slots = o.changed_slots, read_slots = o.read_slots
        from ${from.schema}.block_access_lists o
        where l.block_number between ${first} and ${first + PER_STEP - 1} and l.rlp is null
          and o.block_number = l.block_number and o.hash = l.hash and o.rlp is not null
        returning l.block_number
      )
      insert into ${to.schema}.coin_balances (address, block_number, balance)
      select address, block_number, balance
      from ${from.schema}.coin_balances join carried using (block_number)
      where block_number between ${first} and ${first + PER_STEP - 1}`;
}
