import type { ListedTransaction } from '@/lib/endpoints/transaction';
import { COIN } from '@/lib/evm/coin';
import type { CallContext } from '../implement';
import { presentPendingTransaction } from '../present/pending-transaction';
import { presentListedTransaction, type TransactionContext } from '../present/transaction';
import { loadAddresses, loadIndexerState, loadTokens } from './address-mention';
import { learnNames } from './names';
import { loadPricesAt } from './price';

type Parties = Readonly<{
  from_address: Buffer;
  to_address: Buffer | null;
  created_contract?: Buffer | null;
  input: Buffer;
  revert_output?: Buffer | null;
  block_number?: number;
  timestamp?: number;
}>;

const toFailure = ({ revert_output = null, to_address }: Parties) => ({ output: revert_output, to_address });

/** The coin at the time of a transaction's block; nothing while it has none. */
function coinAt({ block_number, timestamp }: Parties) {
  return block_number === undefined || timestamp === undefined
    ? []
    : [{ asset: COIN, block_number, timestamp }];
}

/** Loads what is needed to present transactions, `hasNested` with the calls in the arguments of theirs. */
export async function loadTransactionContext(
  context: CallContext,
  rows: readonly Parties[],
  { hasNested = false } = {},
): Promise<TransactionContext> {
  const { db, services } = context;
  const created = rows.map((row) => row.created_contract ?? null);
  const parties = rows.flatMap((row) => [row.from_address, row.to_address]);
  const [addresses, tokens, state, pricesAt, averageBlockTimeMs] = await Promise.all([
    loadAddresses(
      db,
      [...parties, ...created],
      rows.map((row) => row.to_address),
    ),
    loadTokens(db, created),
    loadIndexerState(db),
    loadPricesAt(context, rows.flatMap(coinAt)),
    services.averageBlockTimeMs(db),
  ]);
  const outer = hasNested ? rows : [];
  await learnNames(context, { calls: rows, outer, failures: rows.map(toFailure) }, addresses);
  return {
    addresses,
    tokens,
    tip: state?.tip_number ?? 0,
    averageBlockTimeMs: averageBlockTimeMs ?? 0,
    signatures: services.signatures,
    coinPrice: state?.coin_price ?? null,
    pricesAt,
  };
}

/** Presents a list of mined transactions. */
export const presentTransactions = presenterOf(presentListedTransaction);

/** Presents a list of pending transactions. */
export const presentPendingTransactions = presenterOf(presentPendingTransaction);

function presenterOf<Row extends Parties>(
  present: (row: Row, body: TransactionContext) => ListedTransaction,
): (context: CallContext, rows: readonly Row[]) => Promise<ListedTransaction[]> {
  return async (context, rows) => {
    if (rows.length === 0) return [];
    const body = await loadTransactionContext(context, rows);
    return rows.map((row) => present(row, body));
  };
}
