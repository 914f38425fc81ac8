import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database } from '@/lib/db/open-database';
import type { EvmLog } from '@/lib/evm/decode-transfers';
import { FUNGIBLE_TYPES } from '@/lib/evm/token-standards';
import { positionByHash } from './query';

/** Logs that may be actions: by first topic, or an NFT minted by these contracts. */
export type ActionFilter = Readonly<{ topics: readonly Buffer[]; minters: readonly Buffer[] }>;

/** A token that a pool moved in the transaction, or else one of the first it received. */
export type PoolTokenRow = { pool: Buffer; token_address: Buffer; is_moved: boolean };

/** Transfer(address,address,uint256), and the zero address as a topic. */
const TRANSFER = Buffer.from('ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef', 'hex');
const ZERO_TOPIC = Buffer.alloc(32);
const MAX_DATA_BYTES = 256;
const MAX_MOVED = 2_000;
/** A pool's own tokens come with its first liquidity, before anyone can send it others. */
const MAX_FIRST = 20;

/** The first logs of a transaction that may be actions, in order. */
export async function listActionLogs(
  db: Database,
  hash: Buffer,
  { topics: firstTopics, minters, limit }: ActionFilter & { limit: number },
): Promise<EvmLog[]> {
  return await db.sql<EvmLog[]>`
    select l.log_index as "logIndex", l.address, l.data,
      array_remove(array[l.topic0, l.topic1, l.topic2, l.topic3], null) as topics
    from ${positionByHash(db, hash)} p
    join ${db.schema}.logs l on l.block_number = p.block_number and l.transaction_index = p.index
    where octet_length(l.data) <= ${MAX_DATA_BYTES} and (
      l.topic0 = any(${toArrayLiteral(firstTopics)}::bytea[])
      or (l.topic0 = ${TRANSFER} and l.topic1 = ${ZERO_TOPIC} and l.address = any(${toArrayLiteral(minters)}::bytea[]))
    )
    order by l.log_index limit ${limit}`;
}

/** Fungible tokens that these pools moved in a transaction, then those they received first. */
export async function listPoolTokens(
  db: Database,
  hash: Buffer,
  pools: readonly Buffer[],
): Promise<PoolTokenRow[]> {
  const listed = toArrayLiteral(pools);
  const types = toArrayLiteral(FUNGIBLE_TYPES);
  return await db.sql<PoolTokenRow[]>`
    with moved as materialized (
      select e.from_address, e.to_address, e.token_address
      from ${positionByHash(db, hash)} t
      join ${db.schema}.token_transfers e on e.block_number = t.block_number and e.transaction_index = t.index
      where e.token_type = any(${types}::text[])
        and (e.from_address = any(${listed}::bytea[]) or e.to_address = any(${listed}::bytea[]))
      limit ${MAX_MOVED}
    )
    select pool, token_address, is_moved from (
      select distinct p.pool, m.token_address, true as is_moved, 0 as rank
      from unnest(${listed}::bytea[]) p (pool) join moved m on p.pool in (m.from_address, m.to_address)
      union all
      select f.pool, f.token_address, false, min(f.rank) from (
        select p.pool, f.token_address, f.rank
        from unnest(${listed}::bytea[]) p (pool) cross join unnest(${types}::text[]) k (type) cross join lateral (
          select to_address, token_type, token_address, row_number() over () as rank from (
            select e.to_address, e.token_type, e.token_address from ${db.schema}.token_transfers e
            where (e.to_address, e.token_type, e.block_number) > (p.pool, k.type, -1)
            order by e.to_address, e.token_type, e.block_number, e.log_index limit ${MAX_FIRST}
          ) e
        ) f where f.to_address = p.pool and f.token_type = k.type
      ) f group by 1, 2
    ) candidates order by is_moved desc, rank`;
}
