type Heights = Readonly<{
  first_block: number | null;
  indexed_block: number | null;
  head_block: number | null;
}>;

/** Blocks that are indexed, and those from the first one to the head of the chain; at least one of the latter. */
export function countIndexed({ first_block: first, indexed_block: indexed, head_block: head }: Heights): {
  done: bigint;
  all: bigint;
} {
  const from = first ?? 0;
  const done = indexed === null ? 0 : Math.max(0, indexed - from + 1);
  return { done: BigInt(done), all: BigInt(Math.max(1, done, (head ?? 0) - from + 1)) };
}
