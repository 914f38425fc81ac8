import { hexToBuffer, isHexOfLength } from './hex';
import type { TracedCall } from './traces';

/** What a proven transaction says about its outermost call. */
type SignedFields = Readonly<{ from: Buffer; to: Buffer | null; value: bigint }>;
/** What its receipt says; `status` is null before Byzantium. */
type ReceiptFields = Readonly<{ status: 0 | 1 | null; contractAddress: Buffer | null }>;

/**
 * What the outermost call of a trace has otherwise than a proven transaction and its receipt: a noun, undefined when
 * they agree. Fields that the trace leaves out are no contradiction, nor is an error that it does not name.
 */
export function findContradiction(
  calls: readonly TracedCall[],
  { from, to, value }: SignedFields,
  { status, contractAddress }: ReceiptFields,
): string | undefined {
  const root = calls.find(({ depth }) => depth === 0);
  if (!root) return undefined;
  const hasSucceeded = status === 1;
  if (isOther(root.from, from)) return 'sender';
  if (to !== null && isOther(root.to, to)) return 'recipient';
  if (to === null && hasSucceeded && contractAddress && isOther(root.created, contractAddress))
    return 'created contract';
  if (isOtherValue(root.value, value)) return 'value';
  return hasSucceeded && root.error !== null ? 'outcome' : undefined;
}

/** The calls of a transaction that failed: nothing of them stayed, even if the trace does not say so. */
export function undoAll(calls: readonly TracedCall[]): readonly TracedCall[] {
  return calls.every(({ isReverted }) => isReverted)
    ? calls
    : calls.map((call) => ({ ...call, isReverted: true }));
}

function isOther(said: unknown, address: Buffer): boolean {
  return isHexOfLength(said, 20) && !hexToBuffer(said).equals(address);
}

function isOtherValue(said: unknown, value: bigint): boolean {
  return typeof said === 'string' && /^0x[0-9a-f]{1,64}$/i.test(said) && BigInt(said) !== value;
}
