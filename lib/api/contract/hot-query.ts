import type { Database } from '@/lib/db/open-database';

/** A contract, how many transactions were sent to it, and the gas that they used. */
export type CalledContract = Readonly<{ address: Buffer; transactions: number; gas: bigint }>;

type Position = Readonly<{ block_number: number; index: number }>;
type Row = Position & { size: number; address: Buffer | null; transactions: number; gas: string };

const CHUNK = 2_000;

/**
 * The contracts that transactions from a block on were sent to; undefined if there are more than `most` transactions.
 * Reads them in chunks, newest first.
 */
export async function countCalledContracts(
  db: Database,
  { from, to, most, chunk = CHUNK }: Readonly<{ from: number; to: number; most: number; chunk?: number }>,
): Promise<CalledContract[] | undefined> {
  const counted = new Map<string, CalledContract>();
  let [read, before]: [number, Position] = [0, { block_number: to + 1, index: 0 }];
  for (;;) {
    const rows = await readChunk(db, { from, before, chunk });
    const [end] = rows;
    if (end === undefined) break;
    read += end.size;
    if (read > most) return undefined;
    for (const { address, transactions, gas } of rows) {
      if (address === null) continue;
      const known = counted.get(address.toString('latin1'));
      counted.set(address.toString('latin1'), {
        address,
        transactions: transactions + (known?.transactions ?? 0),
        gas: BigInt(gas) + (known?.gas ?? 0n),
      });
    }
    if (end.size < chunk) break;
    before = end;
  }
  return [...counted.values()];
}

/** Contracts among the transactions before a position, each with the last position read and how many were; none at the end. */
async function readChunk(
  db: Database,
  { from, before, chunk }: Readonly<{ from: number; before: Position; chunk: number }>,
): Promise<Row[]> {
  return await db.sql<Row[]>`
    with recent as materialized (
      select block_number, index, to_address, gas_used from ${db.schema}.transactions
      where block_number >= ${from}::bigint
        and (block_number, index) < (${before.block_number}::bigint, ${before.index}::integer)
      order by block_number desc, index desc limit ${chunk}
    ), called as (
      select c.* from (
        select to_address as address, count(*) as transactions, coalesce(sum(gas_used), 0) as gas from recent
        where to_address is not null group by to_address
      ) c
      cross join lateral (
        select is_contract from ${db.schema}.addresses where address = c.address offset 0
      ) a
      where a.is_contract
    )
    select e.block_number, e.index, s.size, called.* from (
      select block_number, index from recent order by block_number, index limit 1
    ) e
    cross join (select count(*)::integer as size from recent) s
    left join called on true`;
}
