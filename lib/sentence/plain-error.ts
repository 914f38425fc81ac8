/** Selector of Error(string), which a contract fills with words of its own. */
export const ERROR = '08c379a0';
/** With that of Panic(uint256). */
const PLAIN = new Set([ERROR, '4e487b71']);

/** True for Solidity's built-in errors, whose text already contains their parameters. */
export function isPlainError(call: { method_id: string }): boolean {
  return PLAIN.has(call.method_id);
}
