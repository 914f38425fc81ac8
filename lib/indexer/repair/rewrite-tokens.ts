import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database, Transaction } from '@/lib/db/open-database';
import { TOKEN_TYPES, typesWith } from '@/lib/evm/token-standards';
import { ZERO_ADDRESS } from '@/lib/evm/zero-address';
import type { Batch } from '@/lib/indexer/sync/batch';
import { writeTokens } from '@/lib/indexer/sync/write-tokens';
import type { ReassignedFirstSeen } from './first-seen';

type Instance = Readonly<{ token_address: Buffer; token_id: string }>;

/** Tokens, with their types, and instances in the stored or new contents of a block. */
export type AffectedTokens = Readonly<{
  tokens: ReadonlyMap<string, string>;
  instances: readonly Instance[];
  list: string;
}>;

/** Before the rows of a block are replaced: subtracts its transfers from tokens and instances, and reassigns types. */
export async function subtractTokens(
  sql: Transaction,
  db: Database,
  { height, reassigned, batch }: { height: number; reassigned: ReassignedFirstSeen; batch: Batch },
): Promise<AffectedTokens> {
  const tokens = await sql<{ token_address: Buffer }[]>`
    select distinct token_address from ${db.schema}.token_transfers where block_number = ${height}`;
  const added = [...batch.tokens.values()].map(({ address }) => address);
  const list = toArrayLiteral([...tokens.map(({ token_address }) => token_address), ...added]);
  const typed = await readTypes(sql, db, list);
  await sql`
    update ${db.schema}.tokens t set
      transfers_count = t.transfers_count - moved.transfers,
      is_supply_stale = t.is_supply_stale or moved.has_moved_supply
    from (
      select token_address, count(*) as transfers,
        bool_or(from_address = ${ZERO_ADDRESS} or to_address = ${ZERO_ADDRESS}) as has_moved_supply
      from ${db.schema}.token_transfers where block_number = ${height} group by token_address
    ) moved
    where t.address = moved.token_address`;
  await reassignTypes(sql, db, { height, reassigned, batch });
  const instances = await sql<Instance[]>`
    update ${db.schema}.token_instances i set transfers_count = i.transfers_count - moved.transfers
    from (
      select token_address, token_id, count(*) as transfers from ${db.schema}.token_instance_transfers
      where block_number = ${height} group by token_address, token_id
    ) moved
    where i.token_address = moved.token_address and i.token_id = moved.token_id
    returning i.token_address, i.token_id`;
  return { tokens: typed, instances, list };
}

/** Types first seen in a later block now, and those that the batch moves to this one. */
async function reassignTypes(
  sql: Transaction,
  db: Database,
  { height, reassigned, batch }: { height: number; reassigned: ReassignedFirstSeen; batch: Batch },
): Promise<void> {
  const added = [...batch.tokens.values()].flatMap(({ address, types }) =>
    [...types.keys()].map((type) => ({ token: address, type, height: null })),
  );
  // A type without a later transfer is deleted; the batch inserts its own again.
  const changes = [...reassigned.types, ...added];
  await sql`
    with given as (
      select * from unnest(
        ${toArrayLiteral(changes.map(({ token }) => token))}::bytea[],
        ${toArrayLiteral(changes.map(({ type }) => type))}::text[],
        ${toArrayLiteral(changes.map((next) => next.height))}::bigint[]
      ) as given (token, type, height)
    ), gone as (
      delete from ${db.schema}.token_types k using given g
      where k.token_address = g.token and k.type = g.type and g.height is null and k.first_seen_block >= ${height}
    )
    update ${db.schema}.token_types k set first_seen_block = g.height
    from given g where k.token_address = g.token and k.type = g.type and g.height is not null`;
}

