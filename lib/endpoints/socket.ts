/** Path of the websocket that Blockscout's frontends listen to, below a chain or of the default chain. */
export const SOCKET_PATH = '/socket/v2/websocket';
/** Bounds of the websocket: per process, per client address, per connection; bytes; messages in ten seconds. */
export const SOCKET_LIMITS = {
  connections: 1_000,
  perAddress: 50,
  joins: 20,
  messageBytes: 4_096,
  messages: 100,
  /** Watched addresses, tokens and transactions per chain, and per client address. */
  watched: 1_000,
  watchedPerAddress: 100,
  /** Unsent bytes after which a reader is too slow. */
  unsent: 4 * 1024 * 1024,
  silentMs: 90_000,
} as const;
