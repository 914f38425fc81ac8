import { codeOf } from '@/lib/errors';
import type { Sql, Transaction } from './open-database';

/** Connection-loss codes of driver, socket and PostgreSQL (class 57P, and 25P03 for a transaction that stood still). */
const LOST_CONNECTION = /^(CONNECTION_(CLOSED|DESTROYED|ENDED)|ECONNRESET|EPIPE|57P0\d|25P03)$/;

/** Runs `work` in a transaction. Unlike the driver's `begin`, it survives a lost connection. */
export async function runTransaction<T>(
  sql: Sql,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const outcome = await sql.begin(async (transaction) => {
    try {
      return { value: await work(transaction) };
    } catch (error) {
      if (!isLostConnection(error)) throw error;
      // `begin` rejects anyway when the connection closes; a rollback would write to a dead socket.
      return new Promise<never>(() => undefined);
    }
  });
  return outcome.value;
}

/** True when the connection was lost; the driver may report that once more to the next query. */
export function isLostConnection(error: unknown): boolean {
  return LOST_CONNECTION.test(codeOf(error) ?? '');
}
