import type { NewRow } from '@/lib/db/tables';
import { decodeTransfers, type EvmLog, type TokenTransfer } from '@/lib/evm/decode-transfers';
import { paidGasPrice } from '@/lib/evm/fees';
import { decodeUserOperations, type UserOperation } from '@/lib/evm/user-operations';
import { decodeFheEvents } from '@/lib/fhe/events';
import { type HandleLog, listHandleLogs } from '@/lib/fhe/handle-logs';
import { type FheOperation, measureOperations } from '@/lib/fhe/hcu';
import type { RpcBlock, RpcTransaction } from '@/lib/rpc/block';
import type { RpcReceipt } from '@/lib/rpc/receipt';
import { authorizationRecord, transactionRecord } from '@/lib/rpc/transaction-record';
import type { BlockRows, Creation } from './block-rows';
import type { BlockBundle } from './bundle';
import { decodeAccessListRows } from './decode-access-list';
import { decodeBlockRow } from './decode-block-row';
import { decodeBlockStats } from './decode-block-stats';
import { countInternalCalls, decodeInternalRows } from './decode-internal-rows';

/** `executors` are the chain's FHEVMExecutors; undefined accepts any emitter. */
export type DecodeSettings = Readonly<{ executors: readonly Buffer[] | undefined }>;

/** All rows of a block. Pure. */
export function decodeBundle(bundle: BlockBundle, settings: DecodeSettings): BlockRows {
  const rows: BlockRows = {
    block: decodeBlockRow(bundle.block),
    transactions: [],
    authorizations: [],
    logs: [],
    internal_transactions: [],
    withdrawals: decodeWithdrawals(bundle.block),
    token_transfers: [],
    token_instance_transfers: [],
    fhe_operations: [],
    fhe_handle_logs: [],
    user_operations: [],
    ...decodeAccessListRows(bundle),
    creations: [],
    stats: null,
  };
  for (const transaction of bundle.block.transactions) {
    const receipt = bundle.receipts[transaction.index];
    if (receipt) decodeTransaction(rows, { bundle, transaction, receipt, settings });
  }
  rows.block.internal_transactions_count = countInternalCalls(bundle);
  rows.stats = decodeBlockStats(rows);
  return rows;
}

function decodeWithdrawals({ number, withdrawals }: RpcBlock): NewRow<'withdrawals'>[] {
  return (withdrawals ?? []).map(({ index, validatorIndex, address, amount }, position) => ({
    block_number: number,
    position,
    index,
    validator_index: validatorIndex,
    address,
    amount,
  }));
}

type Decoding = {
  bundle: BlockBundle;
  transaction: RpcTransaction;
  receipt: RpcReceipt;
  settings: DecodeSettings;
};

/** Appends the rows of a transaction and its logs, and adds it to the block's sums. */
function decodeTransaction(rows: BlockRows, { bundle, transaction, receipt, settings }: Decoding): void {
  const blockNumber = bundle.block.number;
  const position = { block_number: blockNumber, transaction_index: transaction.index };
  const transfers = decodeTransfers(receipt.logs);
  const operations = measureOperations(decodeFheEvents(receipt.logs, settings.executors));
  const hcu = operations.reduce((sum, { hcuCost }) => sum + hcuCost, 0);
  const trace = bundle.traces?.[transaction.index] ?? null;
  const replay = bundle.replays.get(transaction.index);
  const counts = { transfers: transfers.length, fheOperations: operations.length };
  const row = transactionRecord({ blockNumber, transaction, receipt, trace, replay, counts }, unchanged);
  rows.transactions.push(row);
  for (const log of receipt.logs) rows.logs.push(decodeLogRow(position, log));
  for (const row of decodeInternalRows(position, trace?.calls ?? [])) rows.internal_transactions.push(row);
  for (const transfer of transfers) {
    rows.token_transfers.push(decodeTransferRow(position, transfer));
    rows.token_instance_transfers.push(...decodeInstanceRows(blockNumber, transfer));
  }
  rows.fhe_operations.push(...operations.map((operation) => decodeOperationRow(position, operation)));
  for (const log of listHandleLogs(receipt.logs, { operations, ...settings }))
    rows.fhe_handle_logs.push(decodeHandleRow(position, log));
  rows.user_operations.push(
    ...decodeUserOperations(receipt.logs).map((one) =>
      decodeUserOperationRow(position, row.from_address, one),
    ),
  );
  rows.authorizations.push(...decodeAuthorizations(bundle, transaction));
  rows.creations.push(...decodeCreations(row, trace?.createdContracts ?? []));
  rows.block.token_transfers_count += transfers.length;
  rows.block.fhe_operations_count += operations.length;
  rows.block.total_hcu += BigInt(hcu);
  addFees(rows, transaction, receipt);
}

