import type { BlockRange } from '@/lib/api/block/query';
import { readBoundedScan } from '@/lib/api/lists/bounded-scan-query';
import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database, Fragment } from '@/lib/db/open-database';
import { type TokenType, typesWith } from '@/lib/evm/token-standards';
import { driveScan } from './entry-scan-query';

/** Kinds of entries, in their order within a transaction. */
const ENTRY_KINDS = ['transaction', 'internal', 'transfer'] as const;
/** A kind of entry. */
type EntryKind = (typeof ENTRY_KINDS)[number];

/** Place in the list, newest first; `place` is the index among entries of its kind in the block or transaction. */
export type EntryPosition = Readonly<{
  block_number: number;
  transaction_index: number;
  kind: EntryKind;
  place: number;
}>;

/** An entry; `value` is in the smallest unit, null where there is none, or where a transfer has several IDs. */
export type EntryRow = EntryPosition & {
  from_address: Buffer;
  to_address: Buffer | null;
  created_contract: Buffer | null;
  value: string | null;
  token_address: Buffer | null;
  token_type: string | null;
  token_id: string | null;
  ids_count: number;
};

/** A filter: entries of one of these kinds that meet all conditions. */
export type EntryFilter = Readonly<{
  hasCoin: boolean;
  hasCalls: boolean;
  hasCreations: boolean;
  /** Of transfers. */
  types: readonly TokenType[];
  selectors: readonly Buffer[];
  blocks: BlockRange | undefined;
  from: readonly Buffer[];
  to: readonly Buffer[];
  /** Both lists of addresses must fit, not one of them. */
  isBoth: boolean;
  notFrom: readonly Buffer[];
  notTo: readonly Buffer[];
  tokens: readonly Buffer[];
  notTokens: readonly Buffer[];
  /** In whole units, decimal. */
  least: string | undefined;
  most: string | undefined;
}>;

/** Entries read per scan and kind. */
const MAX_SCANNED = 300;

type Scan = { rows: EntryRow[]; scannedTo: EntryPosition | undefined };
type Page = Readonly<{ after: EntryPosition | undefined; limit: number }>;

/** Entries that fit, newest first, by a bounded scan of each kind: continue at `scannedTo`, undefined at the end. */
export async function listEntries(db: Database, filter: EntryFilter, page: Page): Promise<Scan> {
  const isCoin = filter.tokens.length === 0;
  const scans = await Promise.all([
    isCoin && (filter.hasCoin || filter.hasCalls || filter.hasCreations)
      ? scanTransactions(db, filter, page)
      : NOTHING,
    isCoin && (filter.hasCoin || filter.hasCreations) ? scanInternals(db, filter, page) : NOTHING,
    filter.types.length > 0 ? scanTransfers(db, filter, page) : NOTHING,
  ]);
  // entries that one scan has not reached yet may precede those that another one found
  const [end] = scans.flatMap(({ scannedTo }) => scannedTo ?? []).sort(compareEntries);
  const rows = scans
    .flatMap((scan) => scan.rows)
    .filter((row) => end === undefined || compareEntries(row, end) <= 0)
    .sort(compareEntries);
  return { rows: rows.slice(0, page.limit), scannedTo: rows.length >= page.limit ? undefined : end };
}

const NOTHING: Scan = { rows: [], scannedTo: undefined };

/** Negative when the first is newer. */
function compareEntries(one: EntryPosition, other: EntryPosition): number {
  return (
    other.block_number - one.block_number ||
    other.transaction_index - one.transaction_index ||
    ENTRY_KINDS.indexOf(one.kind) - ENTRY_KINDS.indexOf(other.kind) ||
    other.place - one.place
  );
}

