import { SOCKET_LIMITS } from '@/lib/endpoints/socket';
import type { Logger } from '@/lib/log';
import { toJson } from '../http/json';
import { type Subject, writeEvent } from './protocol';

/** A client connection. */
export type Listener = Readonly<{ send(text: string): void }>;
/** An event of a subject. */
export type LiveEvent = Readonly<{ subject: Subject; event: string; payload: unknown }>;
/** Reads the events since its last call, for these subjects only. */
export type ReadEvents = (subjects: ReadonlySet<Subject>) => Promise<readonly LiveEvent[]>;

/** A client's subscription to a subject. */
export type Subscription = Readonly<{ begun: Promise<void>; leave(): void }>;

/** The listeners of one chain. Nothing is read while there are none. */
export type Hub = Readonly<{
  /** Undefined at the limit of watched subjects. Sends events after `begun`. */
  join(subject: Subject, topic: string, listener: Listener): Subscription | undefined;
  stop(): void;
}>;

/** Creates the hub of a chain; `open` starts a reader, polled every `everyMs` while there are listeners. */
export function createHub(options: { open: () => ReadEvents; everyMs: number; log: Logger }): Hub {
  const { open, everyMs, log } = options;
  const subjects = new Map<Subject, Map<Listener, string>>();
  let reading: Polling | undefined;
  const emit = ({ subject, event, payload }: LiveEvent) => {
    const listeners = subjects.get(subject);
    if (!listeners) return;
    const text = toJson(payload);
    for (const [listener, topic] of listeners) listener.send(writeEvent(topic, event, text));
  };
  const start = () => {
    const read = open();
    const poll = async () => {
      for (const event of await read(new Set(subjects.keys()))) emit(event);
    };
    const report = reportRarely(log);
    return repeat(() => poll().then(report.success, report.failure), everyMs);
  };
  const leave = (subject: Subject, listener: Listener) => {
    const listeners = subjects.get(subject);
    listeners?.delete(listener);
    if (listeners?.size === 0) subjects.delete(subject);
    if (subjects.size > 0) return;
    reading?.stop();
    reading = undefined;
  };
  return {
    join: (subject, topic, listener) => {
      const listeners = subjects.get(subject) ?? new Map<Listener, string>();
      const isFull = subjects.size >= SOCKET_LIMITS.watched && !isOfChain(subject);
      if (!subjects.has(subject) && isFull) return undefined;
      subjects.set(subject, listeners.set(listener, topic));
      reading ??= start();
      return { begun: reading.begun, leave: () => leave(subject, listener) };
    },
    stop: () => reading?.stop(),
  };
}

/** Whether a subject is the chain's, of which there are few, and no address's. */
export const isOfChain = (subject: Subject): boolean => !subject.includes(':');

const REPORT_MS = 60_000;

/** Reports the first failure, then at most one a minute. */
function reportRarely(log: Logger) {
  let reportedAt = Number.NEGATIVE_INFINITY;
  return {
    success: () => {
      reportedAt = Number.NEGATIVE_INFINITY;
    },
    failure: (error: unknown) => {
      if (performance.now() - reportedAt < REPORT_MS) return;
      reportedAt = performance.now();
      log.warn({ error }, 'could not read live updates');
    },
  };
}

type Polling = Readonly<{ begun: Promise<void>; stop(): void }>;

/** Runs immediately, then repeatedly with a pause in between. */
function repeat(run: () => Promise<void>, pauseMs: number): Polling {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const next = async () => {
    await run();
    if (!isStopped) timer = setTimeout(next, pauseMs);
  };
  return {
    begun: next(),
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
