/** How long servers keep idle connections: longer than proxies and clients do, so that none is closed while it is reused. */
export const KEEP_ALIVE_MS = 75_000;
