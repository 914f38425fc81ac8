import { toArrayLiteral } from '@/lib/db/array-literal';
import { readJsonRows, toJsonRows } from '@/lib/db/json-rows';
import type { Database, Fragment } from '@/lib/db/open-database';
import { type AddressRow, contractRows } from './address';
import { coinAsset, type PriceRow, priceNow } from './price';
import { type TokenRow, tokenRows, withImitatedNames } from './token';
import { mentionedInstances, type TokenInstanceRow } from './token-instance';
import { type TokenTransferRow, type TransfersPage, transferRows } from './token-transfer';
import { type TransactionRow, transactionByHash } from './transaction';

/** A transaction and what its response mentions, in one snapshot. */
export type WholeTransaction = Readonly<{
  hash: Buffer;
  row: TransactionRow;
  tip: number;
  transfers: readonly TokenTransferRow[];
  instances: readonly TokenInstanceRow[];
  tokens: readonly TokenRow[];
  /** Contracts among all addresses mentioned. */
  addresses: readonly AddressRow[];
  /** The price of the coin now. */
  coinPrice: PriceRow | null;
}>;

type WholeRow = TransactionRow & {
  price_now: PriceRow | null;
  tip: number | null;
  transfers: string | null;
  instances: string | null;
  tokens: string | null;
  addresses: string | null;
};

/** The transactions of these hashes with a page of transfers each; unknown hashes are missing. */
export async function findWholeTransactions(
  db: Database,
  hashes: readonly Buffer[],
  page: TransfersPage,
): Promise<WholeTransaction[]> {
  const isFirst = page.start === undefined && page.types.length === 0;
  const { columns, joins } = isFirst ? firstPageParts(db, page.limit) : makeParts(db, page);
  const rows = await db.sql<WholeRow[]>`
    select ${columns} from unnest((select ${toArrayLiteral(hashes)}::bytea[])) as given (hash) ${joins}`;
  return Promise.all(
    rows
      .map(readWhole)
      .map(async (whole) => ({ ...whole, tokens: await withImitatedNames(db, whole.tokens) })),
  );
}

type Parts = Readonly<Record<'columns' | 'joins', Fragment>>;

/** By database and limit. */
const madeParts = new WeakMap<Database, Map<number, Parts>>();

/** Made once: each of some thirty parts is an object of the driver, and making them took longer than sending the text. */
function firstPageParts(scoped: Database, limit: number): Parts {
  const db = scoped.shared ?? scoped;
  const made = madeParts.get(db) ?? new Map<number, Parts>();
  const parts = made.get(limit) ?? makeParts(db, { start: undefined, types: [], limit });
  madeParts.set(db, made.set(limit, parts));
  return parts;
}

function makeParts(db: Database, page: TransfersPage): Parts {
  const transfers = transferRows(
    db,
    db.sql`(select t.block_number, t.index where t.token_transfers_count > 0)`,
    page,
  );
  const instances = mentionedInstances(db, db.sql`unnest(moved.tokens, moved.token_ids)`);
  const tokens = tokenRows(db, db.sql`(moved.tokens || t.created_contract)`);
  const addresses = contractRows(
    db,
    db.sql`(array[t.from_address, t.to_address, t.created_contract] || moved.parties || owned.owners)`,
  );
  const columns = db.sql`t.*, ${priceNow(db, coinAsset(db))} as price_now,
      s.tip_number as tip, moved.rows as transfers, owned.rows as instances,
      ${toJsonRows(db, tokens)} as tokens, ${toJsonRows(db, addresses)} as addresses`;
  const joins = db.sql`
    cross join lateral (${transactionByHash(db, db.sql`given.hash`)}) t
    left join ${db.schema}.indexer_state s on true
    cross join lateral (
      select json_agg(m)::text as rows, array_agg(m.token_address) as tokens,
        array_agg(m.token_id::numeric) as token_ids, array_agg(m.from_address) || array_agg(m.to_address) as parties
      from (${transfers}) m
    ) moved
    cross join lateral (
      select json_agg(i)::text as rows, array_agg(i.owner) as owners from (${instances}) i
    ) owned`;
  return { columns, joins };
}

function readWhole(row: WholeRow): WholeTransaction {
  return {
    hash: row.hash,
    row,
    tip: row.tip ?? 0,
    transfers: readJsonRows<TokenTransferRow>(row.transfers),
    instances: readJsonRows<TokenInstanceRow>(row.instances),
    tokens: readJsonRows<TokenRow>(row.tokens),
    addresses: readJsonRows<AddressRow>(row.addresses),
    coinPrice: row.price_now,
  };
}
