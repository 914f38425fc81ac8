import { codeOf } from '@/lib/errors';

/** Connection errors of driver and socket, and PostgreSQL's classes 08, 53 (no room, no connections) and 57P. */
const AWAY = /^(CONNECTION_|CONNECT_TIMEOUT$|ECONN|EPIPE$|08\d|53\d|57P0)/;

/** True when the database is away, starting, stopping, or has no room: it may answer later. */
export function isDatabaseAway(error: unknown): boolean {
  return AWAY.test(codeOf(error) ?? '');
}

/** The server is there, and says that it is shut down (57P01), lost a process (57P02), or starts, recovers or stops (57P03). */
const RESTARTING = /^57P0[1-3]$/;

/** True when a server that is there starts, recovers or stops: it answers soon, unlike one whose URL is wrong. */
export function isDatabaseRestarting(error: unknown): boolean {
  return RESTARTING.test(codeOf(error) ?? '');
}
