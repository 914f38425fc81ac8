import type { Logger } from '@/lib/log';
import type { Anvil } from './anvil';
import { rest } from './traffic';

/** A node that is started again when it ends by itself. */
export type KeptAnvil = Readonly<{
  /** Resolves when it has ended too often, or the signal aborts. */
  givenUp: Promise<void>;
  /** Ends the node that runs now. The signal must have aborted. */
  stop(): Promise<void>;
}>;

const FIRST_PAUSE_MS = 500;
/** So many ends in a row are made good. */
const MOST_RESTARTS = 5;
/** A node that has run for so long has not ended in a row with the one before. */
const STEADY_MS = 60_000;

/** Watches `first` until `signal` aborts; `restart` starts another one that answers at the same address. */
export function keepAnvil(options: {
  first: Anvil;
  restart: () => Promise<Anvil>;
  log: Logger;
  signal: AbortSignal;
}): KeptAnvil {
  const { restart, log, signal } = options;
  let anvil = options.first;
  const watch = async () => {
    let startedAt = Date.now();
    for (let restarts = 1; ; restarts += 1) {
      await anvil.ended;
      if (signal.aborted) return;
      if (Date.now() - startedAt > STEADY_MS) restarts = 1;
      if (restarts > MOST_RESTARTS) break;
      log.warn({ restarts }, 'The demo node stopped: restarting it from its saved state');
      await rest(FIRST_PAUSE_MS * 2 ** (restarts - 1), signal);
      if (signal.aborted) return;
      startedAt = Date.now();
      try {
        anvil = await restart();
        if (signal.aborted) return await anvil.stop();
      } catch (error) {
        log.warn({ error }, 'The demo node did not start');
      }
    }
    log.error('The demo node keeps stopping: restart Astrolabe');
  };
  const givenUp = watch();
  return {
    givenUp,
    stop: async () => {
      await anvil.stop();
      await givenUp;
    },
  };
}
