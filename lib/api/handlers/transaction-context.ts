import type { TokenTransferRow } from '@/lib/queries/token-transfer';
import type { Context } from '../implement';
import type { InstanceBook } from '../present/token-instance';
import type { TransactionContext } from '../present/transaction';
import { loadAddressBook, loadIndexerState, loadInstanceBook, loadTokenBook, ownersOf } from './books';

/** Whom a transaction mentions; waiting ones have created nothing. */
type Parties = Readonly<{
  from_address: Buffer;
  to_address: Buffer | null;
  created_contract?: Buffer | null;
}>;

/** What bodies of these transactions and transfers need beside their rows. */
export async function loadTransactionContext(
  { db, services }: Context,
  rows: readonly Parties[],
  transfers: readonly TokenTransferRow[] = [],
): Promise<TransactionContext & { instances: InstanceBook }> {
  const instances = await loadInstanceBook(db, transfers);
  const created = rows.map((row) => row.created_contract ?? null);
  const parties = rows.flatMap((row) => [row.from_address, row.to_address]);
  const moved = transfers.flatMap((transfer) => [transfer.from_address, transfer.to_address]);
  const tokens = transfers.map((transfer) => transfer.token_address);
  const [addresses, tokenBook, state, averageBlockTimeMs] = await Promise.all([
    loadAddressBook(
      db,
      [...parties, ...created, ...moved, ...ownersOf(instances)],
      rows.map((row) => row.to_address),
    ),
    loadTokenBook(db, [...tokens, ...created]),
    loadIndexerState(db),
    services.averageBlockTimeMs(db),
  ]);
  return {
    addresses,
    tokens: tokenBook,
    instances,
    tip: state?.tip_number ?? 0,
    averageBlockTimeMs: averageBlockTimeMs ?? 0,
    signatures: services.signatures,
  };
}
