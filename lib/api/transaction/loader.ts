import { withCalledAt } from '@/lib/api/address/delegate-loader';
import {
  loadAddresses,
  loadIndexerState,
  loadTokens,
  loadTokensOf,
  toAddressMap,
  toTokenMap,
} from '@/lib/api/address/mention-loader';
import type { CallContext } from '@/lib/api/implement';
import { readMentioned, type WithMentioned } from '@/lib/api/lists/mentioned-query';
import { withNames } from '@/lib/api/names/loader';
import { loadPricesAt } from '@/lib/api/price/loader';
import { presentMoved } from '@/lib/api/token-transfer/present';
import type { ListedTransaction } from '@/lib/endpoints/transaction';
import { COIN } from '@/lib/evm/coin';
import { listMoved, type MovedRow } from './moved-query';
import { presentPendingTransaction } from './pending-present';
import type { PendingTransactionRow } from './pending-query';
import { presentListedTransaction, type TransactionContext } from './present';
import type { TransactionPosition, TransactionRow } from './query';

type Parties = WithMentioned &
  Readonly<{
    from_address: Buffer;
    to_address: Buffer | null;
    created_contract?: Buffer | null;
    block_number?: number;
    index?: number;
    timestamp?: number;
  }>;

/** The coin at the time of a transaction's block; nothing while it has none. */
function coinAt({ block_number, timestamp }: Parties) {
  return block_number === undefined || timestamp === undefined
    ? []
    : [{ asset: COIN, block_number, timestamp }];
}

/** `moved`: what the page moved, with the tokens of that; undefined if it was not read with the rows. */
type LoadedContext = Omit<TransactionContext, 'signatures'> & { moved?: readonly MovedRow[] };

/** Loads what transactions need to be presented, apart from signatures, if it was not read with them. */
export async function loadTransactionContext(
  context: CallContext,
  rows: readonly Parties[],
): Promise<LoadedContext> {
  const { db, services } = context;
  const [mentioned, pricesAt, averageBlockTimeMs] = await Promise.all([
    loadMentioned(context, rows),
    loadPricesAt(context, rows.flatMap(coinAt)),
    services.averageBlockTimeMs(db),
  ]);
  return { ...mentioned, averageBlockTimeMs, pricesAt };
}

async function loadMentioned({ db }: CallContext, rows: readonly Parties[]) {
  const called = rows.map((row) => row.to_address);
  const read = await readMentioned(db, rows);
  if (read !== undefined) {
    const { tip, coinPrice, moved } = read;
    return {
      ...{ tip, coinPrice, moved, tokens: toTokenMap(read.tokens) },
      addresses: await toAddressMap(db, read.addresses, called),
    };
  }
  const created = rows.map((row) => row.created_contract ?? null);
  const parties = rows.flatMap((row) => [row.from_address, row.to_address]);
  const [addresses, tokens, state] = await Promise.all([
    loadAddresses(db, [...parties, ...created], called),
    loadTokens(db, created),
    loadIndexerState(db),
  ]);
  return { addresses, tokens, tip: state?.tip_number ?? 0, coinPrice: state?.coin_price ?? null };
}

/** Presents a list of mined transactions, with what they moved. */
export async function presentTransactions(
  context: CallContext,
  rows: readonly TransactionRow[],
): Promise<ListedTransaction[]> {
  if (rows.length === 0) return [];
  const body = await loadTransactionContext(context, rows);
  const moved = body.moved ?? (await listMoved(context.db, rows));
  const tokens = body.moved ? body.tokens : await loadTokensOf(context.db, moved);
  const named = { addresses: new Map(), instances: new Map(), tokens };
  const placeOf = ({ block_number, index }: TransactionPosition) => `${block_number} ${index}`;
  const byPlace = new Map(moved.map((row) => [placeOf(row), presentMoved(row, named)]));
  const present = (row: TransactionRow, shared: TransactionContext) =>
    presentListedTransaction(row, shared, byPlace.get(placeOf(row)));
  return presentRows(context, { rows, body, present });
}

/** Presents a list of pending transactions. */
export async function presentPendingTransactions(
  context: CallContext,
  rows: readonly PendingTransactionRow[],
): Promise<ListedTransaction[]> {
  if (rows.length === 0) return [];
  const body = await loadTransactionContext(context, rows);
  return presentRows(context, { rows, body, present: presentPendingTransaction });
}

async function presentRows<Row extends Parties>(
  context: CallContext,
  {
    rows,
    body,
    present,
  }: Readonly<{
    rows: readonly Row[];
    body: LoadedContext;
    present: (row: Row, body: TransactionContext) => ListedTransaction;
  }>,
): Promise<ListedTransaction[]> {
  const addressesAt = await withCalledAt(context.db, body.addresses, rows.flatMap(calledBy));
  return withNames(context, (signatures) => {
    const shared = { ...body, signatures };
    return rows.map((row) => {
      const addresses = calledBy(row).map(addressesAt)[0] ?? body.addresses;
      return present(row, addresses === body.addresses ? shared : { ...shared, addresses });
    });
  });
}

/** Whom a mined transaction calls. */
function calledBy({ to_address: address, block_number, index: transaction_index }: Parties) {
  return address === null || block_number === undefined || transaction_index === undefined
    ? []
    : [{ address, block_number, transaction_index }];
}
