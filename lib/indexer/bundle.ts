import { AppError } from '@/lib/errors';
import type { RpcBlock } from '@/lib/rpc/block';
import type { RpcReceipt } from '@/lib/rpc/receipt';
import type { TransactionTrace } from '@/lib/rpc/traces';

/**
 * One block as the node tells it, everything by transaction index. `traces` is null without traces of the block;
 * `replays` holds what failed transactions returned when they were called again; `authorities` are who signed each
 * EIP-7702 authorization, null for a signature that does not recover. `refusal` is why traces or replays are missing that
 * the node may give later.
 */
export type BlockBundle = Readonly<{
  block: RpcBlock;
  receipts: readonly RpcReceipt[];
  traces: readonly (TransactionTrace | null)[] | null;
  replays: ReadonlyMap<number, Buffer>;
  authorities: ReadonlyMap<number, readonly (Buffer | null)[]>;
  refusal: AppError | null;
}>;

/**
 * The receipts in the order of the block's transactions. Throws AppError `node_answer` unless block and receipts are
 * of one version of one block: hashes and counts agree, and log indexes rise through the block.
 */
export function matchReceipts(block: RpcBlock, receipts: readonly RpcReceipt[]): readonly RpcReceipt[] {
  const { transactions } = block;
  if (receipts.length !== transactions.length) {
    throw disagreement(block, `${transactions.length} transactions and ${receipts.length} receipts`);
  }
  const ordered = [...receipts].sort((left, right) => left.transactionIndex - right.transactionIndex);
  let lastLog = -1;
  for (const [index, receipt] of ordered.entries()) {
    const isSame =
      receipt.transactionIndex === index && transactions[index]?.hash.equals(receipt.transactionHash);
    if (!isSame) throw disagreement(block, `the receipt of another transaction at index ${index}`);
    if (receipt.blockHash && !receipt.blockHash.equals(block.hash)) {
      throw disagreement(block, 'receipts of another block');
    }
    for (const { logIndex } of receipt.logs) {
      if (logIndex <= lastLog) throw disagreement(block, `log index ${logIndex} after ${lastLog}`);
      lastLog = logIndex;
    }
  }
  return ordered;
}

/** Throws AppError `node_answer` unless each block is the parent of the next one. */
export function requireLinked(bundles: readonly BlockBundle[]): void {
  for (const [at, { block }] of bundles.entries()) {
    const parent = bundles[at - 1]?.block;
    if (parent && !parent.hash.equals(block.parentHash)) throw disagreement(block, 'another parent');
  }
}

function disagreement(block: RpcBlock, what: string): AppError {
  return new AppError('node_answer', `The node's answers about block ${block.number} disagree: ${what}.`);
}

/** How much of a batch the block takes: transactions, logs and calls count 1, a kilobyte of their data 1. */
export function weighBundle({ block, receipts, traces }: BlockBundle): number {
  let weight = 1 + block.transactions.length;
  let bytes = 0;
  for (const transaction of block.transactions) bytes += transaction.input.length;
  for (const { logs } of receipts) {
    weight += logs.length;
    for (const log of logs) bytes += log.data.length;
  }
  for (const trace of traces ?? []) weight += trace?.calls.length ?? 0;
  return weight + bytes / 1024;
}
