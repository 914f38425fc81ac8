import type { z } from 'zod';
import type { transactionsCursor } from '@/lib/endpoints/transaction';

const MAX_HEIGHT = BigInt(Number.MAX_SAFE_INTEGER);
const MAX_INDEX = 2n ** 31n - 2n;

/** A height from a query as a number: what is beyond every block stays beyond every block. */
export function toHeight(given: bigint): number {
  return Number(given > MAX_HEIGHT ? MAX_HEIGHT : given);
}

/** An index from a query as a number that fits PostgreSQL's integer; -1 stands before the first. */
export function toIndex(given: bigint): number {
  if (given < 0n) return -1;
  return Number(given > MAX_INDEX ? MAX_INDEX : given);
}

/** What the schemas of a cursor's query parameters parse to, with the size of the page. */
export type CursorQuery<Schemas extends Readonly<Record<string, z.ZodType>>> = z.output<
  z.ZodObject<Schemas>
> & { items_count?: bigint | undefined };

/** Whether a query has all of these parameters: a cursor needs all of its parts. */
export function hasAll<Query extends object, Name extends keyof Query>(
  query: Query,
  ...names: readonly Name[]
): query is Query & { [N in Name]-?: Exclude<Query[N], undefined> } {
  return names.every((name) => query[name] !== undefined);
}

type InBlock = { block_number: number; index: number };

/** The cursor of transactions and logs: the block, and the index in it. */
export const inBlock = {
  position: (query: CursorQuery<typeof transactionsCursor>): InBlock | undefined =>
    hasAll(query, 'block_number', 'index')
      ? { block_number: toHeight(query.block_number), index: toIndex(query.index) }
      : undefined,
  next: ({ block_number, index }: InBlock, items_count: number) => ({ block_number, index, items_count }),
};
