import { type ArrayElement, toArrayLiteral } from '@/lib/db/array-literal';
import type { Database, Transaction } from '@/lib/db/open-database';
import { TOKEN_TYPES } from '@/lib/evm/token-standards';
import type { Batch, InstanceFacts, TokenFacts } from './batch';

/** Adds the batch's tokens, types and instances. A token's type is never lowered. */
export async function writeTokens(
  sql: Transaction,
  db: Database,
  batch: Pick<Batch, 'tokens' | 'instances'>,
): Promise<void> {
  const tokens = [...batch.tokens.values()];
  if (tokens.length === 0) return;
  await writeTypes(sql, db, tokens);
  const column = (read: (token: TokenFacts) => ArrayElement) => toArrayLiteral(tokens.map(read));
  await sql`
    insert into ${db.schema}.tokens as stored (address, type, first_seen_block, transfers_count, is_supply_stale)
    select * from unnest(
      ${column((token) => token.address)}::bytea[],
      ${column((token) => token.type)}::text[],
      ${column((token) => token.first_seen_block)}::bigint[],
      ${column((token) => token.transfers_count)}::bigint[],
      ${column((token) => token.is_supply_stale)}::boolean[]
    )
    on conflict (address) do update set
      transfers_count = stored.transfers_count + excluded.transfers_count,
      is_supply_stale = stored.is_supply_stale or excluded.is_supply_stale`;
  // apart from the insert: Citus cannot place a table below ON CONFLICT
  await raiseTypes(sql, db, tokens);
  const instances = [...batch.instances.values()];
  if (instances.length > 0) await writeInstances(sql, db, instances);
}

/** Raises tokens to the highest of their types. */
async function raiseTypes(sql: Transaction, db: Database, tokens: readonly TokenFacts[]): Promise<void> {
  await sql`
    update ${db.schema}.tokens as stored set type = best.type
    from (
      select distinct on (token_address) token_address, type from ${db.schema}.token_types
      where token_address = any(${toArrayLiteral(tokens.map(({ address }) => address))}::bytea[])
      order by token_address, array_position(${toArrayLiteral(TOKEN_TYPES)}::text[], type) desc
    ) best
    where stored.address = best.token_address and stored.type <> best.type`;
}

async function writeTypes(sql: Transaction, db: Database, tokens: readonly TokenFacts[]): Promise<void> {
  const types = tokens.flatMap(({ address, types: seen }) =>
    [...seen].map(([type, height]) => ({ address, type, height })),
  );
  await sql`
    insert into ${db.schema}.token_types (token_address, type, first_seen_block)
    select * from unnest(
      ${toArrayLiteral(types.map(({ address }) => address))}::bytea[],
      ${toArrayLiteral(types.map(({ type }) => type))}::text[],
      ${toArrayLiteral(types.map(({ height }) => height))}::bigint[]
    )
    on conflict do nothing`;
}

async function writeInstances(
  sql: Transaction,
  db: Database,
  instances: readonly InstanceFacts[],
): Promise<void> {
  const column = (read: (instance: InstanceFacts) => ArrayElement) => toArrayLiteral(instances.map(read));
  await sql`
    insert into ${db.schema}.token_instances as stored (token_address, token_id, transfers_count, owner)
    select * from unnest(
      ${column((instance) => instance.token_address)}::bytea[],
      ${column((instance) => instance.token_id)}::numeric[],
      ${column((instance) => instance.transfers_count)}::bigint[],
      ${column((instance) => instance.owner)}::bytea[]
    )
    on conflict (token_address, token_id) do update set
      transfers_count = stored.transfers_count + excluded.transfers_count,
      owner = excluded.owner`;
}
