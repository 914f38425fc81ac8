const FIRST_PAUSE_MS = 5_000;
const MAX_PAUSE_MS = 60_000;
const HELD_MS = 500;

/**
 * Refreshes a page that shows something old, and again ever more rarely until that is stopped: a replica that lags may
 * have answered. `refresh` returns false where it must wait, and is called again soon.
 */
export function refreshRepeatedly(refresh: () => boolean): () => void {
  let pauseMs = FIRST_PAUSE_MS;
  let timer: ReturnType<typeof setTimeout>;
  const run = () => {
    const isDone = refresh();
    timer = setTimeout(run, isDone ? pauseMs : HELD_MS);
    if (isDone) pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS);
  };
  run();
  return () => clearTimeout(timer);
}
