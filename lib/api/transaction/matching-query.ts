import { hadCodeAt } from '@/lib/api/address/code-query';
import { scanAddress } from '@/lib/api/address/scan-query';
import { readBoundedScan } from '@/lib/api/lists/bounded-scan-query';
import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database, Fragment } from '@/lib/db/open-database';
import { type AddressPage, selectTransactions, type TransactionPosition, type TransactionRow } from './query';

/** Conditions that no index serves; absent ones hold. */
export type TransactionConditions = Readonly<{
  /** Any of these selectors. */
  selectors?: readonly Buffer[] | undefined;
  counterparty?: Buffer | undefined;
  /** Wei, decimal. */
  minValue?: string | undefined;
  only?: 'contract_creation' | 'failed' | 'fhe' | undefined;
}>;

/** Transactions read per call. */
const MAX_SCANNED = 1_000;

/**
 * Like `listAddressTransactions`, of those that meet the conditions. A bounded scan: continue at `scannedTo`, undefined
 * at the end.
 */
export async function listMatchingTransactions(
  db: Database,
  address: Buffer,
  { conditions, ...page }: AddressPage & Readonly<{ conditions: TransactionConditions }>,
): Promise<{ rows: TransactionRow[]; scannedTo: TransactionPosition | undefined }> {
  const scanned = scanAddress(db, address, {
    ...page,
    limit: MAX_SCANNED,
    columns: db.sql`(${whereOf(db, address, conditions)}) as is_match`,
  });
  const direction = page.isOldestFirst ? db.sql`asc` : db.sql`desc`;
  // `offset 0` makes the planner look up each transaction.
  const found = db.sql`(
    select t.* from (
      select block_number, index from scanned where is_match
      order by block_number ${direction}, index ${direction} limit ${page.limit}
    ) p cross join lateral (
      select * from ${db.schema}.transactions x where x.block_number = p.block_number and x.index = p.index offset 0
    ) t
  )`;
  return await readBoundedScan<TransactionRow, TransactionPosition>(db, {
    scanned,
    size: MAX_SCANNED,
    found: selectTransactions(db, found),
    position: db.sql`block_number, index`,
    sorting: db.sql`block_number ${direction}, index ${direction}`,
  });
}

function whereOf(db: Database, address: Buffer, conditions: TransactionConditions): Fragment {
  const { selectors, counterparty, minValue, only } = conditions;
  const all = [
    selectors === undefined
      ? db.sql`true`
      : db.sql`t.to_address is not null
          and substring(t.input for 4) = any(${toArrayLiteral(selectors)}::bytea[])
          and coalesce(${hadCodeAt(db, calledBy(db))}, true)`,
    counterparty === undefined
      ? db.sql`true`
      : db.sql`(t.from_address = ${counterparty} and ${isReceiver(db, address)})
          or (t.from_address = ${address} and ${isReceiver(db, counterparty)})`,
    minValue === undefined ? db.sql`true` : db.sql`t.value >= ${minValue}::numeric`,
    only === undefined ? db.sql`true` : TRAITS[only](db),
  ];
  return all.map((one) => db.sql`(${one})`).reduce((one, other) => db.sql`${one} and ${other}`);
}

const calledBy = ({ sql }: Database) => ({
  address: sql`t.to_address`,
  block: sql`t.block_number`,
  index: sql`t.index`,
});

function isReceiver(db: Database, address: Buffer): Fragment {
  return db.sql`coalesce(t.to_address, t.created_contract) = ${address}`;
}

const TRAITS: Readonly<Record<NonNullable<TransactionConditions['only']>, (db: Database) => Fragment>> = {
  contract_creation: (db) => db.sql`t.to_address is null`,
  // before Byzantium receipts had no status
  failed: (db) => db.sql`t.status = 0 or (t.status is null and t.error is not null)`,
  fhe: (db) => db.sql`t.fhe_operations_count > 0`,
};
