import { loadTrace } from '@/lib/api/call-tree/loader';
import type { CallContext } from '@/lib/api/implement';
import { findDevelopment } from '@/lib/db/development';
import type { TransactionOverview } from '@/lib/endpoints/transaction-overview';
import { CONSOLE } from '@/lib/evm/console-lines';
import { decodeWholeCalls } from '@/lib/evm/internal-calls';
import { walkParityTraces } from '@/lib/evm/traces';
import { presentConsoleLine } from './console-present';
import { type ConsoleCallRow, listConsoleCalls } from './console-query';
import type { TransactionRow } from './query';

const MAX_LINES = 100;

/**
 * What the contracts of a transaction said by `console.log`: by the index, or where it has no calls, as of Hardhat's node,
 * which traces no blocks, by that development node's trace.
 */
export async function loadConsoleLines(
  context: CallContext,
  row: TransactionRow,
): Promise<Pick<TransactionOverview, 'console_lines' | 'console_lines_overflow'>> {
  const calls =
    row.internal_transactions_count === null
      ? await listTracedCalls(context, row)
      : await listConsoleCalls(context.db, row, MAX_LINES + 1);
  return {
    console_lines: calls.slice(0, MAX_LINES).map(presentConsoleLine),
    console_lines_overflow: calls.length > MAX_LINES,
  };
}

async function listTracedCalls(context: CallContext, row: TransactionRow): Promise<ConsoleCallRow[]> {
  if (!(await findDevelopment(context.db))) return [];
  const traced = await loadTrace(context, row);
  if (traced.kind !== 'answered' || traced.invalid !== undefined) return [];
  return decodeWholeCalls(walkParityTraces(traced.value))
    .calls.filter(({ to }) => to?.equals(CONSOLE))
    .map(({ index, from: from_address, input, inputSize: input_size }) => ({
      ...{ index, from_address, input, input_size },
    }));
}
