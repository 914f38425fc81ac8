import type { Log } from '@/lib/endpoints/log';
import type { Transaction } from '@/lib/endpoints/transaction';
import type { AnyTransfer } from '../token-transfer/collect-movements';

/** Every address that the pages of a transaction show shortened, with repetitions. */
export function listAddresses(transaction: Transaction, transfers: readonly AnyTransfer[]): string[] {
  const { from, to, created_contract: created } = transaction;
  return [
    from.hash,
    ...(to === null ? [] : [to.hash]),
    ...(created === null ? [] : [created.hash]),
    ...transfers.flatMap((transfer) => [transfer.from.hash, transfer.to.hash]),
  ];
}

/** Every address that the logs of a transaction show shortened, beside those of its head. */
export function listLogAddresses(transaction: Transaction, logs: readonly Log[]): string[] {
  return [...listAddresses(transaction, []), ...logs.map((log) => log.address.hash)];
}
