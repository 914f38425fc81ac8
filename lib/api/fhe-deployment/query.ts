import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database } from '@/lib/db/open-database';
import type { Row } from '@/lib/db/tables';
import { hexToBuffer } from '@/lib/evm/hex';
import { LIMIT_TOPICS, UPGRADED_TOPIC, WHITELIST_TOPICS } from '@/lib/fhe/limits';

/** A deployment with what is known of its contracts. */
export type DeploymentRow = Row<'fhe_deployments'>;

/** The deployments of a chain, the main one first. */
export async function listDeployments(db: Database): Promise<DeploymentRow[]> {
  return db.sql<DeploymentRow[]>`select * from ${db.schema}.fhe_deployments order by position, executor`;
}

/** The ACLs of a chain's deployments. */
export async function listAcls(db: Database): Promise<Buffer[]> {
  return (await listDeployments(db)).flatMap(({ acl }) => acl ?? []);
}

/** A block, or in it the transaction up to whose end logs count. */
export type LimitPosition = Readonly<{ block_number: number; transaction_index: number | undefined }>;

/** What HCULimit was read to have, and what its events say since; limits are decimal. */
export type LimitsRow = Pick<Row<'fhe_limits'>, 'block_number' | 'source' | 'version'> &
  Record<'per_transaction' | 'depth' | 'per_block', string | null>;
/** The last event of a topic. */
export type LimitEventRow = Readonly<{ topic0: Buffer; block_number: number; data: Buffer }>;

const TOPICS = [...Object.values(LIMIT_TOPICS), UPGRADED_TOPIC].map(hexToBuffer);
const WHITELIST = Object.values(WHITELIST_TOPICS).map(hexToBuffer);

/** The last reading of an HCULimit's limits up to a position, and its last event of each kind. */
export async function findLimits(
  db: Database,
  hcuLimit: Buffer,
  { block_number, transaction_index }: LimitPosition,
): Promise<{ reading: LimitsRow | undefined; events: LimitEventRow[] }> {
  const isBefore =
    transaction_index === undefined
      ? db.sql`l.block_number <= ${block_number}`
      : db.sql`(l.block_number, l.transaction_index) <= (${block_number}::bigint, ${transaction_index}::integer)
          and l.block_number <= ${block_number}`;
  const [[reading], events] = await Promise.all([
    db.sql<LimitsRow[]>`
      select block_number, source, version, per_transaction::text, depth::text, per_block::text
      from ${db.schema}.fhe_limits where hcu_limit = ${hcuLimit} and block_number <= ${block_number}
      order by block_number desc limit 1`,
    db.sql<LimitEventRow[]>`
      select l.topic0, l.block_number, l.data
      from unnest(${toArrayLiteral(TOPICS)}::bytea[]) as wanted (topic)
      cross join lateral (
        select l.topic0, l.block_number, l.data from ${db.schema}.logs l
        where l.address = ${hcuLimit} and l.topic0 = wanted.topic and ${isBefore}
        order by l.block_number desc, l.log_index desc limit 1
      ) l`,
  ]);
  return { reading, events };
}

/** Heights, ascending, at which limits must be read: those in between have the limits of the one before. */
export async function listLimitHeights(
  db: Database,
  hcuLimit: Buffer,
  heights: readonly number[],
): Promise<number[]> {
  const rows = await db.sql<{ height: number }[]>`
    select h.height from (
      select height, lag(height) over (order by height) as previous
      from unnest(${toArrayLiteral(heights)}::bigint[]) as height
    ) h
    where h.previous is null
      or exists (
        select 1 from ${db.schema}.logs l where l.address = ${hcuLimit} and l.topic0 = any(${toArrayLiteral(TOPICS)}::bytea[])
          and l.block_number > h.previous and l.block_number <= h.height
      )
      or exists (
        select 1 from ${db.schema}.fhe_limits r
        where r.hcu_limit = ${hcuLimit} and r.block_number > h.previous and r.block_number <= h.height
      )
    order by 1`;
  return rows.map(({ height }) => height);
}

/** HCU by block, executor and caller; `epoch` counts the changes of the whitelist in the block before. */
export type CallerUsageRow = Readonly<{
  block_number: number;
  executor: Buffer;
  caller: Buffer | null;
  epoch: number;
  operation_count: number;
  total_hcu: number;
  max_depth_hcu: number;
}>;

