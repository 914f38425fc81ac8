import type { z } from 'zod';
import type { transactionsCursor } from '@/lib/endpoints/transaction';

const MAX_HEIGHT = BigInt(Number.MAX_SAFE_INTEGER);
const MAX_INDEX = 2n ** 31n - 2n;

/** A height from a query as a number, clamped to the safe integers. */
export function toHeight(value: bigint): number {
  return Number(value > MAX_HEIGHT ? MAX_HEIGHT : value);
}

/** An index from a query, clamped to PostgreSQL's integer; -1 is before the first. */
export function toIndex(value: bigint): number {
  if (value < 0n) return -1;
  return Number(value > MAX_INDEX ? MAX_INDEX : value);
}

/** The parsed query parameters of a cursor, with the page size. */
export type CursorQuery<Schemas extends Readonly<Record<string, z.ZodType>>> = z.output<
  z.ZodObject<Schemas>
> & { items_count?: bigint | undefined };

/** Whether a query has all of these parameters; an incomplete cursor is ignored. */
export function hasAll<Query extends object, Name extends keyof Query>(
  query: Query,
  ...names: readonly Name[]
): query is Query & { [N in Name]-?: Exclude<Query[N], undefined> } {
  return names.every((name) => query[name] !== undefined);
}

type InBlock = { block_number: number; index: number };

/** Cursor of transactions and logs: block number and index. */
export const inBlock = {
  position: (query: CursorQuery<typeof transactionsCursor>): InBlock | undefined =>
    hasAll(query, 'block_number', 'index')
      ? { block_number: toHeight(query.block_number), index: toIndex(query.index) }
      : undefined,
  next: ({ block_number, index }: InBlock, items_count: number) => ({ block_number, index, items_count }),
};

type LogKey = Readonly<{ block_number: number } & ({ log_index: number } | { index: number })>;

/** The same cursor of rows that are logs, or of where a scan of them stopped. */
export const byLog = {
  position: inBlock.position,
  next: (last: LogKey, items_count: number) =>
    inBlock.next(
      { block_number: last.block_number, index: 'index' in last ? last.index : last.log_index },
      items_count,
    ),
};
