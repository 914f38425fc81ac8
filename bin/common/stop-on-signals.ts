/** Aborted by a signal, and when the process that started this one is gone. */
export function stopOnSignals(): AbortController {
  const stopping = new AbortController();
  for (const event of ['SIGTERM', 'SIGINT', 'disconnect']) process.once(event, () => stopping.abort());
  // the IPC channel alone must not keep the process alive
  process.channel?.unref();
  // the parent may have exited before the listener was attached
  if (process.send && !process.connected) stopping.abort();
  return stopping;
}
