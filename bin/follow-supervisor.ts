const GRACE_MS = 15_000;

/** Preloaded into every role (`node --import`): stops the role when the supervisor is gone, by force if needed. */
process.on('disconnect', () => {
  setTimeout(() => process.exit(1), GRACE_MS).unref();
  process.kill(process.pid, 'SIGTERM');
});
// the IPC channel alone must not keep the process alive
process.channel?.unref();
