const BIGGEST_HEIGHT = BigInt(Number.MAX_SAFE_INTEGER);
const BIGGEST_INDEX = 2n ** 31n - 2n;

/** How many items a page of a list has when the client does not say. */
export const PAGE_SIZE = 50;

/** A height from a query as a number: what is beyond every block stays beyond every block. */
export function toHeight(given: bigint): number {
  return Number(given > BIGGEST_HEIGHT ? BIGGEST_HEIGHT : given);
}

/** An index inside a block from a query as a number that PostgreSQL's integer holds; -1 stands before the first. */
export function toIndex(given: bigint): number {
  if (given < 0n) return -1;
  return Number(given > BIGGEST_INDEX ? BIGGEST_INDEX : given);
}

/** The first `size` rows, and whether there are more: lists read one row beyond their page. */
export function cutPage<Row>(
  rows: readonly Row[],
  size: number,
): { shown: readonly Row[]; last: Row | undefined } {
  const shown = rows.slice(0, size);
  return { shown, last: rows.length > size ? shown.at(-1) : undefined };
}
