/** Members of a batch that an endpoint takes, learned from refused batches. */
export type BatchSize = Readonly<{
  current(): number;
  accepted(size: number): void;
  /** A batch of this size was refused as a whole, was not answered in time, or its answer was too long. */
  refused(size: number): void;
}>;

const MOST = 100;
/** Time in ms after which a refused size is tried again. */
const REMEMBERED_MS = 5 * 60_000;

/** As many as are ever sent together; half of them after each refusal, then one by one up to what was refused. */
export function createBatchSize(now: () => number): BatchSize {
  let size = MOST;
  let refusedAt = Number.NEGATIVE_INFINITY;
  let least = Number.POSITIVE_INFINITY;
  const top = () => {
    if (now() - refusedAt > REMEMBERED_MS) least = Number.POSITIVE_INFINITY;
    return Math.min(MOST, least - 1);
  };
  return {
    current: () => size,
    accepted: (accepted) => {
      if (accepted >= size) size = Math.max(1, Math.min(top(), size + 1));
    },
    refused: (refused) => {
      least = Math.min(top() + 1, refused);
      refusedAt = now();
      size = Math.max(1, Math.min(size, refused >> 1));
    },
  };
}
