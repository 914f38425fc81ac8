import type { Database } from '@/lib/db/open-database';
import { CHAIN_COLUMNS } from '@/lib/db/tables';
import { keccak256 } from '@/lib/evm/keccak';
import type { BlockRows } from '@/lib/indexer/sync/block-rows';
import { COPIED, type CopiedTable } from '@/lib/indexer/sync/block-tables';

type Cell = null | boolean | number | bigint | string | Buffer | readonly Cell[];
type StoredRow = Readonly<Record<string, Cell>>;

/** Columns that no proof covers: traces, values only the node knows, and first-seen counts. */
const UNPROVEN: Readonly<Partial<Record<ComparedTable, readonly string[]>>> = {
  blocks: ['size', 'total_difficulty', 'uncles', 'internal_transactions_count'],
  transactions: [
    'error',
    'revert_output',
    'revert_source',
    'has_error_in_internal_transactions',
    'internal_transactions_count',
    'blob_gas_price',
    'l1_fee',
    'operator_fee',
  ],
  block_stats: ['day', 'block_size', 'new_contracts', 'new_tokens'],
};

/**
 * Traces, what follows from an access list, which is compared with the header's hash, and what follows from logs, which
 * are compared, and may be filled in later.
 */
const UNCOMPARED = [
  'internal_transactions',
  'block_access_lists',
  'coin_balances',
  'fhe_handle_logs',
] as const;

/** Tables with rows of blocks that follow from block and receipts, with the columns that order them. */
const COMPARED = {
  blocks: ['number'],
  transactions: ['index'],
  transaction_authorizations: ['transaction_index', 'index'],
  logs: ['log_index'],
  withdrawals: ['position'],
  token_transfers: ['log_index'],
  token_instance_transfers: ['log_index', 'token_id'],
  fhe_operations: ['log_index'],
  user_operations: ['log_index'],
  block_stats: ['block_number'],
} as const satisfies Readonly<Record<ComparedTable, readonly string[]>>;
type ComparedTable = Exclude<CopiedTable, (typeof UNCOMPARED)[number]> | 'block_stats';

/** Maximum rows listed as differences. */
const MAX_NAMED = 3;

/**
 * How the stored rows of a block differ from `rows`, decoded from proven responses, in the columns that follow from
 * them: one text for each table; empty when they agree.
 */
export async function listDifferences(db: Database, rows: BlockRows): Promise<string[]> {
  const differences = await Promise.all([
    ...expectedRows(rows).map(async ([table, expected]) =>
      compare(table, await readRows(db, table, rows.block.number), expected),
    ),
    compareAccessList(db, rows),
  ]);
  return differences.filter((difference) => difference !== undefined);
}

function expectedRows(rows: BlockRows): [ComparedTable, readonly StoredRow[]][] {
  return [
    ...COPIED.flatMap(([table, rowsOf]): [ComparedTable, readonly StoredRow[]][] =>
      isCompared(table) ? [[table, rowsOf(rows)]] : [],
    ),
    ['block_stats', rows.stats ? [rows.stats] : []],
  ];
}

const isCompared = (table: CopiedTable): table is Exclude<ComparedTable, 'block_stats'> =>
  UNCOMPARED.every((other) => other !== table);

/** A list that the node did not give may be missing; a stored one has the header's hash. */
async function compareAccessList({ sql, schema }: Database, rows: BlockRows): Promise<string | undefined> {
  const [stored] = await sql<{ hash: Buffer; rlp: Buffer | null }[]>`
    select hash, rlp from ${schema}.block_access_lists where block_number = ${rows.block.number}`;
  const [expected] = rows.access_lists;
  const isSame =
    stored && expected
      ? stored.hash.equals(expected.hash) &&
        (stored.rlp === null || keccak256(stored.rlp).equals(expected.hash))
      : stored === expected;
  return isSame ? undefined : 'block_access_lists: not that of the header';
}

async function readRows(
  { sql, schema }: Database,
  table: ComparedTable,
  height: number,
): Promise<StoredRow[]> {
  const column = table === 'blocks' ? 'number' : 'block_number';
  return sql<StoredRow[]>`
    select ${sql(columnsOf(table))} from ${schema}.${sql(table)} where ${sql(column)} = ${height}`;
}

function columnsOf(table: ComparedTable): string[] {
  const unproven = UNPROVEN[table] ?? [];
  return CHAIN_COLUMNS[table].filter((column) => !unproven.includes(column));
}

function compare(
  table: ComparedTable,
  stored: readonly StoredRow[],
  expected: readonly StoredRow[],
): string | undefined {
  const [ours, theirs] = [keyed(table, stored), keyed(table, expected)];
  const missing = [...theirs.keys()].filter((key) => !ours.has(key));
  const additional = [...ours.keys()].filter((key) => !theirs.has(key));
  const changed = [...theirs].flatMap(([key, row]) => {
    const other = ours.get(key);
    const columns = other ? changedColumns(table, other, row) : [];
    return columns.length > 0 ? [`${key} has another ${columns.join(', ')}`] : [];
  });
  const parts = [
    ...(missing.length > 0 ? [`${missing.length} missing`] : []),
    ...(additional.length > 0 ? [`${additional.length} too many`] : []),
    ...changed.slice(0, MAX_NAMED),
    ...(changed.length > MAX_NAMED ? [`${changed.length - MAX_NAMED} more`] : []),
  ];
  return parts.length > 0 ? `${table}: ${parts.join('; ')}` : undefined;
}

function keyed(table: ComparedTable, rows: readonly StoredRow[]): Map<string, StoredRow> {
  return new Map(
    rows.map((row) => [COMPARED[table].map((column) => toText(row[column] ?? null)).join(' '), row]),
  );
}

/** A creation before Byzantium has no status: whether it failed is only certain from its trace. */
function changedColumns(table: ComparedTable, stored: StoredRow, expected: StoredRow): string[] {
  return columnsOf(table).filter((column) => {
    if (table === 'transactions' && column === 'created_contract' && expected.status === null) return false;
    return toText(stored[column] ?? null) !== toText(expected[column] ?? null);
  });
}

/** The same text for a value as decoded and as PostgreSQL returns it. */
function toText(cell: Cell): string {
  if (cell === null) return 'null';
  if (Buffer.isBuffer(cell)) return cell.toString('hex');
  if (Array.isArray(cell)) return `[${cell.map(toText).join(',')}]`;
  return String(cell);
}
