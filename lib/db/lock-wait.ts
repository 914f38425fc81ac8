import postgres from 'postgres';
import type { Transaction } from './open-database';

/** Held while schemas change. */
export const MIGRATION_LOCK = 4_702_111_202;

/** Lock timeout of DDL, which blocks readers while it waits. */
const LOCK_WAIT_MS = 200;

/** Limits how long DDL in the transaction waits for locks, and so how long readers wait behind it. */
export async function limitLockWaits(sql: Transaction): Promise<void> {
  await sql`select set_config('lock_timeout', ${`${LOCK_WAIT_MS}ms`}, true)`;
}

/** True for a lock that was not free in time (55P03). */
export function isLockRefused(error: unknown): boolean {
  return error instanceof postgres.PostgresError && error.code === '55P03';
}
