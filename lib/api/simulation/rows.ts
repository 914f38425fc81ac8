import type { ReadLog } from '@/lib/api/log/present';
import { type CoinMoves, callMove, valueMoves } from '@/lib/api/net-change/coin-move-loader';
import type { CallOutcomeRow } from '@/lib/api/transaction/failing-call-query';
import { readFeeSource } from '@/lib/api/transaction/gas-present';
import type { TransactionRow } from '@/lib/api/transaction/query';
import { presentQuantity } from '@/lib/api/values';
import { type CoinMove, listFeeMoves } from '@/lib/evm/coin-moves';
import { decodeTransfers } from '@/lib/evm/decode-transfers';
import { decodeCalls, type InternalCall } from '@/lib/evm/internal-calls';
import { summarizeTrace } from '@/lib/evm/traces';
import type { RpcBlock } from '@/lib/rpc/block';
import type { RpcReceipt } from '@/lib/rpc/receipt';
import type { Execution } from '@/lib/rpc/simulation-answers';
import type { SimulatedCall } from '@/lib/rpc/simulation-params';
import { transactionRecord } from '@/lib/rpc/transaction-record';

/** A call, how it ended, and where it was executed. */
export type Executed = Readonly<{
  call: SimulatedCall;
  execution: Execution;
  block: RpcBlock;
  index: number;
}>;

const NO_HASH = Buffer.alloc(32);

/** The row of a call as if it were mined, with a hash and nonce of zero. */
export function toTransactionRow(executed: Executed): TransactionRow {
  const { call, execution, block } = executed;
  const { calls, error, output } = execution;
  const logs = execution.logs ?? [];
  const transaction = {
    ...{
      ...call,
      hash: NO_HASH,
      type: typeOf(call),
      nonce: 0n,
      chainId: null,
      signature: null,
      deposit: null,
    },
  };
  const counts = { transfers: decodeTransfers(logs).length, fheOperations: 0 };
  const trace = calls && { ...summarizeTrace(calls), ...decodeCalls(calls) };
  const replay = error !== null && output.length > 0 ? output : undefined;
  const receipt = toReceipt(executed);
  const source = { blockNumber: block.number, transaction, receipt, trace, replay, counts };
  return Object.assign(transactionRecord(source, String), {
    error: error === null ? null : Buffer.from(error),
    block_hash: block.hash,
    timestamp: block.timestamp,
    base_fee_per_gas: presentQuantity(block.baseFeePerGas),
    first_seen: null,
    looked_before: null,
  });
}

function typeOf({ maxFeePerGas, blobVersionedHashes, authorizations, accessList }: SimulatedCall): number {
  if (blobVersionedHashes !== null) return 3;
  if (authorizations.length > 0) return 4;
  if (maxFeePerGas !== null) return 2;
  return accessList.length > 0 ? 1 : 0;
}

function toReceipt({ call, execution, block, index }: Executed): RpcReceipt {
  const { calls, error, gasUsed, logs } = execution;
  const created =
    call.to === null && error === null && calls ? summarizeTrace(calls).createdContracts[0] : undefined;
  return {
    ...{ transactionHash: NO_HASH, transactionIndex: index, blockHash: block.hash },
    contractAddress: created ?? null,
    status: error === null ? 1 : 0,
    gasUsed,
    effectiveGasPrice: priceOf(call, block.baseFeePerGas ?? 0n),
    ...{ root: null, cumulativeGasUsed: null, depositNonce: null, depositReceiptVersion: null },
    ...{ blobGasUsed: null, blobGasPrice: null, l1Fee: null, operatorFeeScalar: null },
    ...{ operatorFeeConstant: null, logs: logs ?? [] },
  };
}

/** Without a price, nothing is paid. */
function priceOf({ gasPrice, maxFeePerGas, maxPriorityFeePerGas }: SimulatedCall, baseFee: bigint): bigint {
  if (maxFeePerGas === null) return gasPrice ?? 0n;
  const wanted = baseFee + (maxPriorityFeePerGas ?? 0n);
  return wanted < maxFeePerGas ? wanted : maxFeePerGas;
}

/** The first logs, as rows. */
export function toLogRows({ execution, block, index }: Executed, limit: number): ReadLog[] {
  return (execution.logs ?? []).slice(0, limit).map(({ logIndex, address, topics, data }) => {
    const [topic0 = null, topic1 = null, topic2 = null, topic3 = null] = topics;
    return {
      ...{ block_number: block.number, transaction_index: index, log_index: logIndex, address, data },
      ...{ topic0, topic1, topic2, topic3, transaction_hash: NO_HASH },
      ...{ block_hash: block.hash, timestamp: block.timestamp },
    };
  });
}

/** The coin that moved, and the fee; undefined where the method does not tell. */
export function toCoinMoves({ execution, block }: Executed, row: TransactionRow): CoinMoves | undefined {
  const moves = listMoves(execution, row);
  if (moves === undefined) return undefined;
  const feeRecipient = block.miner;
  const fees = listFeeMoves({ ...readFeeSource(row), blobFee: 0n, payer: row.from_address, feeRecipient });
  return {
    ...{ moves: [...moves, ...fees], feeRecipient, isComplete: true, source: 'traces' },
    ...{ isProven: false, isContradicted: false },
  };
}

const RULES = { isCancun: true, isAmsterdam: false };

function listMoves({ calls, transfers }: Execution, row: TransactionRow): CoinMove[] | undefined {
  if (calls === null)
    return transfers?.map((moved, at) => ({
      kind: at === 0 && row.value !== '0' ? 'value' : 'call',
      ...moved,
    }));
  const inner = decodeCalls(calls).calls.filter(
    (call) => call.depth > 0 && call.value > 0n && !call.isReverted,
  );
  return [
    ...valueMoves(row),
    ...inner.flatMap(({ type, from, to, createdContract, value }) => {
      const target = to ?? createdContract;
      if (target === null) return [];
      return [
        callMove(
          { type, from_address: from, to_address: target, value: String(value), is_new: false },
          RULES,
        ),
      ];
    }),
  ];
}

/** The calls inside it, as far as failures go. */
export function toOutcomes(calls: readonly InternalCall[]): CallOutcomeRow[] {
  return calls
    .filter(({ depth }) => depth > 0)
    .map(({ index, depth, type, from, to, input, output, error }) => ({
      ...{ index, depth, type, from_address: from, to_address: to, input: input.subarray(0, 4), output },
      error: error === null ? null : Buffer.from(error),
    }));
}
