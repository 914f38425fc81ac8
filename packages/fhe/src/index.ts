export type { FheOperationName } from '@/lib/evm/fhe-operations';
export { buildFheGraph, type FheGraph } from '@/lib/fhe/graph';
export type { Drawing, DrawingEdge, DrawingNode } from '@/lib/fhe/graph-drawing';
export { layoutGraph } from '@/lib/fhe/graph-layout';
export type { GraphOperand, GraphOperation, ListedOperation } from '@/lib/fhe/graph-operation';
export type { GraphTotals } from '@/lib/fhe/graph-totals';
export { formatFheOperation, formatFheType } from '@/lib/fhe/names';
export { HCU_LIMITS, hcuCost } from '@/lib/fhe/prices';
export {
  explainReceipt,
  type FheReceipt,
  type HandleParts,
  type Origin,
  parseHandle,
  parseOperations,
  type ReceiptLog,
} from '@/lib/fhe/receipt';
export { FHE_TYPE_NAMES, fheTypeName } from '@/lib/fhe/types';
