/** Where the explorer is. */
export const explorerUrl = (process.env.ASTROLABE_URL || 'http://localhost:3000').replace(/\/+$/, '');

const TIMEOUT_MS = 1_000;

/** Whether it answers there. */
export const isReady = () =>
  fetch(`${explorerUrl}/readyz`, { signal: AbortSignal.timeout(TIMEOUT_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );
