const INTERVAL_MS = 250;

/**
 * Where npm or npx runs this program: they do it through a shell and forward SIGTERM to that shell only, so its exit
 * counts as SIGTERM.
 */
export function followParent() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, INTERVAL_MS);
  timer.unref();
}
