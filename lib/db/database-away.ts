import { codeOf } from '@/lib/errors';

/** Connection errors of driver and socket, and PostgreSQL's classes 08, 53 (insufficient resources) and 57P. */
const AWAY = /^(CONNECTION_|CONNECT_TIMEOUT$|ECONN|EPIPE$|08\d|53\d|57P0)/;

/** True when the database is unreachable, starting, stopping, or out of space or connections: a retry may succeed. */
export function isDatabaseAway(error: unknown): boolean {
  return AWAY.test(codeOf(error) ?? '');
}

/**
 * A reachable server that was shut down (57P01), lost a process (57P02), or is starting, recovering or stopping
 * (57P03).
 */
const RESTARTING = /^57P0[1-3]$/;

/** True when a reachable server is starting, recovering or stopping, unlike with a wrong URL. */
export function isDatabaseRestarting(error: unknown): boolean {
  return RESTARTING.test(codeOf(error) ?? '');
}
