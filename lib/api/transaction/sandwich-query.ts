import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database } from '@/lib/db/open-database';
import type { Row } from '@/lib/db/tables';
import type { EvmLog } from '@/lib/evm/decode-transfers';
import { FUNGIBLE_TYPES } from '@/lib/evm/token-standards';
import type { Movement } from '@/lib/evm/trades/sandwiches';
import { positionByHash } from './query';

/** A log of a pool in a block, with its pool and its transaction. */
export type PoolLogRow = EvmLog &
  Pick<Row<'pools'>, 'token0' | 'token1' | 'fee' | 'exchange'> & {
    transactionIndex: number;
    hash: Buffer;
    from: Buffer;
    to: Buffer | null;
  };
/** Which logs: by first topic, of the first pools of the transaction, the first of each. */
export type PoolLogFilter = Readonly<{ topics: readonly Buffer[]; pools: number; logs: number }>;

const MAX_DATA_BYTES = 256;
/** Logs of a pool that are looked through for its last swap: most are swaps. */
const MAX_LOOKED_AT = 20;

/** The swaps, by anyone in its block, of the pools that a transaction traded in; of pools that are what they say by their address. */
export async function listPoolLogs(
  db: Database,
  hash: Buffer,
  { topics, pools, logs }: PoolLogFilter,
): Promise<PoolLogRow[]> {
  const listed = toArrayLiteral(topics);
  return await db.sql<PoolLogRow[]>`
    with traded as materialized (
      select l.block_number, l.address from ${positionByHash(db, hash)} p
      join ${db.schema}.logs l on l.block_number = p.block_number and l.transaction_index = p.index
      where l.topic0 = any(${listed}::bytea[])
      group by 1, 2 order by min(l.log_index) limit ${pools}
    )
    select l.log_index as "logIndex", l.transaction_index as "transactionIndex", l.address, l.data,
      array_remove(array[l.topic0, l.topic1, l.topic2, l.topic3], null) as topics,
      p.token0, p.token1, p.fee, p.exchange, t.hash, t.from_address as "from", t.to_address as "to"
    from traded d join ${db.schema}.pools p on p.address = d.address
    cross join lateral (
      select * from ${db.schema}.logs l
      where l.address = d.address and l.block_number = d.block_number
        and l.topic0 = any(${listed}::bytea[]) and octet_length(l.data) <= ${MAX_DATA_BYTES}
      order by l.log_index limit ${logs}
    ) l
    join ${db.schema}.transactions t on t.block_number = l.block_number and t.index = l.transaction_index
    order by l.address, l.log_index`;
}

/** Two transactions of one sender in a block, and two tokens. */
export type MovementFilter = Readonly<{
  block_number: number;
  indexes: readonly number[];
  from: Buffer;
  tokens: readonly Buffer[];
}>;

/** What accounts got and gave of fungible tokens; none of those but the sender that someone else called in the block: they serve others. */
export async function listMovements(
  db: Database,
  { block_number, indexes, from, tokens }: MovementFilter,
  accounts: readonly Buffer[],
): Promise<Movement[]> {
  const [listed, types] = [toArrayLiteral(accounts), toArrayLiteral(FUNGIBLE_TYPES)];
  const rows = await db.sql<(Omit<Movement, 'amount'> & { amount: string })[]>`
    select e.transaction_index as index, a.account, e.token_address as token,
      sum(case when e.to_address = a.account then e.amount else 0 end
        - case when e.from_address = a.account then e.amount else 0 end)::text as amount
    from ${db.schema}.token_transfers e
    join unnest(${listed}::bytea[]) a (account) on a.account in (e.from_address, e.to_address)
    where e.block_number = ${block_number} and e.transaction_index = any(${toArrayLiteral(indexes)}::int[])
      and e.token_address = any(${toArrayLiteral(tokens)}::bytea[])
      and e.token_type = any(${types}::text[]) and e.amount is not null
      and (a.account = ${from} or not exists (
        select from ${db.schema}.transactions t
        where t.to_address = a.account and t.block_number = ${block_number} and t.from_address <> ${from}))
    group by 1, 2, 3`;
  return rows.map((row) => ({ ...row, amount: BigInt(row.amount) }));
}

/** The last swap of a pool before a log, if it is among its last logs. */
export async function findTradeBefore(
  db: Database,
  {
    address,
    block_number,
    log_index,
  }: Readonly<{ address: Buffer; block_number: number; log_index: number }>,
  topics: readonly Buffer[],
): Promise<EvmLog | undefined> {
  const rows = await db.sql<EvmLog[]>`
    select l.log_index as "logIndex", l.address, l.data,
      array_remove(array[l.topic0, l.topic1, l.topic2, l.topic3], null) as topics
    from (
      select * from ${db.schema}.logs l
      where l.address = ${address} and (l.block_number, l.log_index) < (${block_number}, ${log_index})
      order by l.block_number desc, l.log_index desc limit ${MAX_LOOKED_AT}
    ) l
    where l.topic0 = any(${toArrayLiteral(topics)}::bytea[]) and octet_length(l.data) <= ${MAX_DATA_BYTES}
    order by l.block_number desc, l.log_index desc limit 1`;
  return rows[0];
}
