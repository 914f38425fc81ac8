/** Selectors of Error(string) and Panic(uint256). */
const PLAIN = new Set(['08c379a0', '4e487b71']);

/** True for Solidity's built-in errors, whose text already contains their parameters. */
export function isPlainError(call: { method_id: string }): boolean {
  return PLAIN.has(call.method_id);
}
