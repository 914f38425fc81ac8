import { hashCode } from '@/lib/db/hash-code';
import type { Database } from '@/lib/db/open-database';
import { runTransaction } from '@/lib/db/transaction';
import { creationOf } from './address';

/** Init code with constructor arguments of a contract, by transaction or by factory; null where it is not known whole. */
export async function findCreationCode(db: Database, address: Buffer): Promise<Buffer | null> {
  const rows = await db.sql<{ code: Buffer | null }[]>`
    select coalesce(
      case when t.created_contract = ${address} then t.input end,
      (
        select c.input from ${db.schema}.internal_transactions c
        where c.created_contract = ${address} and c.block_number = t.block_number and c.transaction_index = t.index
          and octet_length(c.input) = c.input_size and not c.is_undone
        order by c.index limit 1
      )
    ) as code
    from ${creationOf(db, db.sql`${address}::bytea`)} t`;
  return rows[0]?.code ?? null;
}

/** What is known of verified sources: text, and JSON as text. */
export type VerifiedSources = Readonly<{
  name: Buffer;
  abi: Buffer;
  abi_hash: Buffer;
  is_exact: boolean;
  /** Unix seconds. */
  verified_at: number;
  language: Buffer;
  compiler_version: Buffer;
  file_path: Buffer;
  compiler_settings: Buffer;
  sources: Buffer;
  constructor_arguments: Buffer | null;
  /** Addresses by qualified name. */
  libraries: Buffer;
  /** Where the variables are; null where the compiler does not tell. */
  storage_layout: Buffer | null;
  /** SHA-256 of the runtime code. */
  code_hash: Buffer;
}>;

/** Stores what a verification found; a partial match never replaces an exact one. False when it is no contract any more. */
export async function storeVerification(
  db: Database,
  address: Buffer,
  found: VerifiedSources,
): Promise<boolean> {
  return await runTransaction(db.sql, async (sql) => {
    // Lock the row against a concurrent reorganization.
    const [stays] = await sql`
      select 1 from ${db.schema}.addresses where address = ${address} and is_contract for key share`;
    if (!stays) return false;
    const row = { address, source: 'verified', verified_via: 'compiler', ...found };
    await sql`
      delete from ${db.schema}.contract_interfaces
      where address = ${address} and (${found.is_exact} or is_exact is not true)`;
    await sql`insert into ${db.schema}.contract_interfaces ${sql(row)} on conflict (address) do nothing`;
    await sql`
      insert into ${db.schema}.interface_lookups (address, asked_at, is_found) values (${address}, now(), true)
      on conflict (address) do update set asked_at = excluded.asked_at, is_found = true`;
    return true;
  });
}

/** A contract of this code whose sources were compiled here or by the operator, the best match first; undefined when there is none. */
export async function findVerifiedTwin(db: Database, code: Buffer): Promise<Buffer | undefined> {
  const rows = await db.sql<{ address: Buffer }[]>`
    select address from ${db.schema}.contract_interfaces
    where code_hash = ${hashCode(code)} and source = 'verified'
    order by is_exact desc, verified_at, address limit 1`;
  return rows[0]?.address;
}
