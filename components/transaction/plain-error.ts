/** Error(string) and Panic(uint256). */
const PLAIN = new Set(['08c379a0', '4e487b71']);

/** True for the errors of the language itself: their text says all there is, their parameters add nothing. */
export function isPlainError(call: { method_id: string }): boolean {
  return PLAIN.has(call.method_id);
}
