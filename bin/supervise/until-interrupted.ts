const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** npm passes Ctrl-C on to a program that the terminal has told already: that is one wish, not two. */
const SAME_WISH_MS = 1000;
const EXIT_FORCED = 130;

/** A signal that aborts at Ctrl-C, SIGTERM or SIGHUP. A second one of these ends the process at once. */
export function untilInterrupted(): AbortSignal {
  const controller = new AbortController();
  let firstAt = 0;
  const handle = () => {
    if (!controller.signal.aborted) {
      firstAt = Date.now();
      controller.abort();
    } else if (Date.now() - firstAt > SAME_WISH_MS) process.exit(EXIT_FORCED);
  };
  for (const signal of SIGNALS) process.on(signal, handle);
  return controller.signal;
}
