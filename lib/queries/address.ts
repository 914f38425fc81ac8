import { listParameter } from '@/lib/db/array-literal';
import type { Database, Fragment } from '@/lib/db/open-database';
import { type LabelColumns, labelOf } from './address-label';
import { endpointsOf } from './answer-source';
import type { KnownName } from './known-name';
import { coinAsset, type PriceRow, priceNow } from './price';
import { balanceJoins, mergedHoldings } from './stored-balance';

type ContractFacts = {
  name: Buffer | null;
  is_verified: boolean;
  abi_hash: Buffer | null;
  /** The contract with the ABI: itself, or a twin. */
  abi_owner: Buffer | null;
};

/** An account. `implementation` is what it delegates to, or its implementation as a proxy. */
export type AddressRow = ContractFacts &
  LabelColumns & {
    address: Buffer;
    is_contract: boolean;
    is_fhe: boolean | null;
    proxy_type: 'eip1167' | 'eip1822' | 'eip1967' | 'eip1967_beacon' | 'eip7702' | null;
    implementation: Buffer | null;
    implementation_name: Buffer | null;
    is_implementation_verified: boolean;
    implementation_abi_hash: Buffer | null;
    implementation_abi_owner: Buffer | null;
    /** Set by who asked for it. */
    imitates?: KnownName | undefined;
  };

/** The rows of these addresses, without duplicates; unknown addresses are missing. */
export async function findAddresses(db: Database, addresses: readonly Buffer[]): Promise<AddressRow[]> {
  if (addresses.length === 0) return [];
  return await db.sql<AddressRow[]>`${addressRows(db, listParameter(db, 'bytea', addresses))}`;
}

/** Like `findAddresses`, without plain accounts. */
export async function findContractsAmong(db: Database, addresses: readonly Buffer[]): Promise<AddressRow[]> {
  if (addresses.length === 0) return [];
  return await db.sql<AddressRow[]>`${contractRows(db, listParameter(db, 'bytea', addresses))}`;
}

/** Query for `findContractsAmong`; `addresses` is a bytea[] expression, nulls are ignored. */
export function contractRows(db: Database, addresses: Fragment): Fragment {
  return db.sql`
    ${addressRows(db, addresses)}
    where a.is_contract or a.is_fhe or a.proxy_type is not null or a.implementation is not null or own.is_known
      or named.label is not null or named.ens_name is not null`;
}

function addressRows(db: Database, addresses: Fragment): Fragment {
  return db.sql`
    select a.address, a.is_contract, a.is_fhe, a.proxy_type, a.implementation, named.*,
      own.name, own.is_verified, own.abi_hash, own.abi_owner, run.name as implementation_name,
      run.is_verified as is_implementation_verified, run.abi_hash as implementation_abi_hash,
      run.abi_owner as implementation_abi_owner
    from (
      select address, is_contract, is_fhe, code_hash, coalesce(delegate, implementation) as implementation,
        case when delegate is not null then 'eip7702' else proxy_type end as proxy_type
      from ${db.schema}.addresses where address = any(${addresses})
    ) a
    cross join lateral ${contractFacts(db, db.sql`a.address`, db.sql`a.code_hash`)} own
    cross join lateral ${contractFacts(
      db,
      db.sql`a.implementation`,
      db.sql`(select code_hash from ${db.schema}.addresses where address = a.implementation)`,
    )} run
    cross join lateral ${labelOf(db, db.sql`a.address`)} named`;
}

/**
 * What is told of a contract, else of a verified one of the same code. `offset 0` makes the planner use a key lookup per
 * address instead of a table scan.
 */
function contractFacts(db: Database, address: Fragment, codeHash: Fragment): Fragment {
  return db.sql`(
    select coalesce(case when c.source = 'verified' then c.name end, t.name, c.name, twin.name) as name,
      c.source is not distinct from 'verified' as is_verified, coalesce(c.abi_hash, twin.abi_hash) as abi_hash,
      coalesce(c.address, twin.address) as abi_owner, t.address is not null or c.address is not null as is_known
    from (select) one
    left join ${db.schema}.tokens t on t.address = ${address}
    left join ${db.schema}.contract_interfaces c on c.address = ${address}
    left join lateral (
      select v.address, v.name, v.abi_hash from ${db.schema}.contract_interfaces v
      where v.code_hash = ${codeHash} and v.source = 'verified' and c.address is null
      order by v.is_exact desc, v.verified_at, v.address limit 1
    ) twin on true
    offset 0
  )`;
}

