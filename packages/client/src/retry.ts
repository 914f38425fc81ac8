/** Attempts after the first; a wait above `maxWaitMs` is not waited for; `wait` is for tests. */
export type RetryRules = Readonly<{
  retries?: number;
  maxWaitMs?: number;
  wait?: (ms: number) => Promise<void>;
}>;

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * A fetch that asks again when the service says when: a 429 or 503 with `Retry-After` (seconds or a date). Others, and
 * the last refusal, are returned as they are. A request whose body is a stream is sent once.
 */
export function retrying(send: typeof fetch, rules: RetryRules = {}): typeof fetch {
  const { retries = 4, maxWaitMs = 60_000, wait = sleep } = rules;
  return async (input, init) => {
    for (let left = retries; ; left -= 1) {
      const answer = await send(input, init);
      const waitMs = waitOf(answer);
      const isOnce =
        init?.body instanceof ReadableStream || (input instanceof Request && input.body !== null);
      if (left === 0 || isOnce || waitMs === undefined || waitMs > maxWaitMs) return answer;
      await answer.body?.cancel();
      await wait(waitMs);
      init?.signal?.throwIfAborted();
    }
  };
}

/** Milliseconds to wait; undefined when the answer is no request to wait. */
function waitOf({ status, headers }: Response): number | undefined {
  const given = headers.get('retry-after');
  if ((status !== 429 && status !== 503) || given === null) return undefined;
  const ms = /^\d+$/.test(given) ? 1000 * Number(given) : Date.parse(given) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
