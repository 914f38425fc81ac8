import { createBatchSize } from './batch-size';
import type { FetchLimits, HttpAnswer } from './bounded-fetch';
import { createPace, type Pace } from './pace';
import { BatchRefusedError, HttpStatusError, type Outcome, TOO_MANY_REQUESTS } from './read-response';
import { isRateLimit } from './refusal';
import { AnswerTooLargeError } from './rpc-error';
import { createWindow, type Window } from './window';

/** Sends a body and returns the answer, whatever its status. */
export type Post = (body: object, limits: Omit<FetchLimits, 'signal'>) => Promise<HttpAnswer>;

/** A request of `calls` calls, of a kind that takes about the same time. `read` throws for an answer that holds no outcomes. */
type Exchange = Omit<FetchLimits, 'signal'> &
  Readonly<{
    body: object;
    calls: number;
    kind: string;
    isSlow?: boolean;
    read(answer: HttpAnswer): Outcome[] | Promise<Outcome[]>;
  }>;

/** What goes to an endpoint goes through its gate, which learns from each answer how much it can take. */
export type Gate = Readonly<{
  /** Waits for room, sends, and reads the answer. */
  exchange(request: Exchange): Promise<Outcome[]>;
  /** Calls of the next batch. */
  batchSize(): number;
  /** Remembers a batch that failed for its size; false if it failed for another reason. */
  noteRefusedBatch(size: number, error: unknown): boolean;
  /** Time in ms until the endpoint can be sent another call. */
  backlogMs(): number;
  /** The rate that it allows, null for any. */
  callsPerSecond(): number | null;
}>;

/** Of a batch that was not sent, because the rate became known while it waited. */
class OverPaceError extends BatchRefusedError {}

/** HTTP statuses that reject a batch as a whole. */
const BATCH_REFUSALS: ReadonlySet<number> = new Set([400, 405, 413, 415, 501]);
/** The rate at first is what a node gets that answers in 160 ms. */
const FAST = { first: 16, least: 16, most: 256, perSecond: 100 };
/** Traces of a block may be tens of megabytes, several times that once parsed, and take a node seconds. */
const SLOW = { first: 3, least: 3, most: 24, perSecond: 0 };

/** An open gate. Aborting `signal` lets everything through, to fail at once. */
export function createGate(post: Post, signal: AbortSignal | undefined): Gate {
  const now = () => performance.now();
  const pace = createPace(now);
  const size = createBatchSize(now);
  const open = (bounds: typeof FAST) => createWindow({ bounds, pace, signal, now });
  const [fast, slow] = [open(FAST), open(SLOW)];
  return {
    exchange: async (request) => {
      const outcomes = await pass(post, request, { window: request.isSlow ? slow : fast, pace });
      size.accepted(request.calls);
      return outcomes;
    },
    batchSize: () => Math.min(size.current(), pace.burst()),
    noteRefusedBatch: (refused, error) => {
      const isRefused =
        error instanceof BatchRefusedError ||
        error instanceof AnswerTooLargeError ||
        (error instanceof HttpStatusError && BATCH_REFUSALS.has(error.status));
      if ((isRefused && !(error instanceof OverPaceError)) || isLate(error)) size.refused(refused);
      return isRefused;
    },
    backlogMs: fast.backlogMs,
    callsPerSecond: pace.limit,
  };
}

async function pass(
  post: Post,
  { body, calls, kind, maxBytes, timeoutMs, filter, read }: Exchange,
  { window, pace }: Readonly<{ window: Window; pace: Pace }>,
): Promise<Outcome[]> {
  if (!(await window.enter(calls))) throw new OverPaceError('the batch is larger than the rate allows');
  const begun = performance.now();
  try {
    const answer = await post(body, { maxBytes, timeoutMs, filter });
    const ms = performance.now() - begun;
    const { length } = answer.body;
    const outcomes = await read(answer);
    if (outcomes.some((outcome) => outcome.kind === 'error' && isRateLimit(outcome.error))) {
      pace.refused(answer.retryAfterMs);
      window.leaveUnanswered('refused');
    } else {
      pace.answered(calls);
      window.leave({ kind, ms, bytes: length });
    }
    return outcomes;
  } catch (error) {
    const isRefused = error instanceof HttpStatusError && isPaced(error);
    if (isRefused) pace.refused(error.retryAfterMs);
    window.leaveUnanswered(isRefused ? 'refused' : isLate(error) ? 'late' : 'failed');
    throw error;
  }
}

function isPaced({ status, retryAfterMs }: HttpStatusError): boolean {
  return status === TOO_MANY_REQUESTS || retryAfterMs > 0;
}

function isLate(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}
