import type { Sql, Transaction } from './open-database';

/** The codes of driver, socket and PostgreSQL (class 57P: it ends sessions) for a lost connection. */
const LOST_CONNECTION = /^(CONNECTION_(CLOSED|DESTROYED|ENDED)|ECONNRESET|EPIPE|57P0\d)$/;

/**
 * Runs `work` in a transaction; what it throws rolls back and is thrown. Survives the loss of the connection, at which
 * the driver's own `begin` sends a rollback into a socket that is gone, and with that ends the process.
 */
export async function runTransaction<T>(
  sql: Sql,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const outcome = await sql.begin(async (transaction) => {
    try {
      return { value: await work(transaction) };
    } catch (error) {
      if (!isLostConnection(error)) throw error;
      // `begin` itself rejects when the connection closes; until then there is nobody to send a rollback to.
      return new Promise<never>(() => undefined);
    }
  });
  return outcome.value;
}

function isLostConnection(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && LOST_CONNECTION.test(code);
}
