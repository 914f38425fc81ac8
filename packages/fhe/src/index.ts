export type { FheOperationName } from '@/lib/evm/fhe-operations';
export { buildFheGraph, type FheGraph } from '@/lib/fhe/graph';
export type { Drawing, DrawingEdge, DrawingNode } from '@/lib/fhe/graph-drawing';
export { layoutGraph } from '@/lib/fhe/graph-layout';
export type { GraphOperand, GraphOperation, ListedOperation } from '@/lib/fhe/graph-operation';
export type { GraphTotals } from '@/lib/fhe/graph-totals';
export { type Decoded, decodeError, decodeEvent } from '@/lib/fhe/host-events';
export {
  DEFAULT_LIMITS,
  findRefusal,
  type HcuLimits,
  LIMITS_SLOT,
  NO_CAP,
  readPackedLimits,
} from '@/lib/fhe/limits';
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
export {
  type AclOrigin,
  listReaders,
  mayDecrypt,
  NO_EXPIRY,
  type Reader,
  type Rights,
  readRights,
} from '@/lib/fhe/rights';
export { FHE_TYPE_NAMES, fheTypeName } from '@/lib/fhe/types';
export { readForge } from './forge';
export { createHcuHooks, type HcuHooks, type HookOptions, type Provider } from './hooks';
export {
  type Budget,
  DEFAULT_BUDGET,
  findExcess,
  formatReport,
  measureTest,
  type TestHcu,
  type TransactionHcu,
} from './report';
