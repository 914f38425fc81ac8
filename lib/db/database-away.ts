/** Connection errors of driver and socket, and PostgreSQL's classes 08, 53 (no room, no connections) and 57P. */
const AWAY = /^(CONNECTION_|CONNECT_TIMEOUT$|ECONN|EPIPE$|08\d|53\d|57P0)/;

/** True when the database is away, starting, stopping, or has no room: it may answer later. */
export function isDatabaseAway(error: unknown): boolean {
  return error instanceof Error && 'code' in error && AWAY.test(String(error.code));
}
