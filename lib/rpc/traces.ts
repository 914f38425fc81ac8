import { AppError } from '@/lib/errors';
import { findContradiction, undoAll } from '@/lib/evm/check-trace';
import { hexToBuffer, isHexData } from '@/lib/evm/hex';
import { decodeCalls, type InternalCalls } from '@/lib/evm/internal-calls';
import {
  summarizeTrace,
  type TracedCall,
  type TraceSummary,
  walkCallFrames,
  walkParityTraces,
} from '@/lib/evm/traces';
import type { RpcBlock } from './block';
import type { Rpc } from './client';
import { type Fields, isFields, malformed } from './read-fields';
import type { RpcReceipt } from './receipt';
import { AnswerTooLargeError, NoAnswerError, RpcError } from './rpc-error';

/** A transaction's outcome and calls, from its trace. */
export type TransactionTrace = TraceSummary & InternalCalls;

/**
 * Traces by transaction; null where there are none. `refusal` is set when the node may return missing ones later;
 * `contradiction` says where a trace differs from the proven block.
 */
export type BlockTraces = Readonly<{
  traces: readonly (TransactionTrace | null)[] | null;
  refusal: AppError | null;
  contradiction?: string;
}>;

/** The block that traces are about, with its receipts in order. */
export type TracedBlock = Readonly<{ block: RpcBlock; receipts: readonly RpcReceipt[]; isProven: boolean }>;

const MAX_REASON = 200;

/** Methods that return call traces of a whole block. */
export type TraceMethod = 'debug_traceBlockByNumber' | 'trace_block';

/** The trace method offered, probed at `height`, even if it has no trace of that block; null for none. */
export async function probeTraces(rpc: Rpc, height: number): Promise<TraceMethod | null> {
  for (const method of await orderMethods(rpc)) {
    try {
      await rpc.request(method, paramsOf(method, height));
      return method;
    } catch (error) {
      if (error instanceof AnswerTooLargeError) return method;
      if (!isRefusal(error)) throw error;
      if (!(error instanceof RpcError && error.refusal === 'missing')) return method;
    }
  }
  return null;
}

/** Whether the node answered, but not with traces that can be read: nothing that a block waits for. */
function isRefusal(error: unknown): error is AppError {
  if (error instanceof NoAnswerError) return error.code === 'node_answer' && !error.isWorthRetrying;
  return error instanceof RpcError && !error.isRateLimit;
}

/** anvil's debug_traceBlockByNumber replays the block once per transaction, so trace_block comes first there. */
async function orderMethods(rpc: Rpc): Promise<readonly TraceMethod[]> {
  const isAnvil = String(await fetchVersion(rpc)).startsWith('anvil/');
  return isAnvil ? ['trace_block', 'debug_traceBlockByNumber'] : ['debug_traceBlockByNumber', 'trace_block'];
}

/** Empty when no endpoint returns it: it only decides which method is tried first. */
async function fetchVersion(rpc: Rpc): Promise<unknown> {
  try {
    return await rpc.request('web3_clientVersion', [], { isOnce: true });
  } catch (error) {
    if (error instanceof AppError) return '';
    throw error;
  }
}

/**
 * The traces of a block, without those that contradict a proven block. Throws AppError when the node is unreachable,
 * limits the rate, or returns a malformed response.
 */
export async function fetchTraces(rpc: Rpc, method: TraceMethod, traced: TracedBlock): Promise<BlockTraces> {
  const { block } = traced;
  let answer: unknown;
  try {
    answer = await rpc.request(method, paramsOf(method, block.number));
  } catch (error) {
    if (error instanceof AnswerTooLargeError) return { traces: null, refusal: null };
    if (isRefusal(error)) return { traces: null, refusal: error };
    throw error;
  }
  if (!Array.isArray(answer))
    return { traces: null, refusal: refusalOf(block, 'the response is not an array') };
  if (method === 'trace_block') return checkTraces(readParityTraces(answer, block), traced);
  const failed = answer.find((entry) => isFields(entry) && entry.error != null && !isFields(entry.result));
  const checked = checkTraces(readGethTraces(answer, block), traced);
  return failed ? { ...checked, refusal: refusalOf(block, JSON.stringify(failed.error)) } : checked;
}

/** Block and receipts take precedence over traces. */
function checkTraces(
  traces: readonly (readonly TracedCall[] | null)[],
  { block, receipts, isProven }: TracedBlock,
): BlockTraces {
  let [contradiction, missing]: (string | undefined)[] = [];
  const believed = block.transactions.map((transaction) => {
    const { index } = transaction;
    const [calls, receipt] = [traces[index], receipts[index]];
    if (!receipt) return null;
    if (!calls || calls.length === 0) {
      // Every transaction has an outermost call.
      missing ??= `nothing of transaction ${index}`;
      return null;
    }
    const what = isProven ? findContradiction(calls, transaction, receipt) : undefined;
    if (what === undefined) return summarize(receipt.status === 0 ? undoAll(calls) : calls);
    contradiction ??= `block ${block.number}: the trace of transaction ${index} has another ${what}`;
    return null;
  });
  const reason = contradiction ?? missing;
  const refusal = reason === undefined ? null : refusalOf(block, reason);
  return { traces: believed, refusal, ...(contradiction !== undefined && { contradiction }) };
}

function refusalOf({ number }: RpcBlock, reason: string): AppError {
  return new AppError('node_answer', `No traces of block ${number}: ${reason.slice(0, MAX_REASON)}`);
}

function paramsOf(method: TraceMethod, height: number): readonly unknown[] {
  const tag = `0x${height.toString(16)}`;
  return method === 'trace_block' ? [tag] : [tag, { tracer: 'callTracer' }];
}

function readGethTraces(entries: readonly unknown[], block: RpcBlock): (TracedCall[] | null)[] {
  if (entries.length !== block.transactions.length) throw malformed('list of traces');
  return entries.map((entry, index) => {
    if (!isFields(entry)) return null;
    requireSameTransaction(block, index, entry.txHash);
    // Some nodes return the frames without a wrapper.
    const root = isFields(entry.result) ? entry.result : entry;
    return typeof root.type === 'string' ? walkCallFrames(root) : null;
  });
}

function summarize(calls: readonly TracedCall[]): TransactionTrace {
  return { ...summarizeTrace(calls), ...decodeCalls(calls) };
}

function readParityTraces(entries: readonly unknown[], block: RpcBlock): (TracedCall[] | null)[] {
  const byTransaction = new Map<number, Fields[]>();
  for (const entry of entries) {
    if (!isFields(entry) || typeof entry.transactionPosition !== 'number') continue;
    const position = entry.transactionPosition;
    requireSameTransaction(block, position, entry.transactionHash);
    const found = byTransaction.get(position);
    if (found) found.push(entry);
    else byTransaction.set(position, [entry]);
  }
  return block.transactions.map(({ index }) => {
    const traces = byTransaction.get(index);
    return traces ? walkParityTraces(traces) : null;
  });
}

/** A trace that names its transaction must match the one at that index: the block may have been replaced meanwhile. */
function requireSameTransaction(block: RpcBlock, index: number, hash: unknown): void {
  const transaction = block.transactions[index];
  if (!transaction) throw malformed('list of traces');
  if (isHexData(hash) && !hexToBuffer(hash).equals(transaction.hash)) {
    throw malformed('trace: it is of another transaction');
  }
}
