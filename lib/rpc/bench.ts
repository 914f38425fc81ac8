/**
 * The state of an endpoint since the program started. `host` is its name in the log, `name` what the operator calls it, if
 * anything. Times in Unix ms.
 */
export type EndpointHealth = Readonly<{
  host: string;
  name: string | null;
  /** Until then it is asked only while every endpoint is benched; null when it is not benched. */
  benchedUntil: number | null;
  /** Why it was last benched. */
  reason: string | null;
  benches: number;
  /** Times it was benched for a wrong answer. */
  lies: number;
  answers: number;
  /** Requests without an answer, and the latest one's reason. An error response is an answer. */
  failures: number;
  lastError: string | null;
  lastAnswerAt: number | null;
}>;

/** Notes how an endpoint answers. Benching returns for how many ms, 0 when it was benched already. */
export type Bench = Readonly<{
  health(): EndpointHealth;
  isBenched(): boolean;
  noteAnswer(): void;
  noteFailure(error: string): void;
  /** For a wrong answer. */
  benchLiar(reason: string): number;
  /** For no answer. */
  benchSilent(reason: string): number;
}>;

const LIE = { firstMs: 60_000, maxMs: 60 * 60_000 };
const SILENCE = { firstMs: 5_000, maxMs: 60_000 };
const MAX_TEXT = 200;

/** An endpoint's empty bench. Soon benched again for the same, it stays there twice as long, up to a maximum. */
export function createBench({ host, name }: Pick<EndpointHealth, 'host' | 'name'>, now: () => number): Bench {
  const [liar, silent] = [createTerms(LIE), createTerms(SILENCE)];
  let lastAnswerAt: number | null = null;
  let [benchedUntil, answers] = [0, 0];
  let state: Omit<EndpointHealth, 'benchedUntil' | 'answers' | 'lastAnswerAt'> = {
    host,
    name,
    reason: null,
    benches: 0,
    lies: 0,
    failures: 0,
    lastError: null,
  };
  const isBenched = () => benchedUntil > now();
  const bench = (reason: string, nextTerm: (at: number) => number): number => {
    const ms = nextTerm(now());
    if (ms === 0) return 0;
    benchedUntil = Math.max(benchedUntil, now() + ms);
    state = { ...state, reason: clean(reason), benches: state.benches + 1 };
    return ms;
  };
  return {
    health: () => ({ ...state, benchedUntil: isBenched() ? benchedUntil : null, answers, lastAnswerAt }),
    isBenched,
    noteAnswer: () => {
      lastAnswerAt = now();
      answers += 1;
    },
    noteFailure: (error) => {
      state = { ...state, failures: state.failures + 1, lastError: clean(error) };
    },
    benchLiar: (reason) => {
      const ms = bench(reason, liar);
      if (ms > 0) state = { ...state, lies: state.lies + 1 };
      return ms;
    },
    benchSilent: (reason) => bench(reason, silent),
  };
}

/** Short, and storable: PostgreSQL's text holds no NUL. */
function clean(text: string): string {
  return text
    .slice(0, MAX_TEXT + 1)
    .replaceAll('\0', '')
    .slice(0, MAX_TEXT);
}

/** Returns the ms of the next term; 0 during one, because requests that were sent together fail together. */
function createTerms({ firstMs, maxMs }: Readonly<{ firstMs: number; maxMs: number }>) {
  let ms = 0;
  let end = 0;
  return (now: number): number => {
    if (now < end) return 0;
    ms = ms === 0 || now - end > maxMs ? firstMs : Math.min(2 * ms, maxMs);
    end = now + ms;
    return ms;
  };
}
