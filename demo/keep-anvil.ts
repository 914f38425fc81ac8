import type { Logger } from '@/lib/log';
import { keepRunning } from '@/lib/retry';
import type { Anvil } from './anvil';

/** A node that is restarted when it exits by itself. */
export type KeptAnvil = Readonly<{
  /** Resolves when it has exited too often, or the signal aborts. */
  givenUp: Promise<void>;
  /** Ends the running node. The signal must have aborted. */
  stop(): Promise<void>;
}>;

const MAX_RESTARTS = 5;
const STABLE_MS = 60_000;

/** Watches `first` until `signal` aborts; `restart` starts a successor at the same address. */
export function keepAnvil(options: {
  first: Anvil;
  restart: () => Promise<Anvil>;
  log: Logger;
  signal: AbortSignal;
}): KeptAnvil {
  const { restart, log, signal } = options;
  let anvil: Anvil | undefined = options.first;
  const run = async () => {
    try {
      anvil ??= await restart();
      if (signal.aborted) await anvil.stop();
      await anvil.ended;
    } catch (error) {
      log.warn({ error }, 'demo node did not start');
    }
    if (!signal.aborted) anvil = undefined;
    return 'ended' as const;
  };
  const onRestart = (_: number, restarts: number) =>
    log.warn({ restarts }, 'demo node stopped; restarting it from its saved state');
  const watch = async () => {
    const isRunning = await keepRunning({
      run,
      maxRestarts: MAX_RESTARTS,
      stableMs: STABLE_MS,
      signal,
      onRestart,
    });
    if (!isRunning) log.error('demo node keeps stopping; restart Astrolabe');
  };
  const givenUp = watch();
  return {
    givenUp,
    stop: async () => {
      await anvil?.stop();
      await givenUp;
    },
  };
}
