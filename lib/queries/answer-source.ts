import type { Database, Fragment } from '@/lib/db/open-database';

/** The endpoints of a row of `answer_sources`, by host, as a scalar subquery; `id` is an expression. */
export function hostsOf(db: Database, id: Fragment): Fragment {
  return db.sql`(select hosts from ${db.schema}.answer_sources where id = ${id})`;
}

/** Who told what a contract says about itself, and the node's height then; nulls where that is not known. */
export type TokenSourceRow = Readonly<{
  metadata_hosts: string[] | null;
  metadata_block: number | null;
  supply_hosts: string[] | null;
  supply_block: number | null;
}>;

/** The sources of a token's metadata and supply; undefined for an unknown token. */
export async function findTokenSources(db: Database, token: Buffer): Promise<TokenSourceRow | undefined> {
  const rows = await db.sql<TokenSourceRow[]>`
    select ${hostsOf(db, db.sql`t.metadata_source`)} as metadata_hosts, t.metadata_block,
      ${hostsOf(db, db.sql`t.supply_source`)} as supply_hosts, t.supply_block
    from ${db.schema}.tokens t where t.address = ${token}`;
  return rows[0];
}

/** The endpoints that told the traces of a block. */
export async function findTracesHosts(db: Database, block: number): Promise<string[] | null> {
  const rows = await db.sql<{ hosts: string[] | null }[]>`
    select ${hostsOf(db, db.sql`b.traces_source`)} as hosts from ${db.schema}.blocks b where b.number = ${block}`;
  return rows[0]?.hosts ?? null;
}
