import { isFheOperation } from '@/lib/evm/fhe-operations';
import type { Alternative, GraphOperand, GraphOperation, ListedOperation } from './graph-operation';
import { hcuCost } from './prices';

type Share = Readonly<{ operationCount: number; hcu: number }>;

/** Costs in HCU; shares in descending order. `avoidableHcu` is what plaintext operands would have saved. */
export type GraphTotals = Readonly<{
  operationCount: number;
  totalHcu: number;
  maxDepthHcu: number;
  avoidableHcu: number;
  byCaller: readonly (Share & Readonly<{ caller: string | null }>)[];
  byOperation: readonly (Share & Readonly<{ operation: string; verb: string; fheType: string }>)[];
}>;

/** Commutative operations: a plaintext left operand can be passed as the right one. */
const COMMUTATIVE: ReadonlySet<string> = new Set([
  'FheAdd',
  'FheMul',
  'FheBitAnd',
  'FheBitOr',
  'FheBitXor',
  'FheEq',
  'FheNe',
  'FheMin',
  'FheMax',
]);

/** The cost with the right operand in the other form; null when equal, or when this price table is not the chain's. */
export function priceAlternative(
  listed: ListedOperation,
  operands: readonly GraphOperand[],
  earlier: readonly Pick<GraphOperation, 'operation' | 'operands'>[],
): Alternative | null {
  const { operation, fhe_type: fheType, is_scalar: isScalar } = listed;
  if (!isFheOperation(operation)) return null;
  const priced = { operation, fheType, valuesCount: operands.length };
  const cost = hcuCost({ ...priced, isScalar: !isScalar });
  if (cost === 0 || cost === listed.hcu_cost || !operands.some(({ role }) => role === 'rhs')) return null;
  if (hcuCost({ ...priced, isScalar }) !== listed.hcu_cost) return null;
  const constant = isScalar ? null : findConstant(operation, operands, earlier);
  return { isScalar: !isScalar, cost, constant };
}

/** Sums costs in total, by caller and by operation. */
export function sumGraph(operations: readonly GraphOperation[]): GraphTotals {
  const byCaller = new Map<string | null, Share & { caller: string | null }>();
  const byOperation = new Map<string, GraphTotals['byOperation'][number]>();
  let totalHcu = 0;
  let maxDepthHcu = 0;
  let avoidableHcu = 0;
  for (const { operation, verb, fheType, caller, cost, depth, alternative } of operations) {
    totalHcu += cost;
    maxDepthHcu = Math.max(maxDepthHcu, depth);
    if (alternative && alternative.constant !== null) avoidableHcu += Math.max(0, cost - alternative.cost);
    byCaller.set(caller, { caller, ...addShare(byCaller.get(caller), cost) });
    const key = `${operation} ${fheType}`;
    byOperation.set(key, { operation, verb, fheType, ...addShare(byOperation.get(key), cost) });
  }
  return {
    operationCount: operations.length,
    totalHcu,
    maxDepthHcu,
    avoidableHcu,
    byCaller: [...byCaller.values()].sort(byHcu),
    byOperation: [...byOperation.values()].sort(byHcu),
  };
}

function findConstant(
  operation: string,
  operands: readonly GraphOperand[],
  earlier: readonly Pick<GraphOperation, 'operation' | 'operands'>[],
): string | null {
  for (const { role, producer } of operands) {
    if (producer === null || (role === 'lhs' && !COMMUTATIVE.has(operation))) continue;
    const source = earlier[producer];
    const plaintext = source?.operands.find((operand) => operand.role === 'plaintext');
    if (source?.operation === 'TrivialEncrypt' && plaintext) return plaintext.name;
  }
  return null;
}

function addShare(share: Share | undefined, cost: number): Share {
  return { operationCount: (share?.operationCount ?? 0) + 1, hcu: (share?.hcu ?? 0) + cost };
}

function byHcu(left: Share, right: Share): number {
  return right.hcu - left.hcu || right.operationCount - left.operationCount;
}
