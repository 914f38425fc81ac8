import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database, Fragment } from '@/lib/db/open-database';

/** Who a contract is: by its sources, its token, or the operator of this service; the name as received. `abi_hash` names its interface. */
export type ContractFacts = { name: Buffer | null; is_verified: boolean; abi_hash: Buffer | null };

/** What is known of an account. `implementation` is the one whose code it runs, by delegation or as a proxy. */
export type AddressRow = ContractFacts & {
  address: Buffer;
  is_contract: boolean;
  is_fhe: boolean | null;
  proxy_type: 'eip1167' | 'eip1822' | 'eip1967' | 'eip1967_beacon' | 'eip7702' | null;
  implementation: Buffer | null;
  implementation_name: Buffer | null;
  is_implementation_verified: boolean;
  implementation_abi_hash: Buffer | null;
};

/** The rows of these addresses, each once; addresses never seen are missing. */
export async function findAddresses(db: Database, addresses: readonly Buffer[]): Promise<AddressRow[]> {
  if (addresses.length === 0) return [];
  return await db.sql<AddressRow[]>`${select(db, addresses)}`;
}

/** The same without plain accounts: of those a row tells no more than that they were seen. */
export async function findContractsAmong(db: Database, addresses: readonly Buffer[]): Promise<AddressRow[]> {
  if (addresses.length === 0) return [];
  return await db.sql<AddressRow[]>`
    ${select(db, addresses)}
    where a.is_contract or a.is_fhe or a.proxy_type is not null or a.implementation is not null
      or t.address is not null or c.address is not null`;
}

function select(db: Database, addresses: readonly Buffer[]): Fragment {
  return db.sql`
    select a.address, a.is_contract, a.is_fhe, a.proxy_type, a.implementation,
      coalesce(case when c.source = 'verified' then c.name end, t.name, c.name) as name,
      c.source is not distinct from 'verified' as is_verified, c.abi_hash,
      coalesce(case when ic.source = 'verified' then ic.name end, it.name, ic.name) as implementation_name,
      ic.source is not distinct from 'verified' as is_implementation_verified,
      ic.abi_hash as implementation_abi_hash
    from (
      select address, is_contract, is_fhe, coalesce(delegate, implementation) as implementation,
        case when delegate is not null then 'eip7702' else proxy_type end as proxy_type
      from ${db.schema}.addresses where address = any(${toArrayLiteral(addresses)}::bytea[])
    ) a
    left join ${db.schema}.tokens t on t.address = a.address
    left join ${db.schema}.contract_interfaces c on c.address = a.address
    left join ${db.schema}.tokens it on it.address = a.implementation
    left join ${db.schema}.contract_interfaces ic on ic.address = a.implementation`;
}
