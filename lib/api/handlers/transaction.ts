import type { Database } from '@/lib/db/open-database';
import {
  getTransaction,
  type ListedTransaction,
  listTransactions,
  type Transaction,
} from '@/lib/endpoints/transaction';
import { hexToBuffer } from '@/lib/evm/hex';
import type { TransactionKind } from '@/lib/evm/transaction-kinds';
import {
  listAuthorizations,
  listTransactions as queryTransactions,
  type TransactionPosition,
  type TransactionRow,
} from '@/lib/queries/transaction';
import type { WholeTransaction } from '@/lib/queries/whole-transaction';
import { invalid, Refusal } from '../http/answer';
import { type Context, implement } from '../implement';
import { toAddressBook, toInstanceBook, toTokenBook } from '../loaders/mentions';
import {
  findUnindexed,
  presentPendingRows,
  presentUnindexed,
  readPending,
} from '../loaders/pending-transaction';
import { loadActions } from '../loaders/transaction-action';
import { loadTransactionContext } from '../loaders/transaction-context';
import { loadPreview, PREVIEW } from '../loaders/whole-transaction';
import { cutPage, PAGE_SIZE, toHeight, toIndex } from '../paging';
import { createJoiner } from '../present/join-parts';
import { presentTransfer } from '../present/token-transfer';
import { presentAuthorization, presentListedTransaction, transactionParts } from '../present/transaction';
import { presentTransferMethod } from '../present/transaction-call';

/** GET /transactions/{hash}. */
export const transactionOperation = implement(getTransaction, async ({ params, ...context }) => {
  const { db } = context;
  const hash = hexToBuffer(params.transaction_hash_param);
  const whole = await loadPreview(db, hash);
  return whole ? presentInfo(context, whole) : findElsewhere(context, hash);
});

const joinInfo = createJoiner();

async function presentInfo(context: Context, whole: WholeTransaction): Promise<Transaction> {
  const { db, services } = context;
  const { row, transfers } = whole;
  const [authorizations, actions, addresses, averageBlockTimeMs] = await Promise.all([
    readAuthorizations(db, row),
    loadActions(context, row),
    toAddressBook(db, whole.addresses, [row.to_address]),
    services.averageBlockTimeMs(db),
  ]);
  const body = {
    addresses,
    tokens: toTokenBook(whole.tokens),
    instances: toInstanceBook(whole.instances),
    tip: whole.tip,
    averageBlockTimeMs: averageBlockTimeMs ?? 0,
    signatures: services.signatures,
  };
  const called = addresses.get(row.to_address?.toString('hex') ?? '');
  if (called?.is_contract) void services.lookUp(db.chainId, [called.address, called.implementation]);
  const parts = transactionParts(row, body);
  const [, , , { method }] = parts;
  const shared = { ...body, transaction: row, method: method ?? presentTransferMethod(row, body) };
  return joinInfo(...parts, {
    actions,
    authorization_list: authorizations.map((entry) => presentAuthorization(entry, db.chainId)),
    token_transfers: transfers.slice(0, PREVIEW).map((transfer) => presentTransfer(transfer, shared)),
    token_transfers_overflow: transfers.length > PREVIEW,
  });
}

/** One that was not in an indexed block a moment ago; between two looks it may have come into one. */
async function findElsewhere(context: Context, hash: Buffer): Promise<Transaction | undefined> {
  const found = await findUnindexed(context, hash);
  const whole = found?.source === 'pool' ? undefined : await loadPreview(context.db, hash);
  if (whole) return presentInfo(context, whole);
  return found && presentUnindexed(context, found);
}

const NOT_PENDING = { pointer: 'type', detail: 'Transactions that wait are listed without a type' };

/** GET /transactions. */
export const transactionsOperation = implement(listTransactions, async ({ query, ...context }) => {
  if (query.filter !== 'pending') {
    return presentPage(context, query, query.type === undefined ? {} : { kinds: [query.type] });
  }
  if (query.type !== undefined) return new Refusal(invalid([NOT_PENDING]));
  const size = Number(query.items_count ?? PAGE_SIZE);
  const { shown, next } = await readPending(context.db, query, { size });
  return { items: await presentPendingRows(context, shown), next_page_params: next };
});

/** The query of a list of transactions. */
export type TransactionsQuery = Readonly<{
  block_number?: bigint | undefined;
  index?: bigint | undefined;
  items_count?: bigint | undefined;
}>;

/** A page of transactions, of the whole chain or of one block, of all kinds or of some. */
export async function presentPage(
  context: Context,
  query: TransactionsQuery,
  scope: Readonly<{ block?: number; kinds?: readonly TransactionKind[] }> = {},
) {
  const size = Number(query.items_count ?? PAGE_SIZE);
  const page = { ...scope, before: positionOf(query), limit: size + 1 };
  const { shown, last } = cutPage(await queryTransactions(context.db, page), size);
  return {
    items: await presentRows(context, shown),
    next_page_params: last ? { block_number: last.block_number, index: last.index, items_count: size } : null,
  };
}

/** Transactions of a list as the API shows them. */
export async function presentRows(
  context: Context,
  rows: readonly TransactionRow[],
): Promise<ListedTransaction[]> {
  const body = await loadTransactionContext(context, rows);
  return rows.map((row) => presentListedTransaction(row, body));
}

/** The position that a cursor stands on; it needs both of its parts. */
export function positionOf({ block_number, index }: TransactionsQuery): TransactionPosition | undefined {
  if (block_number === undefined || index === undefined) return undefined;
  return { block_number: toHeight(block_number), index: toIndex(index) };
}

async function readAuthorizations(db: Database, row: TransactionRow) {
  return row.type === 4 ? listAuthorizations(db, row.hash) : [];
}