async function scanTransactions(db: Database, filter: EntryFilter, page: Page): Promise<Scan> {
  const { hasCoin, hasCalls, hasCreations } = filter;
  const { after } = page;
  const scanned = driveScan(db, filter, {
    table: db.sql`${db.schema}.transactions`,
    columns: db.sql`c.block_number, c.index as transaction_index, 0 as place, c.from_address, c.to_address,
      c.created_contract, c.value, null::bytea as token_address, null::text as token_type,
      null::numeric as token_id, 0 as ids_count, substring(c.input for 4) as selector`,
    receivers: [db.sql`c.to_address`, db.sql`c.created_contract`],
    key: db.sql`c.block_number, c.index`,
    order: db.sql`c.block_number desc, c.index desc`,
    reach:
      after &&
      db.sql`(c.block_number, c.index) < (${after.block_number}::bigint, ${after.transaction_index}::integer)`,
    types: undefined,
    limit: MAX_SCANNED,
  });
  // one that moved nothing, called nothing and created nothing is of no type
  const fits = db.sql`(
      ${hasCoin && hasCalls && hasCreations}
      or (${hasCreations} and e.to_address is null) or (${hasCoin} and e.value > 0)
      or (${hasCalls} and e.to_address is not null and octet_length(e.selector) > 0)
    ) and ${hasSelector(db, filter, db.sql`e.selector`)} and ${isAmount(db, filter, COIN_UNIT)}`;
  return readEntries(db, { kind: 'transaction', scanned, joins: db.sql``, fits }, { filter, page });
}

async function scanInternals(db: Database, filter: EntryFilter, page: Page): Promise<Scan> {
  const { hasCoin, hasCreations } = filter;
  const scanned = driveScan(db, filter, {
    table: db.sql`${db.schema}.internal_transactions`,
    columns: db.sql`c.block_number, c.transaction_index, c.index as place, c.from_address, c.to_address,
      c.created_contract, c.value, null::bytea as token_address, null::text as token_type,
      null::numeric as token_id, 0 as ids_count, substring(c.input for 4) as selector, c.is_undone`,
    receivers: [db.sql`coalesce(c.to_address, c.created_contract)`],
    key: db.sql`c.block_number, c.transaction_index, c.index`,
    order: db.sql`c.block_number desc, c.transaction_index desc, c.index desc`,
    reach: page.after && internalsAfter(db, page.after),
    types: undefined,
    limit: MAX_SCANNED,
  });
  // index 0 is the transaction itself
  const fits = db.sql`e.place > 0 and not e.is_undone and (
      (${hasCreations} and e.created_contract is not null) or (${hasCoin} and e.value > 0)
    ) and ${hasSelector(db, filter, db.sql`e.selector`)} and ${isAmount(db, filter, COIN_UNIT)}`;
  return readEntries(db, { kind: 'internal', scanned, joins: db.sql``, fits }, { filter, page });
}

function internalsAfter(db: Database, after: EntryPosition): Fragment {
  const place = { transaction: MAX_PLACE, internal: after.place, transfer: -1 }[after.kind];
  return db.sql`(c.block_number, c.transaction_index, c.index)
    < (${after.block_number}::bigint, ${after.transaction_index}::integer, ${place}::integer)`;
}

const MAX_PLACE = 2 ** 31 - 1;

async function scanTransfers(db: Database, filter: EntryFilter, page: Page): Promise<Scan> {
  const scanned = driveScan(db, filter, {
    table: db.sql`${db.schema}.token_transfers`,
    columns: db.sql`c.block_number, c.transaction_index, c.log_index as place, c.from_address, c.to_address,
      null::bytea as created_contract, coalesce(c.amount, c.amounts[1]) as value, c.token_address, c.token_type,
      c.token_ids[1] as token_id, coalesce(cardinality(c.token_ids), 0) as ids_count`,
    receivers: [db.sql`c.to_address`],
    key: db.sql`c.block_number, c.log_index`,
    order: db.sql`c.block_number desc, c.log_index desc`,
    reach: page.after && transfersAfter(db, page.after),
    types: filter.types,
    limit: MAX_SCANNED,
  });
  const joins = db.sql`
    cross join lateral (select type, decimals from ${db.schema}.tokens where address = e.token_address offset 0) k
    ${
      filter.selectors.length === 0
        ? db.sql``
        : db.sql`cross join lateral (
      select substring(input for 4) as selector from ${db.schema}.transactions
      where block_number = e.block_number and index = e.transaction_index offset 0
    ) t`
    }`;
  const isOfId = db.sql`e.ids_count > 0 and k.type = any(${toArrayLiteral(typesWith('decimals of ids'))}::text[])`;
  const unit = db.sql`power(10::numeric, case when ${isOfId} then 0 else least(coalesce(k.decimals, 0), 255) end)`;
  const fits = db.sql`e.token_type = any(${toArrayLiteral(filter.types)}::text[])
    and ${hasSelector(db, filter, db.sql`t.selector`)} and ${isAmount(db, filter, () => unit)}
    and ${isAmong(db, db.sql`e.token_address`, filter.tokens)}
    and not ${isListed(db, db.sql`e.token_address`, filter.notTokens)}`;
  return readEntries(db, { kind: 'transfer', scanned, joins, fits }, { filter, page });
}

