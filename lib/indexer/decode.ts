import { decodeTransfers, type EvmLog, type TokenTransfer } from '@/lib/evm/decode-transfers';
import { paidGasPrice } from '@/lib/evm/fees';
import { decodeUserOperations } from '@/lib/evm/user-operations';
import { decodeFheEvents } from '@/lib/fhe/events';
import { type FheOperation, measureOperations } from '@/lib/fhe/hcu';
import type { RpcBlock, RpcTransaction } from '@/lib/rpc/block';
import type { RpcReceipt } from '@/lib/rpc/receipt';
import type { BlockBundle } from './bundle';
import { decodeBlockRow } from './decode-block-row';
import { decodeBlockStats } from './decode-block-stats';
import { countInternalCalls, decodeInternalRows } from './decode-internal-rows';
import { decodeTransactionRow, readCreatedContract } from './decode-transaction-row';
import type {
  AuthorizationRow,
  BlockRows,
  Creation,
  FheOperationRow,
  InstanceTransferRow,
  LogRow,
  TokenTransferRow,
  WithdrawalRow,
} from './rows';

/** What decoding depends on besides the block: the chain's FHEVMExecutor, undefined when any emitter counts. */
export type DecodeSettings = Readonly<{ executor: Buffer | undefined }>;

/** Everything a block adds to the tables. Pure: the same bundle gives the same rows. */
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
    user_operations: [],
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

function decodeWithdrawals({ number, withdrawals }: RpcBlock): WithdrawalRow[] {
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

/** Appends one transaction and what follows from its logs, and adds it to the block's sums. */
function decodeTransaction(rows: BlockRows, { bundle, transaction, receipt, settings }: Decoding): void {
  const place = { block_number: bundle.block.number, transaction_index: transaction.index };
  const transfers = decodeTransfers(receipt.logs);
  const operations = measureOperations(decodeFheEvents(receipt.logs, settings.executor));
  const hcu = operations.reduce((sum, { hcuCost }) => sum + hcuCost, 0);
  const trace = bundle.traces?.[transaction.index] ?? null;
  const replay = bundle.replays.get(transaction.index);
  const created = readCreatedContract(transaction, receipt, trace);
  rows.transactions.push(
    decodeTransactionRow(
      place.block_number,
      { transaction, receipt, trace, replay },
      {
        created_contract: created,
        logs_count: receipt.logs.length,
        token_transfers_count: transfers.length,
        fhe_operations_count: operations.length,
        total_hcu: hcu,
      },
    ),
  );
  for (const log of receipt.logs) rows.logs.push(decodeLogRow(place, log));
  for (const row of decodeInternalRows(place, trace?.calls ?? [])) rows.internal_transactions.push(row);
  for (const transfer of transfers) {
    rows.token_transfers.push(decodeTransferRow(place, transfer));
    rows.token_instance_transfers.push(...decodeInstanceRows(place.block_number, transfer));
  }
  rows.fhe_operations.push(...operations.map((operation) => decodeOperationRow(place, operation)));
  for (const { logIndex, sender, paymaster } of decodeUserOperations(receipt.logs))
    rows.user_operations.push({ ...place, log_index: logIndex, sender, paymaster });
  rows.authorizations.push(...decodeAuthorizations(bundle, transaction));
  rows.creations.push(...decodeCreations(transaction.index, created, trace?.createdContracts ?? []));
  addToBlock(rows, { transfers: transfers.length, operations: operations.length, hcu });
  addFees(rows, transaction, receipt);
}

/** Rows are written out property by property: spreading made decoding several times slower. */
type Place = { block_number: number; transaction_index: number };

function decodeLogRow(place: Place, { logIndex, address, topics, data }: EvmLog): LogRow {
  return {
    block_number: place.block_number,
    transaction_index: place.transaction_index,
    log_index: logIndex,
    address,
    topic0: topics[0] ?? null,
    topic1: topics[1] ?? null,
    topic2: topics[2] ?? null,
    topic3: topics[3] ?? null,
    data,
  };
}

function decodeTransferRow(place: Place, transfer: TokenTransfer): TokenTransferRow {
  return {
    block_number: place.block_number,
    transaction_index: place.transaction_index,
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

/** Each instance that the transfer moved, once however often a batch names it. */
function decodeInstanceRows(blockNumber: number, transfer: TokenTransfer): InstanceTransferRow[] {
  return [...new Set(transfer.tokenIds)].map((tokenId) => ({
    token_address: transfer.token,
    token_id: tokenId,
    block_number: blockNumber,
    log_index: transfer.logIndex,
  }));
}

function decodeOperationRow(place: Place, operation: FheOperation): FheOperationRow {
  return {
    block_number: place.block_number,
    transaction_index: place.transaction_index,
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

function decodeAuthorizations(bundle: BlockBundle, transaction: RpcTransaction): AuthorizationRow[] {
  const authorities = bundle.authorities.get(transaction.index) ?? [];
  return transaction.authorizations.map((authorization, index) => ({
    block_number: bundle.block.number,
    transaction_index: transaction.index,
    index,
    chain_id: authorization.chainId,
    address: authorization.address,
    nonce: authorization.nonce,
    y_parity: authorization.yParity,
    r: authorization.r,
    s: authorization.s,
    authority: authorities[index] ?? null,
  }));
}

function decodeCreations(index: number, created: Buffer | null, inner: readonly Buffer[]): Creation[] {
  const others = inner.filter((address) => created === null || !address.equals(created));
  return [...(created === null ? [] : [created]), ...others].map((address) => ({
    address,
    transaction_index: index,
  }));
}

function addToBlock(
  { block }: BlockRows,
  added: { transfers: number; operations: number; hcu: number },
): void {
  block.token_transfers_count += added.transfers;
  block.fhe_operations_count += added.operations;
  block.total_hcu += added.hcu;
}

/** Gas fees only: what an OP-stack chain takes for data is not paid to this block. */
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
