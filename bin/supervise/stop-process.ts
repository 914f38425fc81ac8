import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Sends SIGTERM, then SIGKILL after a timeout; resolves once the process has ended. */
export async function stopProcess(child: ChildProcess, timeoutMs: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
  await exit;
  clearTimeout(timer);
}
