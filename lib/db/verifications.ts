import { toArrayLiteral } from './array-literal';
import { retireInterfaces } from './former-interfaces';
import { hashCode } from './hash-code';
import { type Database, schemaName, type Transaction } from './open-database';
import { GATEWAY_COLUMNS, type Row } from './tables';
import { runTransaction } from './transaction';

/** Result of a verification: text, and JSON as text. */
export type VerifiedSources = Readonly<Omit<Row<'kept_verifications'>, 'chain_id' | 'address'>>;

/** Stores a verification; a match of the same code is only replaced by an exact one. False when the contract no longer exists. */
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
    await retireInterfaces(sql, db, sql`i.address = ${address} and i.code_hash <> ${found.code_hash}`);
    await sql`
      delete from ${db.schema}.contract_interfaces
      where address = ${address} and (${found.is_exact} or source <> 'verified' or code_hash is null)`;
    await sql`insert into ${db.schema}.contract_interfaces ${sql(row)} on conflict (address) do nothing`;
    await sql`
      insert into ${db.schema}.interface_lookups (address, asked_at, is_found) values (${address}, now(), true)
      on conflict (address) do update set asked_at = excluded.asked_at, is_found = true`;
    return true;
  });
}

/** What a verification may lack. */
const OPTIONAL: ReadonlySet<string> = new Set(['constructor_arguments', 'storage_layout']);

/** Keeps the verifications of a chain whose index, perhaps of an older version, is about to be dropped. */
export async function keepVerifications(sql: Transaction, chainId: number): Promise<void> {
  const name = `${schemaName(chainId)}.contract_interfaces`;
  const columns = await sql<{ name: string }[]>`
    select attname as name from pg_attribute where attrelid = to_regclass(${name}) and attnum > 0 and not attisdropped`;
  const isThere = (column: string) => columns.some((found) => found.name === column);
  if (!isThere('verified_via')) return;
  const kept = GATEWAY_COLUMNS.kept_verifications.filter(isThere);
  const required = kept.filter((column) => !OPTIONAL.has(column));
  const contracts = await sql<{ address: Buffer }[]>`
    select address from ${sql(name)} where verified_via = 'compiler' and num_nulls(${sql(required)}) = 0`;
  // one by one: their sources are large
  for (const { address } of contracts) {
    const [row] = await sql`
      select ${sql(kept)} from ${sql(name)} where address = ${address}`;
    await sql`delete from gateway.kept_verifications where chain_id = ${chainId} and address = ${address}`;
    await sql`insert into gateway.kept_verifications ${sql({ chain_id: chainId, ...row })}`;
  }
}

/** Restores verifications kept from a dropped index, for contracts with the same code. */
export async function restoreVerifications(
  db: Database,
  contracts: readonly Readonly<{ address: Buffer; code: Buffer }>[],
): Promise<void> {
  const verified = await db.sql<(VerifiedSources & { address: Buffer })[]>`
    select ${db.sql(GATEWAY_COLUMNS.kept_verifications.filter((column) => column !== 'chain_id'))}
    from gateway.kept_verifications join unnest(
      ${toArrayLiteral(contracts.map(({ address }) => address))}::bytea[],
      ${toArrayLiteral(contracts.map(({ code }) => hashCode(code)))}::bytea[]
    ) as found (address, code_hash) using (address, code_hash)
    where chain_id = ${db.chainId}`;
  for (const { address, ...found } of verified) await storeVerification(db, address, found);
}
