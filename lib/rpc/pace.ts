/**
 * Calls a second that an endpoint takes, learned from its refusals: there is no limit until the first one. Times in ms,
 * `calls` are the members of a batch.
 */
export type Pace = Readonly<{
  /** Time until as many calls may be sent; 0 for now. */
  waitMs(calls: number): number;
  /** Time until so many calls that wait will have been sent. */
  backlogMs(calls: number): number;
  /** Calls that may be sent together. */
  burst(): number;
  sent(calls: number): void;
  answered(calls: number): void;
  /** The endpoint refused a request because there were too many, and named this time. */
  refused(retryAfterMs: number): void;
  /** Calls a second, null without a limit. */
  limit(): number | null;
}>;

/** Less than what is allowed is sent, and the rest in one go at most: together they stay below the limit in any second. */
const SHARE = 0.9;
const BURST = 0.1;
const SECOND_MS = 1_000;
const LEAST = 1;
/** The first refusal says nothing against this rate where fewer calls were sent. */
const LEAST_FIRST = 10;
/** Raised fast until a raise is refused; then slowly, and faster again with each raise that is not. */
const FAST_RAISE = { factor: 1.5, everyMs: 2_000 };
const SLOW_RAISE = { factor: 1.05, everyMs: 30_000 };
const MAX_RAISE_MS = 5 * 60_000;
/** After a refused raise the limit is what it was, and a bit less; after any other refusal much less. */
const [AFTER_RAISE, AFTER_REFUSAL] = [0.97, 0.75];

/** A limit is learned where so many of the latest requests were refused: a proxy refuses one now and then at any rate. */
const [LATEST, MANY] = [40, 8];

/** No limit, until many calls are refused. */
export function createPace(now: () => number): Pace {
  const limit = createLimit(now);
  const refusals = createShare();
  let [heldUntil, loweredUntil, tokens, filledAt] = [0, 0, 0, 0];
  const burst = () => Math.max(1, Math.floor(limit.current() * BURST));
  const perMs = () => (limit.current() * SHARE) / SECOND_MS;
  return {
    burst,
    limit: () => (limit.isKnown() ? limit.current() : null),
    waitMs: (calls) => {
      if (heldUntil > now()) return heldUntil - now();
      if (!limit.isKnown()) return 0;
      tokens = Math.min(burst(), tokens + (now() - filledAt) * perMs());
      filledAt = now();
      const missing = Math.min(calls, burst()) - tokens;
      return missing <= 0 ? 0 : Math.ceil(missing / perMs());
    },
    backlogMs: (calls) => {
      const heldMs = Math.max(0, heldUntil - now());
      return limit.isKnown() ? heldMs + Math.max(0, (calls - tokens) / perMs()) : heldMs;
    },
    sent: (calls) => {
      if (!limit.isKnown()) return;
      limit.raise();
      tokens -= calls;
    },
    answered: (calls) => {
      refusals.add(false);
      limit.answered(calls);
    },
    refused: (retryAfterMs) => {
      refusals.add(true);
      const isLimit = limit.isKnown() || refusals.count() >= MANY;
      heldUntil = Math.max(heldUntil, now() + Math.max(retryAfterMs, isLimit ? SECOND_MS : 0));
      if (!isLimit) return;
      // What was sent before the refusal was known is refused with it.
      if (loweredUntil <= now()) limit.lower(heldUntil);
      [loweredUntil, tokens, filledAt] = [heldUntil, 0, heldUntil];
    },
  };
}

/** The limit in calls a second: infinite until it is known. */
function createLimit(now: () => number) {
  const recent = createRecent(now);
  let limit = Number.POSITIVE_INFINITY;
  let { factor, everyMs } = FAST_RAISE;
  /** Before the last raise, which may still be refused. */
  let before: number | undefined;
  let changedAt = 0;
  return {
    current: () => limit,
    isKnown: () => limit < Number.POSITIVE_INFINITY,
    answered: recent.add,
    raise: () => {
      if (now() < changedAt + everyMs) return;
      if (before !== undefined) {
        factor = Math.min(FAST_RAISE.factor, 2 * factor - 1);
        everyMs = Math.max(FAST_RAISE.everyMs, everyMs / 2);
      }
      [before, changedAt] = [limit, now()];
      limit *= factor;
    },
    lower: (heldUntil: number) => {
      if (before !== undefined) {
        limit = before * AFTER_RAISE;
        const isFast = factor === FAST_RAISE.factor;
        everyMs = isFast ? SLOW_RAISE.everyMs : Math.min(2 * everyMs, MAX_RAISE_MS);
        factor = SLOW_RAISE.factor;
      } else if (limit < Number.POSITIVE_INFINITY) limit *= AFTER_REFUSAL;
      else limit = Math.max(LEAST_FIRST, recent.count());
      limit = Math.max(LEAST, limit);
      [before, changedAt] = [undefined, heldUntil];
    },
  };
}

/** Counts the refused ones of the latest requests. */
function createShare() {
  const latest: boolean[] = [];
  return {
    add: (isRefused: boolean) => {
      latest.push(isRefused);
      if (latest.length > LATEST) latest.shift();
    },
    count: () => latest.filter(Boolean).length,
  };
}

/** Counts calls of the last second, in tenths of it. */
function createRecent(now: () => number) {
  const slots = Array.from({ length: 10 }, () => ({ at: Number.NEGATIVE_INFINITY, calls: 0 }));
  const slotMs = SECOND_MS / slots.length;
  return {
    add: (calls: number) => {
      const at = Math.floor(now() / slotMs);
      const slot = slots[at % slots.length];
      if (!slot) return;
      if (slot.at !== at) Object.assign(slot, { at, calls: 0 });
      slot.calls += calls;
    },
    count: () => {
      const oldest = Math.floor(now() / slotMs) - slots.length;
      return slots.reduce((sum, { at, calls }) => (at > oldest ? sum + calls : sum), 0);
    },
  };
}
