import type { Cell } from '@/lib/db/copy-text';
import type { CHAIN_COLUMNS } from '@/lib/db/tables';
import type { BlockRows } from './block-rows';

type Columns = typeof CHAIN_COLUMNS;
type TableWithHeight = {
  [Table in keyof Columns]: 'block_number' extends Columns[Table][number] ? Table : never;
}[keyof Columns];
/** A row as COPY writes it. */
export type CopiedRow = Readonly<Record<string, Cell>>;
type CopyEntry = readonly [TableWithHeight | 'blocks', (rows: BlockRows) => readonly CopiedRow[]];

/** The tables that are filled with the decoded rows of blocks, in that order. */
export const COPIED = [
  ['blocks', ({ block }) => [block]],
  ['transactions', (rows) => rows.transactions],
  ['internal_transactions', (rows) => rows.internal_transactions],
  ['transaction_authorizations', (rows) => rows.authorizations],
  ['logs', (rows) => rows.logs],
  ['withdrawals', (rows) => rows.withdrawals],
  ['token_transfers', (rows) => rows.token_transfers],
  ['token_instance_transfers', (rows) => rows.token_instance_transfers],
  ['fhe_operations', (rows) => rows.fhe_operations],
  ['fhe_handle_logs', (rows) => rows.fhe_handle_logs],
  ['user_operations', (rows) => rows.user_operations],
  ['block_access_lists', (rows) => rows.access_lists],
  ['coin_balances', (rows) => rows.coin_balances],
] as const satisfies readonly CopyEntry[];
/** A table of `COPIED`. */
export type CopiedTable = (typeof COPIED)[number][0];

/** Other tables with a height: whether their rows are deleted with the block, or by the code that fills them. */
const OTHERS: Readonly<
  Record<Exclude<TableWithHeight, CopiedTable>, 'with the block' | 'by those who fill it'>
> = {
  block_stats: 'with the block',
  fhe_limits: 'with the block',
  pools: 'with the block',
  trace_backlog: 'with the block',
  transaction_sightings: 'with the block',
  prices: 'by those who fill it',
  token_balance_checks: 'by those who fill it',
  token_balances: 'by those who fill it',
  token_instance_balances: 'by those who fill it',
  transaction_heights: 'by those who fill it',
};

/** The tables other than `blocks` whose rows are deleted with their block. */
export const DELETED_WITH_BLOCK: readonly string[] = [
  ...COPIED.flatMap(([table]) => (table === 'blocks' ? [] : [table])),
  ...Object.entries(OTHERS).flatMap(([table, deleted]) => (deleted === 'with the block' ? [table] : [])),
];
