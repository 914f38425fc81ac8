import { setTimeout as delay } from 'node:timers/promises';
import { loadConfig } from '@/lib/config';
import { loadEnvironment } from './common/load-environment';
import { runProgram } from './common/run-program';
import { createCleanup } from './supervise/cleanup';
import { preflight } from './supervise/preflight';
import { createProgress } from './supervise/progress';
import { startSite } from './supervise/start-site';
import { untilInterrupted } from './supervise/until-interrupted';

/** Grace period for an interrupted start before cleanup. */
const SETTLE_MS = 10_000;

await runProgram(supervise);
process.exit();

/** Runs every configured role until a signal or until one of them fails for good. */
async function supervise(): Promise<void> {
  loadEnvironment();
  // EPIPE from a closed terminal must not prevent an orderly shutdown
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const config = loadConfig();
  await preflight(config);
  const progress = createProgress(process.stdout);
  const cleanup = createCleanup((error) => console.error('While stopping:', error));
  const signal = untilInterrupted();
  const interrupted = new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined));
  });
  const starting = startSite({ config, progress, cleanup, signal });
  const settled = starting.catch(() => undefined);
  try {
    const site = await Promise.race([interrupted, starting]);
    if (site) await Promise.race([interrupted, site.failed]);
  } finally {
    if (signal.aborted) progress.say('Stopping …');
    await Promise.race([settled, delay(SETTLE_MS, undefined, { ref: false })]);
    await cleanup.run();
  }
}
