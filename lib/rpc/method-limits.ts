/** Response limits of a method, and how it is requested. `maxDepth` counts nested objects and lists. */
export type MethodLimits = Readonly<{
  maxBytes: number;
  maxDepth: number;
  /** Takes a node seconds. */
  isSlow: boolean;
  /** Cheap and requested in large numbers. */
  isBatched: boolean;
  /** Retries of a transient error of all endpoints. */
  retries: number;
}>;

const KB = 1024;
const MB = 1024 * KB;
const PLAIN: MethodLimits = { maxBytes: 64 * KB, maxDepth: 64, isSlow: false, isBatched: false, retries: 2 };
/** Of requests without whose result nothing of a whole range of blocks is stored. */
const RETRIES = 4;
const SMALL_BATCHED: MethodLimits = { ...PLAIN, isBatched: true };
/** A call may nest 1,024 deep, and each takes an object and a list. */
const TRACE: MethodLimits = { ...PLAIN, maxBytes: 128 * MB, maxDepth: 2_100 };
const BLOCK_TRACES: MethodLimits = { ...TRACE, isSlow: true };

/** Several times the maximum under the gas limits of large chains. */
const LIMITS: Readonly<Record<string, MethodLimits>> = {
  debug_traceBlockByNumber: BLOCK_TRACES,
  trace_block: BLOCK_TRACES,
  debug_traceTransaction: TRACE,
  debug_traceCall: TRACE,
  eth_simulateV1: { ...PLAIN, maxBytes: 32 * MB },
  trace_transaction: TRACE,
  // of development nodes, with all snapshots that were taken
  hardhat_metadata: { ...PLAIN, maxBytes: 16 * MB },
  debug_getRawBlockAccessList: { ...PLAIN, maxBytes: 33 * MB },
  eth_getBlockAccessList: { ...PLAIN, maxBytes: 64 * MB },
  eth_getBlockByHash: { ...PLAIN, maxBytes: 64 * MB },
  eth_getBlockByNumber: { ...PLAIN, maxBytes: 64 * MB, retries: RETRIES },
  eth_getBlockReceipts: { ...PLAIN, maxBytes: 64 * MB },
  txpool_content: { ...PLAIN, maxBytes: 64 * MB },
  eth_getFilterChanges: { ...PLAIN, maxBytes: 8 * MB },
  eth_getTransactionReceipt: { ...SMALL_BATCHED, maxBytes: 32 * MB, retries: RETRIES },
  eth_getTransactionByHash: { ...SMALL_BATCHED, maxBytes: 8 * MB },
  eth_call: { ...SMALL_BATCHED, maxBytes: 8 * MB },
  eth_estimateGas: SMALL_BATCHED,
  eth_feeHistory: { ...PLAIN, maxBytes: MB },
  eth_getLogs: { ...PLAIN, maxBytes: 64 * MB },
  eth_getTransactionByBlockHashAndIndex: { ...PLAIN, maxBytes: 8 * MB },
  eth_getTransactionByBlockNumberAndIndex: { ...PLAIN, maxBytes: 8 * MB },
  eth_getCode: { ...SMALL_BATCHED, maxBytes: 2 * MB, retries: RETRIES },
  eth_getStorageAt: SMALL_BATCHED,
  eth_getBalance: SMALL_BATCHED,
  eth_getTransactionCount: SMALL_BATCHED,
};

/** The limits of a method; those of one that is not listed are small. */
export function limitsOf(method: string): MethodLimits {
  return LIMITS[method] ?? PLAIN;
}
