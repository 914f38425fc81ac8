import type { LoggedCoin } from './coin-logs';
import type { FeeSource } from './fees';
import { paidGasPrice } from './fees';
import { hexToBuffer } from './hex';

/** Parts of a fee: gas at the base fee, gas above it, blobs, and what a rollup adds. */
export const FEE_PARTS = ['base', 'priority', 'blob', 'l1', 'operator'] as const;
type FeePart = (typeof FEE_PARTS)[number];

/**
 * A movement of coin in wei: the transaction's value, a traced or logged call, or a part of the fee. `from` or `to` is null for
 * coin that was burnt, or sent to an unknown account.
 */
export type CoinMove = Readonly<{
  kind: 'value' | 'call' | FeePart;
  from: Buffer | null;
  to: Buffer | null;
  value: bigint;
}>;

/** What a fee is computed from; `feeRecipient` is the block's. */
export type PaidFee = Omit<FeeSource, 'gasLimit'> &
  Readonly<{ payer: Buffer; feeRecipient: Buffer; blobFee: bigint }>;

/** The predeploys of the OP Stack that receive fees; the first is the fee recipient of its blocks. */
const OP_VAULT = vault('11');
const OP_VAULTS: Readonly<Record<FeePart, Buffer | null>> = {
  priority: OP_VAULT,
  base: vault('19'),
  l1: vault('1a'),
  operator: vault('1b'),
  blob: null,
};
/** The fee recipient in Arbitrum's blocks; it receives nothing, as the actual recipient is a chain setting. */
const ARBITRUM_SEQUENCER = hexToBuffer('0xa4b000000000000000000073657175656e636572');

/** The parts of a fee above zero, and who received each; empty if gas or price is unknown. */
export function listFeeMoves(fee: PaidFee): CoinMove[] {
  const price = paidGasPrice(fee);
  if (fee.gasUsed === null || price === null) return [];
  const gasFee = price * fee.gasUsed;
  const atBaseFee = (fee.baseFeePerGas ?? 0n) * fee.gasUsed;
  const base = atBaseFee < gasFee ? atBaseFee : gasFee;
  const parts: Readonly<Record<FeePart, bigint>> = {
    base,
    priority: gasFee - base,
    blob: fee.blobFee,
    l1: fee.l1Fee ?? 0n,
    operator: fee.operatorFee ?? 0n,
  };
  return FEE_PARTS.flatMap((kind) =>
    parts[kind] > 0n
      ? [{ kind, from: fee.payer, to: receiverOf(kind, fee.feeRecipient), value: parts[kind] }]
      : [],
  );
}

/** The recipient of a part of the fees of a block with this fee recipient; null if burnt or unknown. */
export function receiverOf(part: FeePart, feeRecipient: Buffer): Buffer | null {
  if (feeRecipient.equals(OP_VAULT)) return OP_VAULTS[part];
  return part === 'priority' && !feeRecipient.equals(ARBITRUM_SEQUENCER) ? feeRecipient : null;
}

/**
 * The movements that a transaction's logs say, all of them where the chain logs them; of its value (`values`, which has at
 * most one) and of calls. What an account sends itself is not logged, so that of the value is added. Undefined when the
 * value is not among the logs: then not all movements are.
 */
export function listLoggedMoves(
  values: readonly CoinMove[],
  logged: readonly LoggedCoin[],
): CoinMove[] | undefined {
  const [value] = values;
  const keys = logged.map(keyOfMove);
  // it is logged before anything else
  const at = value === undefined ? -1 : keys.indexOf(keyOfMove(value));
  if (value !== undefined && at < 0 && !isOwn(value)) return undefined;
  const moves = logged.map((move, index): CoinMove => ({ kind: index === at ? 'value' : 'call', ...move }));
  return at < 0 ? [...values, ...moves] : moves;
}

/** Whether two lists are the same movements in any order, apart from what accounts send themselves. */
export function isSameMoves(left: readonly Movement[], right: readonly Movement[]): boolean {
  const [ours, theirs] = [left, right].map((moves) =>
    moves
      .filter((move) => !isOwn(move))
      .map(keyOfMove)
      .sort()
      .join(),
  );
  return ours === theirs;
}

type Movement = Pick<CoinMove, 'from' | 'to' | 'value'>;

const keyOfMove = ({ from, to, value }: Movement) =>
  `${from?.toString('hex')}/${to?.toString('hex')}/${value}`;
const isOwn = ({ from, to }: Movement) => from !== null && to !== null && from.equals(to);

/** Net change per account in wei, sorted by address; zero changes are left out. */
export function sumMoves(moves: readonly Movement[]): { address: Buffer; change: bigint }[] {
  const sums = new Map<string, { address: Buffer; change: bigint }>();
  const add = (address: Buffer | null, value: bigint) => {
    if (address === null) return;
    const key = address.toString('hex');
    const sum = sums.get(key) ?? { address, change: 0n };
    sums.set(key, { address, change: sum.change + value });
  };
  for (const { from, to, value } of moves) {
    add(from, -value);
    add(to, value);
  }
  return [...sums.entries()]
    .filter(([, { change }]) => change !== 0n)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([, sum]) => sum);
}

function vault(lastByte: string): Buffer {
  return hexToBuffer(`0x42${'0'.repeat(36)}${lastByte}`);
}
