import { hexToBuffer, isHexOfLength } from './hex';
import type { TracedCall } from './traces';

/** The fields of a proven transaction that its outermost call must match. */
type SignedFields = Readonly<{ from: Buffer; to: Buffer | null; value: bigint }>;
/** The fields of its receipt; `status` is null before Byzantium. */
type ReceiptFields = Readonly<{ status: 0 | 1 | null; contractAddress: Buffer | null }>;

/**
 * The field in which the outermost call of a trace differs from a proven transaction and its receipt, as a noun; undefined
 * when they agree. Omitted fields and unnamed errors are not contradictions.
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

/** Marks the calls of a failed transaction as reverted, even if the trace does not. */
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
