import { loadTokens } from '@/lib/api/address/mention-loader';
import { loadTrace } from '@/lib/api/call-tree/loader';
import type { CallContext } from '@/lib/api/implement';
import { presentToken } from '@/lib/api/token/present';
import type { Transaction } from '@/lib/endpoints/transaction';
import type { Shortfall } from '@/lib/endpoints/transaction-overview';
import { undoAll } from '@/lib/evm/check-trace';
import { decodeWholeCalls } from '@/lib/evm/internal-calls';
import { findShortfall } from '@/lib/evm/shortfall';
import { walkParityTraces } from '@/lib/evm/traces';
import type { TransactionRow } from './query';

/** Explanations of checks that compare two amounts, or two times. */
const MEASURED = new Set([
  'swap_output_too_low',
  'swap_input_too_high',
  'balance_too_low',
  'allowance_too_low',
  'deadline_passed',
]);

/** By how much a check failed, from the node's trace of a failed transaction; null for other failures, or without a trace. */
export async function loadShortfall(
  context: CallContext,
  row: TransactionRow,
  failure: Transaction['failure'],
): Promise<Shortfall | null> {
  if (!MEASURED.has(failure?.code ?? '')) return null;
  const { db } = context;
  const traced = await loadTrace(context, row);
  if (traced.kind !== 'answered' || traced.invalid !== undefined) return null;
  const { calls } = decodeWholeCalls(undoAll(walkParityTraces(traced.value)));
  const found = findShortfall({ chainId: db.chainId, calls, timestamp: row.timestamp });
  if (found === undefined) return null;
  const { kind, call } = found;
  if (found.kind === 'deadline')
    return { kind, call, token: null, has: null, needs: null, seconds: found.seconds };
  const [token] = (await loadTokens(db, [found.token])).values();
  if (token === undefined) return null;
  const has = found.has === null ? null : String(found.has);
  return { kind, call, token: presentToken(token), has, needs: String(found.needs), seconds: null };
}
