/**
 * The state of an endpoint since the program started. `host` is its name in the log, `name` what the operator calls it, if
 * anything. Times in Unix ms.
 */
export type EndpointHealth = Readonly<{
  host: string;
  name: string | null;
  /** Until then it is used only while every endpoint is benched; null when it is not benched. */
  benchedUntil: number | null;
  /** Why it was last benched. */
  reason: string | null;
  benches: number;
  /** Times it was benched for incorrect data. */
  lies: number;
  answers: number;
  /** Requests without a response, and the latest error. A JSON-RPC error is a response. */
  failures: number;
  lastError: string | null;
  lastAnswerAt: number | null;
  /** Calls a second that it takes, as learned from its refusals; null if it never refused one for the rate. */
  callsPerSecond: number | null;
}>;

/** Health of an endpoint. Benching returns its duration in ms, 0 when it was benched already. */
export type Bench = Readonly<{
  health(): Omit<EndpointHealth, 'callsPerSecond'>;
  isBenched(): boolean;
  /** Whether its last request had no response. */
  isSilent(): boolean;
  recordAnswer(): void;
  recordFailure(error: string): void;
  /** For incorrect data. */
  benchForBadData(reason: string): number;
  /** For no response. */
  benchForNoAnswer(reason: string): number;
}>;

const BAD_DATA_TERMS = { firstMs: 60_000, maxMs: 60 * 60_000 };
const NO_ANSWER_TERMS = { firstMs: 5_000, maxMs: 60_000 };
const MAX_TEXT = 200;

/** An endpoint that is not benched. Benched again soon for the same reason, the duration doubles, up to a maximum. */
export function createBench({ host, name }: Pick<EndpointHealth, 'host' | 'name'>, now: () => number): Bench {
  const [badData, noAnswer] = [createTerms(BAD_DATA_TERMS), createTerms(NO_ANSWER_TERMS)];
  let lastAnswerAt: number | null = null;
  let [benchedUntil, longestMs, answers] = [0, 0, 0];
  let isSilent = false;
  let state: Omit<EndpointHealth, 'benchedUntil' | 'answers' | 'lastAnswerAt' | 'callsPerSecond'> = {
    host,
    name,
    reason: null,
    benches: 0,
    lies: 0,
    failures: 0,
    lastError: null,
  };
  // a clock that is set back must not lengthen it
  const isBenched = () => benchedUntil > now() && benchedUntil - now() <= longestMs;
  const bench = (reason: string, nextTerm: (at: number) => number): number => {
    const ms = nextTerm(now());
    if (ms === 0) return 0;
    if (!isBenched() || now() + ms > benchedUntil) [benchedUntil, longestMs] = [now() + ms, ms];
    state = { ...state, reason: clean(reason), benches: state.benches + 1 };
    return ms;
  };
  return {
    health: () => ({ ...state, benchedUntil: isBenched() ? benchedUntil : null, answers, lastAnswerAt }),
    isBenched,
    isSilent: () => isSilent,
    recordAnswer: () => {
      isSilent = false;
      lastAnswerAt = now();
      answers += 1;
    },
    recordFailure: (error) => {
      isSilent = true;
      state = { ...state, failures: state.failures + 1, lastError: clean(error) };
    },
    benchForBadData: (reason) => {
      const ms = bench(reason, badData);
      if (ms > 0) state = { ...state, lies: state.lies + 1 };
      return ms;
    },
    benchForNoAnswer: (reason) => bench(reason, noAnswer),
  };
}

/** Short, and storable: PostgreSQL's text holds no NUL. */
function clean(text: string): string {
  return text
    .slice(0, MAX_TEXT + 1)
    .replaceAll('\0', '')
    .slice(0, MAX_TEXT);
}

/** Returns the next duration in ms; 0 while one runs, because concurrent requests fail together. */
function createTerms({ firstMs, maxMs }: Readonly<{ firstMs: number; maxMs: number }>) {
  let ms = 0;
  let end = 0;
  return (now: number): number => {
    if (now < end && end - now <= ms) return 0;
    ms = ms === 0 || now - end > maxMs ? firstMs : Math.min(2 * ms, maxMs);
    end = now + ms;
    return ms;
  };
}
