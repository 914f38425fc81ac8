import { type CallFrame, getCallTree } from '@/lib/endpoints/call-tree';
import { type InternalTransaction, listTransactionInternals } from '@/lib/endpoints/internal-transaction';
import { substitute } from './substitute';

const PART = { status: 'partial', message: 'Only the first calls are shown.' } as const;

/** The internal transactions of a list as a flat tree, which has no parts to begin at. */
export const callTree = substitute(getCallTree, async ({ chain, params, query }, { callExtra }) => {
  const list =
    query.root === undefined ? await callExtra(listTransactionInternals, { chain, params }) : undefined;
  if (list === undefined) return undefined;
  const count = list.items.length;
  return {
    ...{ source: null, calls_count: count, matches_count: count, root: 0 },
    ...{ failing: null, gas_used: null, ancestors: [], omissions: [], addresses: [] },
    frames: list.items.map(toFrame),
    meta: list.next_page_params === null ? list.meta : PART,
  };
});

function toFrame(call: InternalTransaction): CallFrame {
  return {
    ...call,
    ...{ parent: null, own_gas: null, calls_count: 0, is_failing: false, declared_inputs: null },
    ...{ input: '0x', input_size: 0, output: null, results: null, log_indexes: [], token_transfers: [] },
    depth: call.depth ?? 1,
    is_undone: call.is_undone ?? call.error !== null,
  };
}