/** Counts and creation of an address. Gas is a decimal string. */
export type AddressInfoRow = {
  transactions: number;
  gas_sent: string;
  gas_received: string;
  token_transfers: number;
  blocks: number;
  creation_transaction_hash: Buffer | null;
  creator: Buffer | null;
  creation_status: number | null;
  /** Who told the trace that names the address as created, where no receipt does. */
  creation_endpoints: string[] | null;
  creation_block: number | null;
  /** The price of the coin now. */
  coin_price: PriceRow | null;
};

/**
 * Query for the transaction that created an address: the one whose receipt says so, else the first one whose trace does,
 * which nothing proves. `address` is an expression, of a table that is not called `t` or `traced`.
 */
export function creationOf(db: Database, address: Fragment): Fragment {
  return db.sql`(
    select * from (
      (
        select 0 as rank, t.* from ${db.schema}.transactions t
        where t.created_contract = ${address} order by t.block_number, t.index limit 1
      )
      union all
      select 1, t.* from ${db.schema}.addresses traced
      join ${db.schema}.transactions t
        on t.block_number = traced.created_block and t.index = traced.created_transaction_index
      where traced.address = ${address}
    ) known order by rank limit 1
  )`;
}

/** Counts and creation of an address; zeros and nulls when unknown. */
export async function getAddressInfo(db: Database, address: Buffer): Promise<AddressInfoRow> {
  const rows = await db.sql<AddressInfoRow[]>`
    select coalesce(c.transactions, 0) as transactions, coalesce(c.gas_sent, 0) as gas_sent,
      coalesce(c.gas_received, 0) as gas_received, coalesce(c.token_transfers, 0) as token_transfers,
      coalesce(c.blocks, 0) as blocks, t.hash as creation_transaction_hash, t.status as creation_status,
      case when t.created_contract = given.address then t.from_address end as creator,
      ${priceNow(db, coinAsset(db))} as coin_price, t.block_number as creation_block, case when t.created_contract is distinct from given.address then ${endpointsOf(
        db,
        db.sql`(select traces_source from ${db.schema}.blocks where number = t.block_number)`,
      )} end as creation_endpoints
    from (select ${address}::bytea as address) given
    left join ${db.schema}.address_counts c on c.address = given.address
    left join lateral ${creationOf(db, db.sql`given.address`)} t on true`;
  return rows[0] ?? NO_ACTIVITY;
}

/** Of an address that was never seen. */
export const NO_ACTIVITY: AddressInfoRow = {
  transactions: 0,
  gas_sent: '0',
  gas_received: '0',
  token_transfers: 0,
  blocks: 0,
  creation_transaction_hash: null,
  creator: null,
  creation_status: null,
  creation_endpoints: null,
  creation_block: null,
  coin_price: null,
};

/** Tokens looked through for those that an address has. */
const MAX_HELD = 200;

/** Counts logs and tokens of an address, each up to `limit`. */
export async function countAddressEntries(
  db: Database,
  address: Buffer,
  limit: number,
): Promise<{ logs: number; tokens: number }> {
  const held = mergedHoldings(db, {
    where: db.sql`holder = ${address}`,
    order: db.sql`token_address`,
    limit: MAX_HELD,
  });
  const rows = await db.sql<{ logs: number; tokens: number }[]>`
    select
      (select count(*) from (
        select 1 from ${db.schema}.logs where address = ${address}
        order by block_number desc, log_index desc limit ${limit}
      ) e) as logs,
      (select count(*) from (
        select 1 from (${held}) b ${balanceJoins(db)}
        where case c.balances_by when 'calls' then b.called > 0 when 'none' then false else b.sum > 0 end
        limit ${limit}
      ) e) as tokens`;
  return rows[0] ?? { logs: 0, tokens: 0 };
}
