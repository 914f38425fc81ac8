const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** npm forwards a Ctrl-C that the terminal has already delivered: signals this close count once. */
const DEBOUNCE_MS = 1000;
const EXIT_FORCED = 130;

/** Aborts on SIGINT, SIGTERM or SIGHUP; a second one exits immediately. */
export function untilInterrupted(): AbortSignal {
  const controller = new AbortController();
  let firstAt = 0;
  const handle = () => {
    if (!controller.signal.aborted) {
      firstAt = Date.now();
      controller.abort();
    } else if (Date.now() - firstAt > DEBOUNCE_MS) process.exit(EXIT_FORCED);
  };
  for (const signal of SIGNALS) process.on(signal, handle);
  return controller.signal;
}
