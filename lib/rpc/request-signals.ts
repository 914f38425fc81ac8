const REQUESTS_A_SIGNAL = 100;

/**
 * Signals for requests that all end with `signal`, which may live as long as the process: fetch leaves a listener on
 * the signal of every request until garbage collection, and thousands would pile up there. Shared by many requests,
 * because viem batches only requests of the same signal.
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
