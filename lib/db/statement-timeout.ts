import postgres from 'postgres';
import { openPool, type PoolOptions } from './open-database';

/** 08P01 (protocol violation): how poolers reject unknown startup parameters. */
const REFUSED = '08P01';
/** 57014: canceled, by timeout or by request. */
const CANCELLED = '57014';

/** Whether the server accepts `statement_timeout` as a startup parameter; some poolers reject it. */
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

/** True for a statement canceled by PostgreSQL. */
export function isStatementTimeout(error: unknown): boolean {
  return hasState(error, CANCELLED);
}

function hasState(error: unknown, state: string): boolean {
  return error instanceof postgres.PostgresError && error.code === state;
}
