import type { Writable } from 'node:stream';
import { AppError } from '@/lib/errors';
import type { Database, Transaction } from './open-database';

/** A column value: Buffer for bytea, bigint for numeric. */
export type Cell = null | boolean | number | bigint | string | Buffer | readonly bigint[] | readonly Buffer[];

/** The target table and the row keys to write as columns. */
export type CopyTarget<Column extends string> = Readonly<{
  db: Database;
  table: string;
  columns: readonly Column[];
}>;

const CHUNK_LENGTH = 256 * 1024;
const IN_FAILED_TRANSACTION = '25P02';

/** Bulk-inserts rows with COPY. Throws AppError `database` when PostgreSQL refuses a row. */
export async function copyRows<Column extends string>(
  sql: Transaction,
  target: CopyTarget<Column>,
  rows: readonly Readonly<Record<Column, Cell>>[],
): Promise<void> {
  if (rows.length === 0) return;
  const { db, table, columns } = target;
  const names: string[] = [...columns];
  const stream = await sql`copy ${db.schema}.${sql(table)} (${sql(names)}) from stdin`.writable();
  // Errors surface in the write callback.
  stream.on('error', () => undefined);
  for (const chunk of encodeChunks(rows, columns)) await send(stream, chunk);
  stream.end();
  await confirm(sql, table);
}

function send(stream: Writable, chunk: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(chunk, (error) => (error ? reject(error) : resolve()));
  });
}

/** A COPY that fails at its end is not reported by the driver; the next statement is. */
async function confirm(sql: Transaction, table: string): Promise<void> {
  try {
    await sql`select`;
  } catch (error) {
    const isRefused = error instanceof Error && 'code' in error && error.code === IN_FAILED_TRANSACTION;
    if (!isRefused) throw error;
    throw new AppError(
      'database',
      `PostgreSQL refused rows of ${table}: its disk may be full, its log says why.`,
    );
  }
}

function* encodeChunks<Column extends string>(
  rows: readonly Readonly<Record<Column, Cell>>[],
  columns: readonly Column[],
): Generator<string> {
  let chunk = '';
  for (const row of rows) {
    chunk += encodeRow(row, columns);
    if (chunk.length < CHUNK_LENGTH) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}

function encodeRow<Column extends string>(
  row: Readonly<Record<Column, Cell>>,
  columns: readonly Column[],
): string {
  let line = '';
  for (let index = 0; index < columns.length; index++) {
    const column = columns[index];
    if (index > 0) line += '\t';
    line += column === undefined ? '\\N' : encodeCell(row[column]);
  }
  return `${line}\n`;
}

function encodeCell(cell: Cell): string {
  if (cell === null) return '\\N';
  if (Buffer.isBuffer(cell)) return `\\\\x${cell.toString('hex')}`;
  if (typeof cell === 'string') return cell.replace(/[\\\t\n\r]/g, escapeCharacter);
  if (typeof cell === 'boolean') return cell ? 't' : 'f';
  if (typeof cell !== 'object') return String(cell);
  return `{${cell.map(encodeElement).join(',')}}`;
}

/** Backslashes in array literals are escaped twice. */
function encodeElement(element: bigint | Buffer): string {
  return typeof element === 'bigint' ? String(element) : `"\\\\\\\\x${element.toString('hex')}"`;
}

function escapeCharacter(character: string): string {
  if (character === '\t') return '\\t';
  if (character === '\n') return '\\n';
  return character === '\r' ? '\\r' : '\\\\';
}
