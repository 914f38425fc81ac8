const GRACE_MS = 15_000;

/**
 * Loaded into every role process before its own program (`node --import`): when the supervisor is gone, however it
 * ended, the role gets the signal that asks it to stop, and is ended when it does not.
 */
process.on('disconnect', () => {
  setTimeout(() => process.exit(1), GRACE_MS).unref();
  process.kill(process.pid, 'SIGTERM');
});
// the channel alone must not keep a role alive that has finished
process.channel?.unref();
