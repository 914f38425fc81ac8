import { listParameter } from '@/lib/db/array-literal';
import type { Database, Fragment } from '@/lib/db/open-database';

/** Who a contract is: by its sources, its token, or the operator of this service; the name as received. `abi_hash` names its interface. */
type ContractFacts = { name: Buffer | null; is_verified: boolean; abi_hash: Buffer | null };

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

/** The same without plain accounts, whose rows only say that they were seen. */
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

/** One row per address: `offset 0` makes the planner look it up by key, where it may otherwise scan a table. */
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

/** What is known of an address beyond a mention. Gas is a decimal string. */
export type AddressInfoRow = {
  transactions: number;
  gas_sent: string;
  gas_received: string;
  token_transfers: number;
  blocks: number;
  creation_transaction_hash: Buffer | null;
  /** Null when the transaction created it through another contract. */
  creator: Buffer | null;
  creation_status: number | null;
};

/** The figures and the creation of an address; one that was never seen has zeros and nothing. */
export async function getAddressInfo(db: Database, address: Buffer): Promise<AddressInfoRow> {
  const rows = await db.sql<AddressInfoRow[]>`
    select coalesce(c.transactions, 0) as transactions, coalesce(c.gas_sent, 0) as gas_sent,
      coalesce(c.gas_received, 0) as gas_received, coalesce(c.token_transfers, 0) as token_transfers,
      coalesce(c.blocks, 0) as blocks, t.hash as creation_transaction_hash, t.status as creation_status,
      case when t.created_contract = given.address then t.from_address end as creator
    from (select ${address}::bytea as address) given
    left join ${db.schema}.address_counts c on c.address = given.address
    left join ${db.schema}.addresses a on a.address = given.address
    left join ${db.schema}.transactions t
      on t.block_number = a.created_block and t.index = a.created_transaction_index`;
  return rows[0] ?? NOTHING;
}

const NOTHING: AddressInfoRow = {
  transactions: 0,
  gas_sent: '0',
  gas_received: '0',
  token_transfers: 0,
  blocks: 0,
  creation_transaction_hash: null,
  creator: null,
  creation_status: null,
};

/** How many logs and tokens an address has, counted no further than `most`. */
export async function countAddressEntries(
  db: Database,
  address: Buffer,
  most: number,
): Promise<{ logs: number; tokens: number }> {
  const rows = await db.sql<{ logs: number; tokens: number }[]>`
    select
      (select count(*) from (
        select 1 from ${db.schema}.logs where address = ${address}
        order by block_number desc, log_index desc limit ${most}
      ) e) as logs,
      (select count(*) from (
        select 1 from ${db.schema}.token_holders where holder = ${address} and value > 0
        order by token_address limit ${most}
      ) e) as tokens`;
  return rows[0] ?? { logs: 0, tokens: 0 };
}