/** After `subtractTokens`, and when the new rows are stored: tokens, types and instances with their owners. */
export async function restoreTokens(
  sql: Transaction,
  db: Database,
  { height, batch, affected }: { height: number; batch: Batch; affected: AffectedTokens },
): Promise<void> {
  await writeTokens(sql, db, batch);
  await sql`
    delete from ${db.schema}.tokens t
    where address = any(${affected.list}::bytea[])
      and not exists (select from ${db.schema}.token_types k where k.token_address = t.address)`;
  await sql`
    update ${db.schema}.tokens t set
      first_seen_block = (
        select min(first_seen_block) from ${db.schema}.token_types k where k.token_address = t.address
      ),
      type = (
        select k.type from ${db.schema}.token_types k where k.token_address = t.address
        order by array_position(${toArrayLiteral(TOKEN_TYPES)}::text[], k.type) desc limit 1
      )
    where address = any(${affected.list}::bytea[])`;
  await restoreInstances(sql, db, { batch, affected });
  await scheduleBalanceChecks(sql, db, { height, affected });
  await scheduleMetadataRefresh(sql, db, affected);
}

async function restoreInstances(
  sql: Transaction,
  db: Database,
  { batch, affected }: { batch: Batch; affected: AffectedTokens },
): Promise<void> {
  const instances = [...affected.instances, ...batch.instances.values()];
  const keys = sql`unnest(
    ${toArrayLiteral(instances.map(({ token_address }) => token_address))}::bytea[],
    ${toArrayLiteral(instances.map(({ token_id }) => token_id))}::numeric[]
  ) as g (token_address, token_id)`;
  await sql`
    with gone as (
      delete from ${db.schema}.token_instances i using ${keys}
      where i.token_address = g.token_address and i.token_id = g.token_id and i.transfers_count = 0
      returning i.token_address, i.token_id
    )
    delete from ${db.schema}.token_instance_metadata m using gone
    where m.token_address = gone.token_address and m.token_id = gone.token_id`;
  await sql`
    update ${db.schema}.token_instances i set owner = (
      select case when t.token_type = any(${toArrayLiteral(typesWith('unique'))}::text[]) then t.to_address end
      from ${db.schema}.token_instance_transfers m
      join ${db.schema}.token_transfers t
        on t.token_address = m.token_address and t.block_number = m.block_number and t.log_index = m.log_index
      where m.token_address = i.token_address and m.token_id = i.token_id
      order by m.block_number desc, m.log_index desc limit 1
    )
    from ${keys} where i.token_address = g.token_address and i.token_id = g.token_id`;
}

/** Schedules comparing the tokens' balances with the contract again, and fetching those of the block's parties. */
async function scheduleBalanceChecks(
  sql: Transaction,
  db: Database,
  { height, affected: { list } }: { height: number; affected: AffectedTokens },
): Promise<void> {
  await sql`
    update ${db.schema}.token_balance_checks set
      transfers_count = -1,
      walked_log = case when walked_block < ${height} then walked_log else -1 end,
      walked_block = least(walked_block, ${height - 1})
    where token_address = any(${list}::bytea[])`;
  for (const table of ['token_balance_checks', 'token_balances', 'token_instance_balances'])
    await sql`
      delete from ${db.schema}.${sql(table)} b
      where token_address = any(${list}::bytea[])
        and not exists (select from ${db.schema}.tokens t where t.address = b.token_address)`;
}

/** Schedules fetching metadata of tokens whose type changed: the getter depends on the type. */
async function scheduleMetadataRefresh(
  sql: Transaction,
  db: Database,
  { tokens, list }: AffectedTokens,
): Promise<void> {
  const now = await sql<{ address: Buffer; type: string }[]>`
    select address, type from ${db.schema}.tokens where address = any(${list}::bytea[])`;
  const changed = now.filter(({ address, type }) => {
    const before = tokens.get(address.toString('hex'));
    return before !== undefined && before !== type;
  });
  if (changed.length === 0) return;
  const addresses = toArrayLiteral(changed.map(({ address }) => address));
  await sql`
    delete from ${db.schema}.token_instance_metadata where token_address = any(${addresses}::bytea[])`;
  await sql`
    update ${db.schema}.token_instances set metadata_status = 'pending'
    where token_address = any(${addresses}::bytea[])`;
}

async function readTypes(sql: Transaction, db: Database, list: string): Promise<Map<string, string>> {
  const rows = await sql<{ address: Buffer; type: string }[]>`
    select address, type from ${db.schema}.tokens where address = any(${list}::bytea[])`;
  return new Map(rows.map(({ address, type }) => [address.toString('hex'), type]));
}
