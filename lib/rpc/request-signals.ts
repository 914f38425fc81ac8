/** How many requests share one signal. */
const REQUESTS_A_SIGNAL = 100;

/**
 * Signals for requests that all end with `signal`, which may live as long as the process: fetch leaves a listener on
 * the signal of every request until the garbage collector finds it, and would collect thousands on that one. Not one
 * for each request, because viem puts only requests of the same signal into a batch.
 */
export function createRequestSignals(signal: AbortSignal): () => AbortSignal {
  let current = AbortSignal.any([signal]);
  let uses = 0;
  return () => {
    uses += 1;
    if (uses > REQUESTS_A_SIGNAL) {
      current = AbortSignal.any([signal]);
      uses = 1;
    }
    return current;
  };
}
