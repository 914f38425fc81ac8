/**
 * The meaning of a node's error. `missing`: it does not offer the method. `transient`: the same request may soon
 * succeed. `reverted`: the call was executed and failed. `refused`: anything else, such as pruned state.
 */
export type Refusal = 'missing' | 'transient' | 'reverted' | 'refused';

/** The error object of a JSON-RPC response. */
export type ErrorResponse = Readonly<{ code: number; message: string; data?: unknown }>;

/** Methods that nodes may lack: callers have a fallback or skip them. */
const OPTIONAL_METHODS: ReadonlySet<string> = new Set([
  'debug_getRawBlockAccessList',
  'debug_traceBlockByNumber',
  'debug_traceCall',
  'debug_traceTransaction',
  'eth_getBalance',
  'eth_getBlockAccessList',
  'eth_getBlockReceipts',
  'eth_getFilterChanges',
  'eth_getStorageAt',
  'eth_getTransactionCount',
  'eth_newPendingTransactionFilter',
  'eth_simulateV1',
  'trace_block',
  'trace_transaction',
  'txpool_content',
  'web3_clientVersion',
]);
const CALLS: ReadonlySet<string> = new Set(['eth_call', 'eth_estimateGas']);

/** EIP-1474's limit, the HTTP status inside a batch, QuickNode's per second and for traces. */
const RATE_LIMITS: ReadonlySet<number> = new Set([-32005, 429, -32007, -32009]);
/** geth's, and Parity's and Nethermind's. */
const REVERTS: ReadonlySet<number> = new Set([3, -32015]);
/** JSON-RPC's, and Besu's for a disabled namespace. */
const MISSING: ReadonlySet<number> = new Set([-32601, -32604]);
/** "Invalid request" and "method not supported": sent by providers for methods outside the plan. */
const PERHAPS_MISSING: ReadonlySet<number> = new Set([-32600, -32004]);
/** Internal error; Nethermind's two timeouts; the Engine API's unknown block. */
const TRANSIENT: ReadonlySet<number> = new Set([-32603, -32016, -32017, -39001]);

const RATE_LIMIT_TEXT = /rate.?limit|too many requests|request limit|compute units/i;
const REVERT_TEXT =
  /revert|opcode|out of gas|bad instruction|invalid jump|stack (under|over)flow|write protection|evm error|vm execution error/i;
const MISSING_TEXT =
  /(unsupported method|method not found)|\b(method|namespace|tracing|tracer|(debug|eth|trace|txpool)_\w+)\b.*(\bnot (available|supported|allowed|enabled|exist|implemented|whitelisted)|disabled|unsupported)/i;
/** From a pruned node: not retryable. */
const PRUNED_TEXT = /missing trie node|\bstate\b.*\b(not |un)available|no state available|pruned/i;
const TRANSIENT_TEXT =
  /(block|header)\b.*not found|unknown block|timed? ?out|deadline exceeded|try again|temporar|unavailable|overloaded|busy|syncing/i;

/** True for a rate limit, which is about the client, not about the request. */
export function isRateLimit({ code, message }: ErrorResponse): boolean {
  return RATE_LIMITS.has(code) || RATE_LIMIT_TEXT.test(message);
}

function isOptional(method: string): boolean {
  return OPTIONAL_METHODS.has(method);
}

/** Classifies an error response, as sent by geth, Erigon, Nethermind, Besu, reth, anvil and providers. */
export function classifyRefusal(method: string, response: ErrorResponse): Refusal {
  const { code, message } = response;
  if (REVERTS.has(code) || (CALLS.has(method) && REVERT_TEXT.test(message))) return 'reverted';
  if (isRateLimit(response)) return 'transient';
  if (isMissing(response)) return isOptional(method) ? 'missing' : 'transient';
  if (PRUNED_TEXT.test(message)) return 'refused';
  return TRANSIENT.has(code) || TRANSIENT_TEXT.test(message) ? 'transient' : 'refused';
}

function isMissing({ code, message }: ErrorResponse): boolean {
  if (MISSING.has(code)) return true;
  if (PRUNED_TEXT.test(message)) return false;
  return MISSING_TEXT.test(message) || (PERHAPS_MISSING.has(code) && !TRANSIENT_TEXT.test(message));
}
