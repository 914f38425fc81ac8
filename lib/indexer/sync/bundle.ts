import { AppError } from '@/lib/errors';
import type { BlockAccessList } from '@/lib/evm/block-access-list';
import type { RpcBlock } from '@/lib/rpc/block';
import type { RpcReceipt } from '@/lib/rpc/receipt';
import type { TransactionTrace } from '@/lib/rpc/traces';

/**
 * One block from the node, its parts keyed by transaction index. `traces` is null for a block without traces;
 * `replays` holds the output of failed transactions when called again; `authorities` are the signers of EIP-7702
 * authorizations, null where the signature does not recover. `refusal` is why traces or replays are missing that the
 * node may return later.
 */
export type BlockBundle = Readonly<{
  block: RpcBlock;
  receipts: readonly RpcReceipt[];
  /** Block and receipts were proven against the block's hash. */
  isProven: boolean;
  traces: readonly (TransactionTrace | null)[] | null;
  replays: ReadonlyMap<number, Buffer>;
  authorities: ReadonlyMap<number, readonly (Buffer | null)[]>;
  refusal: AppError | null;
  /** Null where the header commits to none, or the node did not give it. */
  accessList: CheckedAccessList | null;
}>;

/** An access list with the hash of the header, and its RLP. */
export type CheckedAccessList = Readonly<{ rlp: Buffer; list: BlockAccessList }>;

/**
 * The receipts in transaction order. Throws AppError `node_answer` unless they match the block: hashes and counts
 * agree, and log indexes increase through the block.
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

/** Throws AppError `node_answer` unless each block is the parent of the next. */
export function requireLinked(bundles: readonly BlockBundle[]): void {
  for (const [at, { block }] of bundles.entries()) {
    const parent = bundles[at - 1]?.block;
    if (parent && !parent.hash.equals(block.parentHash)) throw disagreement(block, 'another parent');
  }
}

function disagreement(block: RpcBlock, what: string): AppError {
  return new AppError('node_answer', `The node's answers about block ${block.number} disagree: ${what}.`);
}

/** The block's share of a batch: 1 per transaction, log and call, and 1 per kilobyte of their data. */
export function weighBundle({ block, receipts, traces, accessList }: BlockBundle): number {
  let weight = 1 + block.transactions.length;
  let bytes = accessList?.rlp.length ?? 0;
  for (const transaction of block.transactions) bytes += transaction.input.length;
  for (const { logs } of receipts) {
    weight += logs.length;
    for (const log of logs) bytes += log.data.length;
  }
  for (const trace of traces ?? []) weight += trace?.calls.length ?? 0;
  return weight + bytes / 1024;
}
