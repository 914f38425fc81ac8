import { creationOf, destructionOf } from '@/lib/api/address/query';
import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database } from '@/lib/db/open-database';
import type { Row } from '@/lib/db/tables';
import { runTransaction } from '@/lib/db/transaction';

/** A contract's ABI as stored: JSON and its SHA-256. */
export type StoredAbi = Pick<Row<'contract_interfaces'>, 'abi_hash' | 'abi'>;

/** The distinct ABIs of these contracts. */
export async function listAbis(db: Database, addresses: readonly Buffer[]): Promise<StoredAbi[]> {
  if (addresses.length === 0) return [];
  return await db.sql<StoredAbi[]>`
    select distinct on (abi_hash) abi_hash, abi from ${db.schema}.contract_interfaces
    where address = any(${toArrayLiteral(addresses)}::bytea[])`;
}

type StoredInterface = Omit<Row<'contract_interfaces'>, 'address' | 'abi_hash'>;

/** Stored data of a contract; text and JSON as raw bytes, null when unknown. */
export type ContractRow = { [Column in keyof StoredInterface]: StoredInterface[Column] | null } & {
  /** Input of the creating transaction; null when another contract created it. */
  creation_input: Buffer | null;
  creation_status: number | null;
  /** The transaction in which it destroyed itself; null while it has code. */
  destruction: Buffer | null;
  /** SHA-256 of its code as the index last read it. */
  current_hash: Buffer | null;
};

/** A contract, or one that destroyed itself; undefined if the address is none. */
export async function findContract(db: Database, address: Buffer): Promise<ContractRow | undefined> {
  const rows = await db.sql<ContractRow[]>`
    select i.source, i.name, i.abi, i.is_exact, i.verified_at, i.language, i.compiler_version, i.file_path,
      coalesce(i.compiler_settings, built.compiler_settings) as compiler_settings,
      coalesce(i.sources, built.sources) as sources, i.verified_via, i.constructor_arguments, i.libraries,
      coalesce(i.storage_layout, built.storage_layout) as storage_layout, i.artifact, i.code_hash,
      a.code_hash as current_hash,
      t.status as creation_status, ${destructionOf(db, db.sql`a`)} as destruction,
      case when t.created_contract = a.address then t.input end as creation_input
    from ${db.schema}.addresses a
    left join ${db.schema}.contract_interfaces i on i.address = a.address
    left join ${db.schema}.artifact_sources built on built.artifact = i.artifact
    left join lateral ${creationOf(db, db.sql`a.address`)} t on true
    where a.address = ${address}
      and (a.is_contract or a.created_block is not null and ${destructionOf(db, db.sql`a`)} is not null)`;
  return rows[0];
}

/** Verified sources of former code; the block is null until the indexer has found out. */
export type FormerRow = Pick<
  ContractRow,
  'name' | 'is_exact' | 'verified_at' | 'language' | 'compiler_version' | 'file_path' | 'sources'
> & { ended_block: number | null };

const MAX_FORMER = 10;

/** Verified sources of code that is no longer at the address, the last first. */
export async function listFormer(db: Database, address: Buffer): Promise<FormerRow[]> {
  return await db.sql<FormerRow[]>`
    select f.name, f.is_exact, f.verified_at, f.language, f.compiler_version, f.file_path,
      coalesce(f.sources, built.sources) as sources, f.ended_block
    from ${db.schema}.former_interfaces f
    left join ${db.schema}.artifact_sources built on built.artifact = f.artifact
    where f.address = ${address} order by f.ended_block desc limit ${MAX_FORMER}`;
}

/** Has the indexer read the code of a contract again. */
export async function scheduleCodeReading(db: Database, address: Buffer): Promise<void> {
  await db.sql`
    update ${db.schema}.addresses set proxy_status = 'pending'
    where address = ${address} and is_contract and proxy_status = 'read'`;
}

/** The contracts that need a lookup: not found, and not tried within `waitHours`. */
export async function listLookupsDue(
  db: Database,
  addresses: readonly Buffer[],
  waitHours: number,
): Promise<Buffer[]> {
  const rows = await db.sql<{ address: Buffer }[]>`
    select a.address from ${db.schema}.addresses a
    left join ${db.schema}.interface_lookups l on l.address = a.address
    where a.address = any(${toArrayLiteral(addresses)}::bytea[]) and a.is_contract
      and (l.address is null or (not l.is_found and l.asked_at < now() - make_interval(hours => ${waitHours})))`;
  return rows.map(({ address }) => address);
}

/** A verified contract: text as received, JSON as text, all bounded in size; sources that are too large are null. */
export type VerifiedContract = Readonly<
  Pick<
    Row<'contract_interfaces'>,
    | 'name'
    | 'abi'
    | 'abi_hash'
    | 'is_exact'
    | 'verified_at'
    | 'language'
    | 'compiler_version'
    | 'file_path'
    | 'compiler_settings'
    | 'sources'
    | 'storage_layout'
    | 'code_hash'
  >
>;

/** Stores a lookup result; an ABI that was found replaces the operator's. */
export async function storeLookup(
  db: Database,
  address: Buffer,
  found: VerifiedContract | undefined,
): Promise<void> {
  await runTransaction(db.sql, async (sql) => {
    // Lock the row against a concurrent reorganization.
    const [stays] = await sql<{ code_hash: Buffer | null }[]>`
      select code_hash from ${db.schema}.addresses where address = ${address} and is_contract for key share`;
    if (!stays) return;
    const code_hash = found?.code_hash ?? stays.code_hash;
    const isOfCode = stays.code_hash === null || code_hash?.equals(stays.code_hash) === true;
    await sql`
      insert into ${db.schema}.interface_lookups (address, asked_at, is_found)
      values (${address}, now(), ${found !== undefined && isOfCode})
      on conflict (address) do update set asked_at = excluded.asked_at, is_found = excluded.is_found`;
    if (!found || !isOfCode) return;
    await sql`delete from ${db.schema}.contract_interfaces where address = ${address}`;
    const row = { address, source: 'verified', verified_via: 'sourcify', ...found, code_hash };
    await sql`insert into ${db.schema}.contract_interfaces ${sql(row)}`;
  });
}

type OperatorContract = Readonly<{ address: Buffer; name: string; abi: Buffer; abi_hash: Buffer }>;

/** Replaces all contracts named by the operator one by one; verified ones are not overwritten. */
export async function replaceNamedContracts(
  db: Database,
  contracts: readonly OperatorContract[],
): Promise<void> {
  await runTransaction(db.sql, async (sql) => {
    await sql`delete from ${db.schema}.contract_interfaces where source = 'operator' and artifact is null`;
    for (const { address, name, abi, abi_hash } of contracts) {
      await sql`delete from ${db.schema}.contract_interfaces where address = ${address} and source = 'operator'`;
      const row = { address, name: Buffer.from(name), abi, abi_hash, source: 'operator' };
      await sql`insert into ${db.schema}.contract_interfaces ${sql(row)} on conflict (address) do nothing`;
    }
  });
}

/** Removes all contract data that came from artifacts. */
export async function removeArtifactMatches(db: Database): Promise<void> {
  await runTransaction(db.sql, async (sql) => {
    await sql`delete from ${db.schema}.contract_interfaces where artifact is not null`;
    await sql`delete from ${db.schema}.artifact_sources`;
  });
}
