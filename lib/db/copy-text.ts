/** A column value: Buffer for bytea, bigint for numeric. */
export type Cell = null | boolean | number | bigint | string | Buffer | readonly bigint[] | readonly Buffer[];

const CHUNK_LENGTH = 256 * 1024;

/** Rows in the text format of COPY as UTF-8, in chunks of about 256 KB, each of which has its memory to itself. */
export function encodeRows<Column extends string>(
  rows: readonly Readonly<Record<Column, Cell>>[],
  columns: readonly Column[],
): Uint8Array<ArrayBuffer>[] {
  const encoder = new TextEncoder();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let chunk = '';
  for (const row of rows) {
    chunk += encodeRow(row, columns);
    if (chunk.length < CHUNK_LENGTH) continue;
    chunks.push(encoder.encode(chunk));
    chunk = '';
  }
  if (chunk !== '') chunks.push(encoder.encode(chunk));
  return chunks;
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
