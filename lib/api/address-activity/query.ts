import { scanAddress } from '@/lib/api/address/scan-query';
import { isReceiver } from '@/lib/api/internal-transaction/query';
import { eventsOfSide, type Side } from '@/lib/api/token-transfer/side-query';
import type { AddressPage, TransactionPosition } from '@/lib/api/transaction/query';
import { isCoinLog } from '@/lib/db/coin-logs';
import type { Database } from '@/lib/db/open-database';
import { addressToWord } from '@/lib/evm/words';

/** A height and its time in Unix seconds. */
export type BlockTime = Readonly<{ number: number; timestamp: number }>;

/** The block that first mentions an address, and the latest with a transaction, call, coin or token transfer from or to it. */
export async function findFirstAndLastSeen(
  db: Database,
  address: Buffer,
): Promise<{ first: BlockTime | undefined; last: BlockTime | undefined }> {
  const lastOf = (side: Side) =>
    eventsOfSide(db, { side, address, types: [] }, { start: undefined, limit: 1 });
  const lastCoin = (party: 'topic1' | 'topic2') => db.sql`(
    select l.block_number from ${db.schema}.logs l
    where l.${db.sql(party)} = ${addressToWord(address)} and ${isCoinLog(db.sql)}
    order by l.block_number desc, l.log_index desc limit 1
  )`;
  const rows = await db.sql<(BlockTime & { is_first: boolean })[]>`
    select b.number, b.timestamp, seen.is_first from (
      select true as is_first,
        (select first_seen_block from ${db.schema}.addresses where address = ${address}) as number
      union all
      select false, greatest(
        (select block_number from ${db.schema}.transactions where from_address = ${address}
          order by block_number desc limit 1),
        (select block_number from ${db.schema}.transactions where to_address = ${address}
          order by block_number desc limit 1),
        (select created_block from ${db.schema}.addresses where address = ${address}),
        (select block_number from ${db.schema}.internal_transactions where from_address = ${address}
          order by block_number desc limit 1),
        (select block_number from ${db.schema}.internal_transactions c
          where ${isReceiver(db, address)} order by block_number desc limit 1),
        ${lastCoin('topic1')},
        ${lastCoin('topic2')},
        (select max(e.block_number) from (${lastOf('from')}) e),
        (select max(e.block_number) from (${lastOf('to')}) e)
      )
    ) seen
    join ${db.schema}.blocks b on b.number = seen.number`;
  return { first: rows.find((row) => row.is_first), last: rows.find((row) => !row.is_first) };
}

/** Transactions of a day (`2026-11-20`), UTC. */
export type DayCount = Readonly<{ day: string; transactions: number }>;

/** How many transactions an address sent on each of the `days` days up to `to`, from daily sums; days with none are missing. */
export async function listSentByDay(
  db: Database,
  address: Buffer,
  { to, days }: Readonly<{ to: string; days: number }>,
): Promise<DayCount[]> {
  return await db.sql<DayCount[]>`
    select day::text, times as transactions from ${db.schema}.participations
    where role = 'sender' and address = ${address} and day > ${to}::date - ${days}::integer and day <= ${to}::date
    order by day`;
}

/** How often transactions called a method of a contract, by its selector. */
export type MethodCount = Readonly<{ contract: Buffer; selector: Buffer; transactions: number }>;

/** The methods of contracts that most of the `latest` transactions from or to an address called. */
export async function countMethods(
  db: Database,
  address: Buffer,
  { latest, limit }: Readonly<{ latest: number; limit: number }>,
): Promise<MethodCount[]> {
  const columns = db.sql`t.to_address as contract, substring(t.input from 1 for 4) as selector`;
  const page = { role: undefined, before: undefined, limit: latest };
  return await db.sql<MethodCount[]>`
    select contract, selector, count(*)::integer as transactions
    from (${scanAddress(db, address, { ...page, columns })}) latest
    where length(selector) = 4
    group by contract, selector
    having exists (
      select from ${db.schema}.addresses a
      where a.address = contract and (a.is_contract or a.created_block is not null)
    )
    order by transactions desc, contract, selector limit ${limit}`;
}

/** The value that a transaction moved between two accounts; decimal, in wei. */
export type Interaction = TransactionPosition &
  Readonly<{ from_address: Buffer; receiver: Buffer | null; moved_value: string }>;

/** A page of an address's transactions, newest first, with the columns that sums need; a failed one moved nothing. */
export async function listInteractions(
  db: Database,
  address: Buffer,
  page: AddressPage,
): Promise<Interaction[]> {
  const columns = db.sql`
    t.from_address, coalesce(t.to_address, t.created_contract) as receiver,
    case when t.status = 0 or (t.status is null and t.error is not null) then 0 else t.value end as moved_value`;
  return await db.sql<Interaction[]>`${scanAddress(db, address, { ...page, columns })}`;
}

/** Transactions and token transfers from or to an address after a block, each counted up to `limit`. */
export async function countNews(
  db: Database,
  address: Buffer,
  { after, limit }: Readonly<{ after: number; limit: number }>,
): Promise<{ transactions: number; transfers: number }> {
  const blocks = { first: after + 1, beyond: Number.MAX_SAFE_INTEGER };
  const page = { role: undefined, before: undefined, limit, blocks };
  const ofSide = (side: Side) => db.sql`
    select e.block_number, e.log_index from (
      ${eventsOfSide(db, { side, address, types: [], blocks }, { start: undefined, limit })}
    ) e`;
  const rows = await db.sql<{ transactions: number; transfers: number }[]>`
    select
      (select count(*)::integer from (${scanAddress(db, address, { ...page, columns: db.sql`true` })}) t)
        as transactions,
      least(
        (select count(*)::integer from (${ofSide('from')} union ${ofSide('to')}) e), ${limit}::integer
      ) as transfers`;
  return rows[0] ?? { transactions: 0, transfers: 0 };
}
