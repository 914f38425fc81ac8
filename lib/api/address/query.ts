import { balanceJoins, mergedHoldings } from '@/lib/api/holding/stored-balance-query';
import { coinAsset, type PriceRow, priceNow } from '@/lib/api/price/query';
import { listParameter } from '@/lib/db/array-literal';
import type { Database, Fragment } from '@/lib/db/open-database';
import { type AddressFacts, type AddressRow, joinContracts, joinFacts, selectFacts } from './facts-query';

/** The rows of these addresses, without duplicates; unknown addresses are missing. */
export async function findAddresses(db: Database, addresses: readonly Buffer[]): Promise<AddressRow[]> {
  if (addresses.length === 0) return [];
  return joinFacts(await readFacts(db, addresses));
}

/** Like `findAddresses`, without plain accounts. */
export async function findContractsAmong(db: Database, addresses: readonly Buffer[]): Promise<AddressRow[]> {
  if (addresses.length === 0) return [];
  return joinContracts(await readFacts(db, addresses));
}

async function readFacts(db: Database, addresses: readonly Buffer[]): Promise<AddressFacts> {
  const [row] = await db.sql<{ facts: string }[]>`
    select ${selectFacts(db, listParameter(db, 'bytea', addresses))}::text as facts`;
  const facts: AddressFacts = JSON.parse(row?.facts ?? '{}');
  return facts;
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
      ${priceNow(db, coinAsset(db))} as coin_price
    from (select ${address}::bytea as address) given
    left join ${db.schema}.address_counts c on c.address = given.address
    left join lateral ${creationOf(db, db.sql`given.address`)} t on true`;
  return rows[0] ?? NO_ACTIVITY;
}

/** Counts of an address that was never seen. */
export const NO_ACTIVITY: AddressInfoRow = {
  transactions: 0,
  gas_sent: '0',
  gas_received: '0',
  token_transfers: 0,
  blocks: 0,
  creation_transaction_hash: null,
  creator: null,
  creation_status: null,
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