const unchanged = (value: bigint) => value;

/** Rows are built property by property: spreading makes decoding several times slower. */
type Position = { block_number: number; transaction_index: number };

function decodeLogRow(position: Position, { logIndex, address, topics, data }: EvmLog): NewRow<'logs'> {
  return {
    block_number: position.block_number,
    transaction_index: position.transaction_index,
    log_index: logIndex,
    address,
    topic0: topics[0] ?? null,
    topic1: topics[1] ?? null,
    topic2: topics[2] ?? null,
    topic3: topics[3] ?? null,
    data,
  };
}

function decodeUserOperationRow(
  position: Position,
  bundler: Buffer,
  operation: UserOperation,
): NewRow<'user_operations'> {
  return {
    block_number: position.block_number,
    transaction_index: position.transaction_index,
    log_index: operation.logIndex,
    sender: operation.sender,
    paymaster: operation.paymaster,
    hash: operation.hash,
    factory: operation.factory,
    entry_point: operation.entryPoint,
    bundler,
    bundle_index: operation.bundleIndex,
    operation_index: operation.index,
  };
}

function decodeTransferRow(position: Position, transfer: TokenTransfer): NewRow<'token_transfers'> {
  return {
    block_number: position.block_number,
    transaction_index: position.transaction_index,
    log_index: transfer.logIndex,
    token_address: transfer.token,
    token_type: transfer.tokenType,
    from_address: transfer.from,
    to_address: transfer.to,
    amount: transfer.amount,
    token_ids: transfer.tokenIds,
    amounts: transfer.amounts,
    encrypted_amount: transfer.encryptedAmount,
  };
}

/** One row per instance, even if a batch transfer repeats it. */
function decodeInstanceRows(
  blockNumber: number,
  transfer: TokenTransfer,
): NewRow<'token_instance_transfers'>[] {
  return [...new Set(transfer.tokenIds)].map((tokenId) => ({
    token_address: transfer.token,
    token_id: tokenId,
    block_number: blockNumber,
    log_index: transfer.logIndex,
  }));
}

function decodeOperationRow(position: Position, operation: FheOperation): NewRow<'fhe_operations'> {
  return {
    block_number: position.block_number,
    transaction_index: position.transaction_index,
    log_index: operation.logIndex,
    caller: operation.caller,
    operation: operation.operation,
    fhe_type: operation.fheType,
    is_scalar: operation.isScalar,
    operands: operation.operands,
    plaintext: operation.plaintext,
    result: operation.result,
    hcu_cost: operation.hcuCost,
    hcu_depth: operation.hcuDepth,
  };
}

/** The row of a log that names a handle. */
export function decodeHandleRow(position: Position, log: HandleLog): NewRow<'fhe_handle_logs'> {
  return {
    handle: log.handle,
    kind: log.kind,
    emitter: log.emitter,
    block_number: position.block_number,
    transaction_index: position.transaction_index,
    log_index: log.logIndex,
    account: log.account,
  };
}

function decodeAuthorizations(
  bundle: BlockBundle,
  transaction: RpcTransaction,
): NewRow<'transaction_authorizations'>[] {
  const authorities = bundle.authorities.get(transaction.index) ?? [];
  return transaction.authorizations.map((authorization, index) => ({
    block_number: bundle.block.number,
    transaction_index: transaction.index,
    index,
    ...authorizationRecord(authorization, authorities[index] ?? null, unchanged),
  }));
}

function decodeCreations(
  { index, created_contract: own }: NewRow<'transactions'>,
  inner: readonly Buffer[],
): Creation[] {
  const isOwn = (address: Buffer) => own?.equals(address) === true;
  const created = own === null ? inner : [own, ...inner.filter((address) => !isOwn(address))];
  return created.map((address) => ({ address, transaction_index: index, is_in_receipt: isOwn(address) }));
}

/** Gas fees only: the L1 fee of an OP Stack chain is not paid to this block. */
function addFees(
  { block }: BlockRows,
  transaction: RpcTransaction,
  { gasUsed, effectiveGasPrice }: RpcReceipt,
): void {
  const base = block.base_fee_per_gas;
  const price = paidGasPrice({
    effectiveGasPrice,
    gasPrice: transaction.gasPrice,
    maxFeePerGas: transaction.maxFeePerGas,
    maxPriorityFeePerGas: transaction.maxPriorityFeePerGas,
    baseFeePerGas: base,
  });
  if (price === null || gasUsed === null) return;
  block.transaction_fees += price * gasUsed;
  if (base === null || block.burnt_fees === null || block.priority_fee === null) return;
  const burnt = (price < base ? price : base) * gasUsed;
  block.burnt_fees += burnt;
  block.priority_fee += price * gasUsed - burnt;
}
