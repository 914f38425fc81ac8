/**
 * The results of `work` over the items, in their order, with at most `limit` running at once. After the first failure
 * nothing new is started, and that failure is thrown once what runs has ended.
 */
export async function mapConcurrent<T, R>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  let hasFailed = false;
  const run = async () => {
    for (let at = next++; at < items.length && !hasFailed; at = next++) {
      const item = items[at];
      if (item === undefined) continue;
      try {
        results[at] = await work(item);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  const runs = await Promise.allSettled(Array.from({ length: Math.min(limit, items.length) }, run));
  const failed = runs.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
  return results;
}
