import {
  type AddressFacts,
  type AddressRow,
  joinContracts,
  selectFacts,
} from '@/lib/api/address/facts-query';
import { coinAsset, type PriceRow, priceNow } from '@/lib/api/price/query';
import { type TokenRow, tokenRows, withImitatedNames } from '@/lib/api/token/query';
import { mentionedInstances, type TokenInstanceRow } from '@/lib/api/token-instance/query';
import { type TokenTransferRow, type TransfersPage, transferRows } from '@/lib/api/token-transfer/query';
import { listParameter } from '@/lib/db/array-literal';
import { jsonRows, readBytes, restoreRows } from '@/lib/db/json-rows';
import { HASH_PREFIX_BYTES, latestWithHash } from '@/lib/db/latest-with-hash';
import type { Database, Fragment } from '@/lib/db/open-database';
import type { Row } from '@/lib/db/tables';
import type { TransactionRow } from './query';

/** A transaction with everything its response mentions, in one snapshot. */
export type WholeTransaction = Readonly<{
  hash: Buffer;
  row: TransactionRow;
  tip: number;
  transfers: readonly TokenTransferRow[];
  instances: readonly TokenInstanceRow[];
  tokens: readonly TokenRow[];
  /** Contracts that calls created, by a trace; the first ones. */
  created: readonly Buffer[];
  /** Contracts among all addresses mentioned. */
  addresses: readonly AddressRow[];
  /** The price of the coin now. */
  coinPrice: PriceRow | null;
}>;

const MAX_CREATED = 20;

type WholeRow = Row<'transactions'> & { rest: string };

/** What `makeRest` reads; lists are null when empty. */
type Rest = Readonly<{
  block: BlockPart;
  transfers: TokenTransferRow[] | null;
  instances: TokenInstanceRow[] | null;
  created: string[] | null;
  tokens: TokenRow[] | null;
  addresses: AddressFacts;
}>;
type BlockPart = Omit<TransactionRow, keyof Row<'transactions'> | 'block_hash'> &
  Readonly<{
    block_hash: string;
    tip: number | null;
    price_now: PriceRow | null;
  }>;

/** The transactions of these hashes with a page of transfers each, the newer one of a duplicate hash; unknown ones are missing. */
export async function findWholeTransactions(
  db: Database,
  hashes: readonly Buffer[],
  page: TransfersPage,
): Promise<WholeTransaction[]> {
  const isFirst = page.start === undefined && page.types.length === 0;
  const rest = isFirst ? restOfFirstPage(db, page.limit) : makeRest(db, page);
  const rows = await db.sql<WholeRow[]>`select t.*, ${rest} as rest from ${withHashes(db, hashes)}`;
  return Promise.all(
    newestOf(rows)
      .map(readWhole)
      .map(async (whole) => ({ ...whole, tokens: await withImitatedNames(db, whole.tokens) })),
  );
}

/** Transactions `t`: in a chain with partitions through the heights of the hashes, which costs a join. */
function withHashes(db: Database, hashes: readonly Buffer[]): Fragment {
  const list = listParameter(db, 'bytea', hashes);
  if (db.isPartitioned === true)
    return db.sql`unnest(${list}) as given (hash)
      cross join lateral ${latestWithHash(db, db.sql`given.hash`, db.sql`t.*`)} t`;
  const prefixes = listParameter(
    db,
    'bytea',
    hashes.map((hash) => hash.subarray(0, HASH_PREFIX_BYTES)),
  );
  return db.sql`${db.schema}.transactions t
    where substring(t.hash for 7) = any(${prefixes}) and t.hash = any(${list})`;
}

/** The newer ones of duplicate hashes. */
function newestOf(rows: readonly WholeRow[]): WholeRow[] {
  const inOrder = [...rows].sort((a, b) => a.block_number - b.block_number || a.index - b.index);
  return [...new Map(inOrder.map((row) => [row.hash.toString('hex'), row])).values()];
}

/** By database and limit. */
const madeRests = new WeakMap<Database, Map<number, Fragment>>();

/** Made once: each of some thirty parts is an object of the driver, and making them took longer than sending the text. */
function restOfFirstPage(db: Database, limit: number): Fragment {
  const made = madeRests.get(db) ?? new Map<number, Fragment>();
  const rest = made.get(limit) ?? makeRest(db, { start: undefined, types: [], limit });
  madeRests.set(db, made.set(limit, rest));
  return rest;
}

/**
 * Everything but the row of the transaction `t`, as one column: at every execution PostgreSQL sets up each step of a plan
 * for each of its columns, so no join may carry the row.
 */
function makeRest(db: Database, page: TransfersPage): Fragment {
  const transfers = transferRows(
    db,
    db.sql`(select t.block_number, t.index where t.token_transfers_count > 0)`,
    page,
  );
  const instances = mentionedInstances(db, db.sql`unnest(moved.tokens, moved.token_ids)`);
  const tokens = tokenRows(db, db.sql`(moved.tokens || t.created_contract)`);
  const mentioned = db.sql`(array[t.from_address, t.to_address, t.created_contract] || moved.parties || owned.owners || made.contracts)`;
  return db.sql`(
    select json_build_object(
      'block', json_build_object(
        'block_hash', b.hash, 'timestamp', b.timestamp, 'base_fee_per_gas', b.base_fee_per_gas::text,
        'first_seen', s.first_seen, 'looked_before', s.looked_before,
        'tip', (select tip_number from ${db.schema}.indexer_state),
        'price_now', ${priceNow(db, coinAsset(db))}
      ),
      'transfers', moved.rows, 'instances', owned.rows, 'created', made.contracts, 'tokens', ${jsonRows(db, tokens)},
      'addresses', ${selectFacts(db, mentioned)}
    )::text
    from ${db.schema}.blocks b
    left join ${db.schema}.transaction_sightings s
      on s.block_number = b.number and s.transaction_index = t.index
    cross join lateral (
      select json_agg(m) as rows, array_agg(m.token_address) as tokens,
        array_agg(m.token_id::numeric) as token_ids, array_agg(m.from_address) || array_agg(m.to_address) as parties
      from (${transfers}) m
    ) moved
    cross join lateral (
      select json_agg(i) as rows, array_agg(i.owner) as owners from (${instances}) i
    ) owned
    cross join lateral (
      select array_agg(c.created_contract order by c.index) as contracts from (
        select created_contract, index from ${db.schema}.internal_transactions
        where block_number = t.block_number and transaction_index = t.index and created_contract is not null
          and depth > 0 and not is_undone and t.internal_transactions_count is distinct from 0
        order by index limit ${MAX_CREATED}
      ) c
    ) made
    where b.number = t.block_number
  )`;
}

function readWhole(row: WholeRow): WholeTransaction {
  const rest: Rest = JSON.parse(row.rest);
  const { tip, price_now } = rest.block;
  return {
    hash: row.hash,
    row: withBlock(row, rest.block),
    tip: tip ?? 0,
    transfers: restoreRows(rest.transfers),
    instances: restoreRows(rest.instances),
    created: (rest.created ?? []).map((contract) => readBytes(contract)),
    tokens: restoreRows(rest.tokens),
    addresses: joinContracts(rest.addresses),
    coinPrice: price_now,
  };
}

/** In place: the driver's rows have too many columns to be copied at no cost. */
function withBlock(row: Row<'transactions'>, block: BlockPart): TransactionRow {
  return Object.assign(row, {
    block_hash: readBytes(block.block_hash),
    timestamp: block.timestamp,
    base_fee_per_gas: block.base_fee_per_gas,
    first_seen: block.first_seen,
    looked_before: block.looked_before,
  });
}
