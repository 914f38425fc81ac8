import type { CallContext } from '@/lib/api/implement';
import { type InternalTransactionRow, listInternalTransactions } from '@/lib/api/internal-transaction/query';
import { isProven } from '@/lib/api/proof/query';
import { statusOf } from '@/lib/api/transaction/outcome-present';
import type { TransactionRow } from '@/lib/api/transaction/query';
import { presentText, toBigint } from '@/lib/api/values';
import type { CallTree as Answer } from '@/lib/endpoints/call-tree';
import { buildCallTree, type CallTree } from '@/lib/evm/call-tree';
import { undoAll } from '@/lib/evm/check-trace';
import type { IntrinsicGasFields } from '@/lib/evm/gas-profile';
import { decodeWholeCalls, type InternalCall, type InternalCalls } from '@/lib/evm/internal-calls';
import { MAX_CALLS } from '@/lib/evm/internal-types';
import { walkParityTraces } from '@/lib/evm/traces';
import { message } from '@/lib/messages/message';

/** The calls of a transaction, where they come from, and why some or all are missing. */
export type LoadedCalls = Readonly<{
  source: Answer['source'];
  tree: CallTree;
  count: number;
  meta: Answer['meta'];
}>;

/** The fields that the intrinsic gas of a mined transaction is computed from. */
export function toIntrinsicGasFields(row: TransactionRow): IntrinsicGasFields {
  return {
    type: row.type,
    isCreation: row.to_address === null,
    isLondon: row.base_fee_per_gas !== null,
    input: row.input,
    gasLimit: BigInt(row.gas_limit),
    gasUsed: BigInt(row.gas_used ?? 0),
  };
}

/** The node's trace of an indexed transaction, compared with the transaction if that is proven. */
export async function loadTrace({ db, services }: CallContext, row: TransactionRow) {
  const transaction = { row, isProven: await isProven(db, row.block_number) };
  return services.traces.calls(db.chainId, transaction);
}

/** The note in place of a trace that contradicts the transaction. */
export const CONTRADICTION = message('trace_contradicts');

/**
 * Loads the call tree of an indexed transaction: the node's trace unless it contradicts the transaction, else what the index
 * has of it.
 */
export async function loadCallTree(context: CallContext, row: TransactionRow): Promise<LoadedCalls> {
  const { db } = context;
  const traced = await loadTrace(context, row);
  const isInvalid = traced.kind === 'answered' && traced.invalid !== undefined;
  if (traced.kind === 'answered' && !isInvalid) {
    const walked = walkParityTraces(traced.value);
    const whole = decodeWholeCalls(row.status === 0 ? undoAll(walked) : walked);
    if (whole.calls.length > 0) return describeCalls('node', whole);
  }
  const stored = row.internal_transactions_count;
  if (stored === null)
    return {
      source: null,
      tree: [],
      count: 0,
      meta: { status: 'unavailable', ...(isInvalid ? CONTRADICTION : message(REASONS[traced.kind])) },
    };
  const calls = await listInternalTransactions(
    db,
    { kind: 'transaction', hash: row.hash, order: 'asc' },
    { after: undefined, limit: MAX_CALLS },
  );
  const inner = calls.filter(({ index }) => index > 0).map(toCall);
  const isCreation = row.to_address === null;
  const count = isCreation ? Math.max(stored, 1) : stored + 1;
  return describeCalls('index', { calls: [outermostCall(row), ...inner], callsCount: count });
}

const REASONS = {
  answered: 'trace_missing',
  refused: 'trace_refused',
  large: 'trace_too_large',
  unavailable: 'node_timeout',
} as const;

/** A tree of calls, with a note where some are left out. */
export function describeCalls(source: 'node' | 'index', { calls, callsCount }: InternalCalls): LoadedCalls {
  return {
    source,
    tree: buildCallTree(calls),
    count: callsCount,
    meta:
      callsCount > calls.length
        ? { status: 'partial', ...message('calls_shown_in_part', { shown: calls.length, count: callsCount }) }
        : null,
  };
}

function outermostCall(row: TransactionRow): InternalCall {
  const hasFailed = statusOf(row) === 'error';
  return {
    index: 0,
    depth: 0,
    type: row.to_address === null ? 'create' : 'call',
    from: row.from_address,
    to: row.to_address,
    createdContract: row.created_contract,
    value: BigInt(row.value),
    gasLimit: BigInt(row.gas_limit),
    gasUsed: toBigint(row.gas_used),
    input: row.input,
    inputSize: row.input.length,
    output: hasFailed ? row.revert_output : null,
    error: hasFailed ? (presentText(row.error) ?? 'execution reverted') : null,
    isReverted: hasFailed,
  };
}

function toCall(row: InternalTransactionRow): InternalCall {
  return {
    index: row.index,
    depth: row.depth,
    type: row.type,
    from: row.from_address,
    to: row.to_address,
    createdContract: row.created_contract,
    value: BigInt(row.value),
    gasLimit: toBigint(row.gas_limit),
    gasUsed: toBigint(row.gas_used),
    input: row.input,
    inputSize: row.input.length,
    output: row.output,
    error: presentText(row.error),
    isReverted: row.is_undone,
  };
}