/** What blocks used, or one transaction of a block, or with `part` those before that one. */
export async function listCallerUsage(
  db: Database,
  {
    blocks,
    transaction_index,
  }: Readonly<{ blocks: readonly number[]; transaction_index?: number | undefined }>,
  part: 'own' | 'before' = 'own',
): Promise<CallerUsageRow[]> {
  const comparison = part === 'own' ? db.sql`=` : db.sql`<`;
  const isOfTransaction =
    transaction_index === undefined
      ? db.sql``
      : db.sql`and o.transaction_index ${comparison} ${transaction_index}`;
  return db.sql<CallerUsageRow[]>`
    select o.block_number, l.address as executor, o.caller, coalesce(changes.epoch, 0)::integer as epoch,
      count(*)::integer as operation_count, sum(o.hcu_cost)::float8 as total_hcu, max(o.hcu_depth) as max_depth_hcu
    from ${db.schema}.fhe_operations o
    join ${db.schema}.logs l on l.block_number = o.block_number and l.transaction_index = o.transaction_index
      and l.log_index = o.log_index
    left join ${db.schema}.fhe_deployments d on d.executor = l.address
    left join lateral (
      select count(*) as epoch from ${db.schema}.logs w
      where w.address = d.hcu_limit and w.block_number = o.block_number and w.log_index < o.log_index
        and w.topic0 = any(${toArrayLiteral(WHITELIST)}::bytea[])
    ) changes on true
    where o.block_number = any(${toArrayLiteral(blocks)}::bigint[]) ${isOfTransaction}
    group by 1, 2, 3, 4 order by 6 desc, 3`;
}

/** Changes of an HCULimit's whitelist: of each account the last one before some blocks (null), then all in them, in order. */
export type WhitelistRow = Readonly<{ account: Buffer; is_added: boolean; block_number: number | null }>;

const MAX_WHITELIST = 10_000;

/** The whitelist of an HCULimit before some blocks, and its changes in them, at most 10,000 each. */
export async function listWhitelist(
  db: Database,
  hcuLimit: Buffer,
  { first, last }: Readonly<{ first: number; last: number }>,
): Promise<WhitelistRow[]> {
  const [added] = WHITELIST;
  const isOf = db.sql`address = ${hcuLimit} and topic0 = any(${toArrayLiteral(WHITELIST)}::bytea[]) and length(topic1) = 32`;
  return db.sql<WhitelistRow[]>`
    (
      select account, is_added, null::bigint as block_number from (
        select distinct on (topic1) substring(topic1 from 13) as account, topic0 = ${added ?? null} as is_added
        from ${db.schema}.logs where ${isOf} and block_number < ${first}
        order by topic1, block_number desc, log_index desc
      ) before where is_added limit ${MAX_WHITELIST}
    )
    union all
    (
      select substring(topic1 from 13), topic0 = ${added ?? null}, block_number
      from ${db.schema}.logs where ${isOf} and block_number between ${first} and ${last}
      order by block_number, log_index limit ${MAX_WHITELIST}
    )`;
}

/** Whether all exempt callers are known: a contract that had limits when the index began may have exempted some before. */
export async function isWhitelistComplete(db: Database, hcuLimit: Buffer): Promise<boolean> {
  const [first] = await db.sql<{ source: string }[]>`
    select source from ${db.schema}.fhe_limits where hcu_limit = ${hcuLimit} order by block_number limit 1`;
  return first?.source === 'constants' || first?.source === 'none';
}

/** What a confidential token declares, and the known deployment that has its executor. */
export type FheAppRow = Pick<Row<'fhe_apps'>, 'maker' | 'executor'> &
  Readonly<{ deployment: string | null; protocol_id: string | null }>;

/** What computes on the amounts of a confidential token; undefined until it was read. */
export async function findFheApp(db: Database, token: Buffer): Promise<FheAppRow | undefined> {
  const [row] = await db.sql<FheAppRow[]>`
    select a.maker, a.executor, a.protocol_id::text, d.name as deployment
    from ${db.schema}.fhe_apps a left join ${db.schema}.fhe_deployments d on d.executor = a.executor
    where a.address = ${token}`;
  return row;
}
