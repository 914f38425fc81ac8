import type { Log } from '@/lib/endpoints/log';
import type { TokenTransfer } from '@/lib/endpoints/token-transfer';
import type { Transaction } from '@/lib/endpoints/transaction';

/** Addresses shown shortened on a transaction's pages, with duplicates. */
export function listAddresses(transaction: Transaction, transfers: readonly TokenTransfer[]): string[] {
  const { from, to, created_contract: created } = transaction;
  return [
    from.hash,
    ...(to === null ? [] : [to.hash]),
    ...(created === null ? [] : [created.hash]),
    ...transfers.flatMap((transfer) => [transfer.from.hash, transfer.to.hash]),
  ];
}

/** Addresses shown shortened on the logs tab, including the header's. */
export function listLogAddresses(transaction: Transaction, logs: readonly Log[]): string[] {
  return [...listAddresses(transaction, []), ...logs.map((log) => log.address.hash)];
}
