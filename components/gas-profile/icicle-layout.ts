import type { GasProfile } from '@/lib/endpoints/gas-profile';

type Frame = GasProfile['frames'][number];

/** A box of the icicle: left edge and width as parts of the whole, row by depth. */
export type Box = Readonly<{ frame: Frame; x: number; width: number; row: number }>;
/** The boxes of calls, and how much of the whole was charged before the first one. */
export type Icicle = Readonly<{ boxes: readonly Box[]; intrinsicWidth: number; rows: number }>;

/** Deeper calls are in the table alone. */
const MAX_ROWS = 24;

/**
 * Lays out the calls of a gas profile: each as wide as its gas, those inside it below it from its left edge on, so that
 * what is free below it is its own gas. The whole is intrinsic gas and the outermost call.
 */
export function layoutIcicle(frames: readonly Frame[], intrinsicGas: bigint): Icicle {
  const total = intrinsicGas + BigInt(frames[0]?.total_gas ?? 0);
  if (total <= 0n) return { boxes: [], intrinsicWidth: 0, rows: 0 };
  const partOf = (gas: bigint) => Number((gas * 1_000_000n) / total) / 1_000_000;
  const intrinsicWidth = partOf(intrinsicGas);
  const nextFree = new Map<number | null, number>([[null, intrinsicWidth]]);
  const rows = new Map<number, number>();
  const boxes: Box[] = [];
  for (const frame of frames) {
    const x = nextFree.get(frame.parent);
    const row = frame.parent === null ? 0 : (rows.get(frame.parent) ?? MAX_ROWS) + 1;
    if (x === undefined || row >= MAX_ROWS) continue;
    const width = partOf(BigInt(frame.total_gas));
    boxes.push({ frame, x, width, row });
    nextFree.set(frame.parent, x + width);
    nextFree.set(frame.index, x);
    rows.set(frame.index, row);
  }
  return { boxes, intrinsicWidth, rows: Math.max(0, ...boxes.map(({ row }) => row + 1)) };
}
