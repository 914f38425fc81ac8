import postgres from 'postgres';
import { openPool, type PoolOptions } from './open-database';

/** How poolers answer a parameter of a connection that they do not pass on: 08P01, protocol violation. */
const REFUSED = '08P01';
/** How PostgreSQL ends a statement that took too long, or that somebody cancelled. */
const CANCELLED = '57014';

/** Whether connections may be opened with a time limit for statements: false when what answers there refuses it. */
export async function acceptsTimeout(options: Omit<PoolOptions, 'connections'>): Promise<boolean> {
  const sql = openPool({ ...options, connections: 1 });
  try {
    await sql`select 1`;
    return true;
  } catch (error) {
    return !hasState(error, REFUSED);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** True for the error of a statement that the server gave up. */
export function isStatementTimeout(error: unknown): boolean {
  return hasState(error, CANCELLED);
}

function hasState(error: unknown, state: string): boolean {
  return error instanceof postgres.PostgresError && error.code === state;
}
