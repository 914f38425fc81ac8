import { balanceJoins, heldTokens, mergedInstances } from '@/lib/api/holding/stored-balance-query';
import { coinAsset, type PriceRow, priceNow } from '@/lib/api/price/query';
import { listParameter, toArrayLiteral } from '@/lib/db/array-literal';
import type { Database, Fragment } from '@/lib/db/open-database';
import { isHeldById, TOKEN_TYPES, typesWith } from '@/lib/evm/token-standards';
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
  /** By a trace, which nothing proves, and no receipt. */
  is_creation_traced: boolean;
  /** The transaction in which it destroyed itself; null while it has code. */
  destruction: Buffer | null;
  /** The price of the coin now. */
  coin_price: PriceRow | null;
};

/**
 * Query for the transaction that created the code of an address, with `creator`: the last one whose receipt or trace says
 * so, as what is destroyed can be created again; a failed one where there is no other. Without traces at hand the first
 * one that was traced. Nothing proves a trace. `address` is an expression, of a table that is not called `t`, `c` or
 * `traced`.
 */
export function creationOf(db: Database, address: Fragment): Fragment {
  return db.sql`(
    select * from (
      (
        select t.status is distinct from 0 as is_done, t.*, t.from_address as creator from ${db.schema}.transactions t
        where t.created_contract = ${address}
        order by t.status is distinct from 0 desc, t.block_number desc, t.index desc limit 1
      )
      union all
      (
        select true, t.*, c.from_address from ${db.schema}.internal_transactions c
        join ${db.schema}.transactions t on t.block_number = c.block_number and t.index = c.transaction_index
        where c.created_contract = ${address} and c.depth > 0 and not c.is_undone
        order by c.block_number desc, c.transaction_index desc, c.index desc limit 1
      )
      union all
      select false, t.*, null from ${db.schema}.addresses traced
      join ${db.schema}.transactions t
        on t.block_number = traced.created_block and t.index = traced.created_transaction_index
      where traced.address = ${address} and t.created_contract is distinct from ${address}
    ) known order by is_done desc, block_number desc, index desc limit 1
  )`;
}

/**
 * Expression for the transaction in which the contract of an `addresses` row without code destroyed itself, if a trace
 * shows it. One that did in its first transaction was never known as a contract.
 */
export function destructionOf(db: Database, address: Fragment): Fragment {
  const hasNoCode = db.sql`
    ${address}.code_size = 0 or not ${address}.is_contract and ${address}.created_block is not null`;
  return db.sql`
    case when ${hasNoCode} then (
      select t.hash from ${db.schema}.internal_transactions c
      join ${db.schema}.transactions t on t.block_number = c.block_number and t.index = c.transaction_index
      where c.from_address = ${address}.address and c.type = 'selfdestruct' and not c.is_undone
      order by c.block_number desc, c.transaction_index desc, c.index desc limit 1
    ) end`;
}

/** Counts and creation of an address; zeros and nulls when unknown. */
export async function getAddressInfo(db: Database, address: Buffer): Promise<AddressInfoRow> {
  const rows = await db.sql<AddressInfoRow[]>`
    select coalesce(c.transactions, 0) as transactions, coalesce(c.gas_sent, 0) as gas_sent,
      coalesce(c.gas_received, 0) as gas_received, coalesce(c.token_transfers, 0) as token_transfers,
      coalesce(c.blocks, 0) as blocks, t.hash as creation_transaction_hash, t.status as creation_status,
      t.creator, t.created_contract is distinct from given.address as is_creation_traced,
      ${destructionOf(db, db.sql`a`)} as destruction,
      ${priceNow(db, coinAsset(db))} as coin_price
    from (select ${address}::bytea as address) given
    left join ${db.schema}.address_counts c on c.address = given.address
    left join ${db.schema}.addresses a on a.address = given.address
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
  is_creation_traced: false,
  destruction: null,
  coin_price: null,
};

/** Tokens looked through for those that an address has. */
const MAX_HELD = 200;

/** Counts logs and token balances (of tokens that are held by ID those of IDs) of an address, each up to `limit`. */
export async function countAddressEntries(
  db: Database,
  address: Buffer,
  limit: number,
): Promise<{ logs: number; tokens: number }> {
  const held = heldTokens(db, address, { where: db.sql`true`, limit: MAX_HELD });
  const ids = mergedInstances(db, {
    where: db.sql`holder = ${address} and token_address = b.token_address`,
    order: db.sql`token_id`,
    limit,
  });
  const isOf = (types: readonly string[]) => db.sql`t.type = any(${toArrayLiteral(types)}::text[])`;
  const isById = isOf(TOKEN_TYPES.filter(isHeldById));
  const rows = await db.sql<{ logs: number; tokens: number }[]>`
    select
      (select count(*) from (
        select 1 from ${db.schema}.logs where address = ${address}
        order by block_number desc, log_index desc limit ${limit}
      ) e) as logs,
      (select count(*) from (
        select 1 from (${held}) b
        cross join lateral (select type from ${db.schema}.tokens where address = b.token_address offset 0) t
        ${balanceJoins(db)}
        cross join lateral (
          select b.sum, b.called where not ${isById}
          union all select i.sum, i.called from (${ids}) i where ${isById}
        ) n
        where not ${isOf(typesWith('encrypted'))}
          and case c.balances_by when 'calls' then n.called > 0 when 'none' then false else n.sum > 0 end
        limit ${limit}
      ) e) as tokens`;
  return rows[0] ?? { logs: 0, tokens: 0 };
}
