import { listParameter } from '@/lib/db/array-literal';
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
  return await db.sql<AddressRow[]>`${addressRows(db, listParameter(db, 'bytea', addresses))}`;
}

/** The same without plain accounts: of those a row tells no more than that they were seen. */
export async function findContractsAmong(db: Database, addresses: readonly Buffer[]): Promise<AddressRow[]> {
  if (addresses.length === 0) return [];
  return await db.sql<AddressRow[]>`${contractRows(db, listParameter(db, 'bytea', addresses))}`;
}

/** A query of the rows that `findContractsAmong` gives; `addresses` is an expression of type bytea[], nulls are ignored. */
export function contractRows(db: Database, addresses: Fragment): Fragment {
  return db.sql`
    ${addressRows(db, addresses)}
    where a.is_contract or a.is_fhe or a.proxy_type is not null or a.implementation is not null or own.is_known`;
}

function addressRows(db: Database, addresses: Fragment): Fragment {
  return db.sql`
    select a.address, a.is_contract, a.is_fhe, a.proxy_type, a.implementation,
      own.name, own.is_verified, own.abi_hash, run.name as implementation_name,
      run.is_verified as is_implementation_verified, run.abi_hash as implementation_abi_hash
    from (
      select address, is_contract, is_fhe, coalesce(delegate, implementation) as implementation,
        case when delegate is not null then 'eip7702' else proxy_type end as proxy_type
      from ${db.schema}.addresses where address = any(${addresses})
    ) a
    cross join lateral ${contractFacts(db, db.sql`a.address`)} own
    cross join lateral ${contractFacts(db, db.sql`a.implementation`)} run`;
}

/** One row for every address: `offset 0` has it looked up by key, and no table read as a whole for a few addresses. */
function contractFacts(db: Database, address: Fragment): Fragment {
  return db.sql`(
    select coalesce(case when c.source = 'verified' then c.name end, t.name, c.name) as name,
      c.source is not distinct from 'verified' as is_verified, c.abi_hash,
      t.address is not null or c.address is not null as is_known
    from (select) one
    left join ${db.schema}.tokens t on t.address = ${address}
    left join ${db.schema}.contract_interfaces c on c.address = ${address}
    offset 0
  )`;
}
