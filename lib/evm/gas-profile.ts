import { type CallNode, type CallTree, gasOf } from './call-tree';

const INTRINSIC_GAS = 21_000n;
const CREATION_GAS = 32_000n;
const ZERO_BYTE_GAS = 4n;
const OTHER_BYTE_GAS = 16n;
const LEGACY_TYPE = 0;
/** A refund is at most this part of what was used before it (EIP-3529). */
const MAX_REFUND_QUOTIENT = 5n;
/** The part before the London fork. */
const EARLY_REFUND_QUOTIENT = 2n;

/** The signed fields that intrinsic gas is computed from. */
export type IntrinsicGasFields = Readonly<{
  type: number;
  isCreation: boolean;
  /** Of a block with a base fee. Before that fork calldata may have cost more (68 gas a byte before Istanbul). */
  isLondon: boolean;
  input: Buffer;
  gasLimit: bigint;
  gasUsed: bigint;
}>;

/** Gas of the input: 4 for a zero byte, 16 for any other (EIP-2028). */
export type CalldataGas = Readonly<{ zeroBytes: number; otherBytes: number; gas: bigint }>;

/**
 * Where the gas of a transaction went: intrinsic + calls = used + refund − floor surcharge. `intrinsic` is a lower bound unless
 * `isIntrinsicExact`: access lists and authorizations are not counted. `calls` is what the outermost call used, all
 * inside it included; `refund` and `floorSurcharge` (EIP-7623) are null when the trace lacks them, and then
 * `calls` is net of the refund.
 */
export type GasAccount = Readonly<{
  intrinsic: bigint;
  isIntrinsicExact: boolean;
  calldata: CalldataGas;
  calls: bigint;
  refund: bigint | null;
  floorSurcharge: bigint | null;
}>;

/** Counts the gas of the input. */
export function countCalldata(input: Buffer): CalldataGas {
  let zeroBytes = 0;
  for (const byte of input) if (byte === 0) zeroBytes += 1;
  const otherBytes = input.length - zeroBytes;
  return {
    zeroBytes,
    otherBytes,
    gas: BigInt(zeroBytes) * ZERO_BYTE_GAS + BigInt(otherBytes) * OTHER_BYTE_GAS,
  };
}

/**
 * Splits the gas of a transaction, given the outermost call of its trace. Nodes report that call's gas in two ways: the gas
 * that execution used (trace_transaction), or the gas paid (callTracer). `refundCounter` is the last refund counter of an
 * opcode trace, if any.
 */
export function accountGas(
  charged: IntrinsicGasFields,
  root: Readonly<{ gasLimit: bigint | null; gasUsed: bigint | null }>,
  refundCounter: bigint | null = null,
): GasAccount {
  const { gasUsed, gasLimit } = charged;
  const calldata = countCalldata(charged.input);
  const isTold = root.gasLimit !== null && root.gasLimit < gasLimit;
  const computed = INTRINSIC_GAS + calldata.gas + (charged.isCreation ? CREATION_GAS : 0n);
  const intrinsic = isTold && root.gasLimit !== null ? gasLimit - root.gasLimit : computed;
  const isIntrinsicExact =
    isTold || (charged.type === LEGACY_TYPE && !charged.isCreation && charged.isLondon);
  const common = { intrinsic, isIntrinsicExact, calldata };
  if (isTold && root.gasUsed !== null && root.gasUsed !== gasUsed) {
    const excess = intrinsic + root.gasUsed - gasUsed;
    return {
      ...common,
      calls: root.gasUsed,
      refund: excess > 0n ? excess : 0n,
      floorSurcharge: excess < 0n ? -excess : 0n,
    };
  }
  const refund = refundCounter === null ? null : capRefund(refundCounter, charged);
  return { ...common, calls: gasUsed - intrinsic + (refund ?? 0n), refund, floorSurcharge: null };
}

/** The refund out of a counter: at most a fifth of what was used before it, a half before London. */
function capRefund(counter: bigint, { gasUsed, isLondon }: IntrinsicGasFields): bigint {
  const max = gasUsed / ((isLondon ? MAX_REFUND_QUOTIENT : EARLY_REFUND_QUOTIENT) - 1n);
  return counter < max ? counter : max;
}

/**
 * Own gas of each call by position, that of the outermost one from the account; null where a part, or a refund that
 * exceeds it, is unknown.
 */
export function ownGasOf(tree: CallTree, account: GasAccount): (bigint | null)[] {
  return tree.map((node, position) => {
    if (position > 0) return node.ownGas;
    const inner = sumChildren(tree, node);
    return inner === null || account.calls < inner ? null : account.calls - inner;
  });
}

function sumChildren(tree: CallTree, node: CallNode): bigint | null {
  let sum = 0n;
  for (const child of node.children) {
    const used = gasOf(tree[child]?.call);
    if (used === null) return null;
    sum += used;
  }
  return sum;
}

/** Gas of a group of calls: its own, and in all, where a call inside another of the group counts once. */
export type GasGroup = Readonly<{
  /** Position of its first call. */
  first: number;
  calls: number;
  own: bigint;
  total: bigint;
  /** False if the own gas of a call is not known: `own` and `total` are then lower bounds. */
  isExact: boolean;
}>;

/** Groups calls by their `keys`, the most own gas first. Calls of unknown gas are counted with no gas. */
export function groupGas(
  tree: CallTree,
  own: readonly (bigint | null)[],
  keys: readonly string[],
): GasGroup[] {
  const groups = new Map<string, { -readonly [Field in keyof GasGroup]: GasGroup[Field] }>();
  for (const [position, key] of keys.entries()) {
    const group = groups.get(key) ?? { first: position, calls: 0, own: 0n, total: 0n, isExact: true };
    const ownGas = own[position] ?? null;
    group.calls += 1;
    group.own += ownGas ?? 0n;
    if (ownGas === null && !isFree(tree[position])) group.isExact = false;
    if (!isInside(tree, keys, position)) group.total += totalOf(tree, own, position);
    groups.set(key, group);
  }
  return [...groups.values()].sort((one, other) => compare(other.own, one.own) || one.first - other.first);
}

/** Whether the call is a self-destruct, which its caller pays for. */
function isFree(node: CallNode | undefined): boolean {
  return gasOf(node?.call) === 0n;
}

function compare(one: bigint, other: bigint): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

/** Gas used by a call, inner calls included; for the outermost one the sum of its parts, without intrinsic gas. */
export function totalOf(tree: CallTree, own: readonly (bigint | null)[], position: number): bigint {
  const node = tree[position];
  if (node === undefined) return 0n;
  if (position > 0) return node.call.gasUsed ?? 0n;
  return (own[0] ?? 0n) + (sumChildren(tree, node) ?? 0n);
}

function isInside(tree: CallTree, keys: readonly string[], position: number): boolean {
  for (let at = tree[position]?.parent ?? null; at !== null; at = tree[at]?.parent ?? null)
    if (keys[at] === keys[position]) return true;
  return false;
}

/** Positions of the calls to draw: those of at least a part of the whole, at most `limit`, the largest first. */
export function chooseBars(
  tree: CallTree,
  own: readonly (bigint | null)[],
  { smallest, limit }: Readonly<{ smallest: bigint; limit: number }>,
): number[] {
  return tree
    .map((_, position) => ({ position, total: totalOf(tree, own, position) }))
    .filter(({ position, total }) => position === 0 || (total > 0n && total >= smallest))
    .sort((one, other) => compare(other.total, one.total) || one.position - other.position)
    .slice(0, limit)
    .map(({ position }) => position)
    .sort((one, other) => one - other);
}
