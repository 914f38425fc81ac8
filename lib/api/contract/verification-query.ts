import { creationOf } from '@/lib/api/address/query';
import { hashCode } from '@/lib/db/hash-code';
import type { Database } from '@/lib/db/open-database';

/** Init code with constructor arguments of a contract, by transaction or by factory; null where it is not known whole. */
export async function findCreationCode(db: Database, address: Buffer): Promise<Buffer | null> {
  const rows = await db.sql<{ code: Buffer | null }[]>`
    select coalesce(
      case when t.created_contract = ${address} then t.input end,
      (
        select c.input from ${db.schema}.internal_transactions c
        where c.created_contract = ${address} and c.block_number = t.block_number and c.transaction_index = t.index
          and octet_length(c.input) = c.input_size and not c.is_undone
        order by c.index desc limit 1
      )
    ) as code
    from ${creationOf(db, db.sql`${address}::bytea`)} t`;
  return rows[0]?.code ?? null;
}

/** The transaction that created a contract, and who did; undefined where it is not known. */
export async function findDeployment(
  db: Database,
  address: Buffer,
): Promise<{ hash: Buffer; block: number; index: number; creator: Buffer | null } | undefined> {
  const rows = await db.sql<{ hash: Buffer; block: number; index: number; creator: Buffer | null }[]>`
    select t.hash, t.block_number as block, t.index, t.creator
    from ${creationOf(db, db.sql`${address}::bytea`)} t where t.is_done`;
  return rows[0];
}

/** A contract of this code whose sources were compiled here or by the operator, the best match first; undefined when there is none. */
export async function findVerifiedTwin(db: Database, code: Buffer): Promise<Buffer | undefined> {
  const rows = await db.sql<{ address: Buffer }[]>`
    select address from ${db.schema}.contract_interfaces
    where code_hash = ${hashCode(code)} and source = 'verified'
    order by is_exact desc, verified_at, address limit 1`;
  return rows[0]?.address;
}
