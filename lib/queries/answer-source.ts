import type { Database, Fragment } from '@/lib/db/open-database';

/**
 * The endpoints of a row of `answer_sources`, as they are called in public (hosts are for the operator's eyes), as a
 * scalar subquery; `id` is an expression.
 */
export function endpointsOf(db: Database, id: Fragment): Fragment {
  return db.sql`(
    select array_agg(coalesce(
      e.name, 'endpoint ' || (e.position + 1) || ' of ' || (select count(*) from ${db.schema}.rpc_endpoints),
      'a former endpoint'
    ) order by e.position, h.host)
    from ${db.schema}.answer_sources s cross join unnest(s.hosts) as h (host)
    left join ${db.schema}.rpc_endpoints e on e.host = h.host
    where s.id = ${id}
  )`;
}

/** Who told what a contract says about itself, and the node's height then; nulls where that is not known. */
export type TokenSourceRow = Readonly<{
  metadata_endpoints: string[] | null;
  metadata_block: number | null;
  supply_endpoints: string[] | null;
  supply_block: number | null;
}>;

/** The sources of a token's metadata and supply; undefined for an unknown token. */
export async function findTokenSources(db: Database, token: Buffer): Promise<TokenSourceRow | undefined> {
  const rows = await db.sql<TokenSourceRow[]>`
    select ${endpointsOf(db, db.sql`t.metadata_source`)} as metadata_endpoints, t.metadata_block,
      ${endpointsOf(db, db.sql`t.supply_source`)} as supply_endpoints, t.supply_block
    from ${db.schema}.tokens t where t.address = ${token}`;
  return rows[0];
}

/** The endpoints that told the traces of a block. */
export function findTracesEndpoints(db: Database, block: number): Promise<string[] | null> {
  return findBlockEndpoints(db, { block, column: 'traces_source' });
}

/** The endpoints that told what a block's hash does not commit to. */
export function findUnprovenEndpoints(db: Database, block: number): Promise<string[] | null> {
  return findBlockEndpoints(db, { block, column: 'unproven_source' });
}

async function findBlockEndpoints(
  db: Database,
  { block, column }: Readonly<{ block: number; column: 'traces_source' | 'unproven_source' }>,
): Promise<string[] | null> {
  const rows = await db.sql<{ endpoints: string[] | null }[]>`
    select ${endpointsOf(db, db.sql`b.${db.sql(column)}`)} as endpoints from ${db.schema}.blocks b where b.number = ${block}`;
  return rows[0]?.endpoints ?? null;
}
