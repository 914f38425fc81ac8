import type { Writable } from 'node:stream';
import { AppError, codeOf } from '@/lib/errors';
import { type Cell, encodeRows } from './copy-text';
import type { Database, Transaction } from './open-database';

/** The target table and the row keys to write as columns. */
export type CopyTarget<Column extends string> = Readonly<{
  db: Pick<Database, 'schema'>;
  table: string;
  columns: readonly Column[];
}>;

const IN_FAILED_TRANSACTION = '25P02';

/** Bulk-inserts rows with COPY. Throws AppError `database` when PostgreSQL rejects a row. */
export async function copyRows<Column extends string>(
  sql: Transaction,
  target: CopyTarget<Column>,
  rows: readonly Readonly<Record<Column, Cell>>[],
): Promise<void> {
  await copyEncoded(sql, target, encodeRows(rows, target.columns));
}

/** Bulk-inserts rows that `encodeRows` has written, of the same columns. Throws as `copyRows` does. */
export async function copyEncoded<Column extends string>(
  sql: Transaction,
  { db, table, columns }: CopyTarget<Column>,
  chunks: readonly Uint8Array[],
): Promise<void> {
  if (chunks.length === 0) return;
  const names: string[] = [...columns];
  const stream = await sql`copy ${db.schema}.${sql(table)} (${sql(names)}) from stdin`.writable();
  // Errors surface in the write callback.
  stream.on('error', () => undefined);
  for (const chunk of chunks) await send(stream, chunk);
  stream.end();
  await confirm(sql, table);
}

function send(stream: Writable, chunk: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(chunk, (error) => (error ? reject(error) : resolve()));
  });
}

/** A COPY that fails at its end is not reported by the driver; the next statement is. */
async function confirm(sql: Transaction, table: string): Promise<void> {
  try {
    await sql`select`;
  } catch (error) {
    if (codeOf(error) !== IN_FAILED_TRANSACTION) throw error;
    throw new AppError(
      'database',
      `PostgreSQL refused rows of ${table}: its disk may be full, its log says why.`,
    );
  }
}
