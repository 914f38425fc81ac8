import postgres from 'postgres';
import type { Transaction } from './open-database';

/** Held while schemas change. */
export const MIGRATION_LOCK = 4_702_111_202;

/** How long a definition waits for its lock, while readers wait behind it. */
const LOCK_WAIT_MS = 200;

/** Definitions that follow in the transaction wait for a lock no longer than readers may wait behind them. */
export async function limitLockWaits(sql: Transaction): Promise<void> {
  await sql`select set_config('lock_timeout', ${`${LOCK_WAIT_MS}ms`}, true)`;
}

/** True for a lock that was not free in time (55P03). */
export function isLockRefused(error: unknown): boolean {
  return error instanceof postgres.PostgresError && error.code === '55P03';
}
