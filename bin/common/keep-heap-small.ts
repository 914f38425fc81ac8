import { setFlagsFromString } from 'node:v8';

/** How much the heap may grow, in percent of what was in use after the last full collection, before the next one. */
const GROWTH_PERCENT = 50;

/**
 * Makes the collector of this process run before garbage is several times what is in use: on a machine with much memory,
 * V8 otherwise waits until it is four times, so that pages of a busy site take 800 MB where 100 MB are in use. No limit:
 * what is in use may grow as before.
 */
export function keepHeapSmall(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
}
