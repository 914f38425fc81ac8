import type { Database } from '@/lib/db/open-database';

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
      case when t.created_contract = asked.address then t.from_address end as creator
    from (select ${address}::bytea as address) asked
    left join ${db.schema}.address_counts c on c.address = asked.address
    left join ${db.schema}.addresses a on a.address = asked.address
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