function transfersAfter(db: Database, after: EntryPosition): Fragment {
  return after.kind === 'transfer'
    ? db.sql`(c.block_number, c.log_index) < (${after.block_number}::bigint, ${after.place}::integer)`
    : db.sql`c.block_number <= ${after.block_number}::bigint
        and (c.block_number < ${after.block_number}::bigint or c.transaction_index <= ${after.transaction_index}::integer)`;
}

const COIN_UNIT = (db: Database) => db.sql`10::numeric ^ 18`;

function isAmount(db: Database, { least, most }: EntryFilter, unit: (db: Database) => Fragment): Fragment {
  const from = least === undefined ? db.sql`true` : db.sql`e.value >= ${least}::numeric * ${unit(db)}`;
  const to = most === undefined ? db.sql`true` : db.sql`e.value <= ${most}::numeric * ${unit(db)}`;
  return db.sql`${from} and ${to}`;
}

function hasSelector(db: Database, { selectors }: EntryFilter, selector: Fragment): Fragment {
  return selectors.length === 0 ? db.sql`true` : isListed(db, selector, selectors);
}

function isAmong(db: Database, value: Fragment, listed: readonly Buffer[]): Fragment {
  return listed.length === 0 ? db.sql`true` : isListed(db, value, listed);
}

function isListed(db: Database, value: Fragment, listed: readonly Buffer[]): Fragment {
  return db.sql`coalesce(${value} = any(${toArrayLiteral(listed)}::bytea[]), false)`;
}

type Source = Readonly<{ kind: EntryKind; scanned: Fragment; joins: Fragment; fits: Fragment }>;

async function readEntries(
  db: Database,
  { kind, scanned, joins, fits }: Source,
  { filter, page }: Readonly<{ filter: EntryFilter; page: Page }>,
): Promise<Scan> {
  const receiver = db.sql`coalesce(e.to_address, e.created_contract)`;
  const isOfBoth = filter.isBoth
    ? db.sql`and ${isAmong(db, db.sql`e.from_address`, filter.from)} and ${isAmong(db, receiver, filter.to)}`
    : db.sql``;
  const sorting = db.sql`block_number desc, transaction_index desc, place desc`;
  const { rows, scannedTo } = await readBoundedScan<EntryRow, Omit<EntryPosition, 'kind'>>(db, {
    scanned,
    size: MAX_SCANNED,
    found: db.sql`
      select ${kind}::text as kind, e.block_number, e.transaction_index, e.place, e.from_address, e.to_address,
        e.created_contract, e.value::text, e.token_address, e.token_type, e.token_id::text, e.ids_count
      from scanned e ${joins}
      where ${fits} ${isOfBoth} and not ${isListed(db, db.sql`e.from_address`, filter.notFrom)}
        and not ${isListed(db, receiver, filter.notTo)}
      order by e.block_number desc, e.transaction_index desc, e.place desc limit ${page.limit}`,
    position: db.sql`block_number, transaction_index, place`,
    sorting,
  });
  return { rows, scannedTo: scannedTo && { ...scannedTo, kind } };
}
