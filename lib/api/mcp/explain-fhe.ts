import { listTransactionFheOperations } from '@/lib/endpoints/fhe-operation';
import { buildFheGraph } from '@/lib/fhe/graph';
import type { GraphOperation } from '@/lib/fhe/graph-operation';
import { formatFheOperation, formatFheType } from '@/lib/fhe/names';

const NOTE =
  'e1, e2, … are results of this transaction, x1, x2, … encrypted values from before it, a number is a plaintext. Nobody sees the encrypted values themselves. cost and depth are in homomorphic complexity units (HCU): depth is the cost of the longest chain of operations that ends here.';

/**
 * A transaction's FHE operations as a program: one line each, with what uses what, the critical path, and what was
 * cheaper with a plaintext operand. `body` is the answer of `listTransactionFheOperations`.
 */
export function explainFhe(body: unknown) {
  const { items, total_hcu, max_depth_hcu, operation_count } =
    listTransactionFheOperations.response.parse(body);
  if (operation_count === 0) return { summary: 'This transaction has no FHE operations.' };
  const { operations, criticalPath, totals } = buildFheGraph(items, { nameOperation: formatFheOperation });
  const inputs = new Map(
    operations.flatMap(({ operands }) =>
      operands.flatMap(({ name, handle, producer }) =>
        handle !== null && producer === null ? [[name, handle] as const] : [],
      ),
    ),
  );
  const contracts = totals.byCaller.length;
  const summary = `${operation_count} FHE ${operation_count === 1 ? 'operation' : 'operations'} of ${contracts} ${contracts === 1 ? 'contract' : 'contracts'} cost ${total_hcu} HCU; the longest chain of dependent ones costs ${max_depth_hcu} HCU.`;
  return {
    summary,
    how_to_read: NOTE,
    operations: operations.map(explainOperation),
    critical_path: criticalPath.flatMap((index) => operations[index]?.name ?? []),
    encrypted_inputs: Object.fromEntries(inputs),
    total_hcu,
    max_depth_hcu,
    avoidable_hcu: totals.avoidableHcu,
    by_operation: totals.byOperation.map(({ verb, fheType, operationCount, hcu }) => ({
      operation: verb,
      type: formatFheType(fheType),
      count: operationCount,
      hcu,
    })),
    by_contract: totals.byCaller.map(({ caller, operationCount, hcu }) => ({
      contract: caller,
      count: operationCount,
      hcu,
    })),
  };
}

function explainOperation({ code, logIndex, ...operation }: GraphOperation) {
  const { alternative } = operation;
  return {
    code,
    log_index: logIndex,
    kind: operation.category,
    type: formatFheType(operation.fheType),
    result: operation.handle,
    cost: operation.cost,
    depth: operation.depth,
    contract: operation.caller,
    ...(alternative && {
      otherwise: `${alternative.cost} HCU with ${alternative.isScalar ? 'a plaintext' : 'an encrypted'} right operand${alternative.constant === null ? '' : ` (${alternative.constant} was encrypted for it)`}`,
    }),
  };
}
