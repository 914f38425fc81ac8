import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { importSignatures, type NamedKey } from '@/lib/api/names/query';
import type { Sql } from '@/lib/db/open-database';
import { AppError } from '@/lib/errors';
import { keccak256 } from '@/lib/evm/keccak';
import { parseSignature } from '@/lib/evm/parse-signature';

/** Result of an import; `samples` are the first invalid texts. */
export type ImportResult = Readonly<{ read: number; added: number; bad: number; samples: readonly string[] }>;

const BATCH = 5_000;
const SELECTOR_BYTES = 4;
const MAX_SAMPLES = 5;
const MAX_SAMPLE = 80;
const PREFIXED = /^(function|event|error)\s+(.*)$/s;

/** Imports a dump in batches; idempotent. `report` receives the number read so far. */
export async function importDump(
  sql: Sql,
  path: string,
  report: (read: number) => void = () => undefined,
): Promise<ImportResult> {
  const samples: string[] = [];
  let [read, added, bad] = [0, 0, 0];
  let batch: NamedKey[] = [];
  const store = async () => {
    if (batch.length > 0) added += await importSignatures(sql, batch);
    batch = [];
    report(read);
  };
  for await (const entry of readDump(path)) {
    read += 1;
    const named = readEntry(entry);
    if (named) batch.push(named);
    else {
      bad += 1;
      if (samples.length < MAX_SAMPLES) samples.push(JSON.stringify(entry.text.slice(0, MAX_SAMPLE)));
    }
    if (batch.length >= BATCH) await store();
  }
  await store();
  return { read, added, bad, samples };
}

/** A signature and its hash; undefined if it is invalid or has another key. */
function readEntry({ text, key }: DumpEntry): NamedKey | undefined {
  const [, kind = key?.length === 2 * 32 ? 'event' : 'function', declared = text] = PREFIXED.exec(text) ?? [];
  const signature = parseSignature(declared.trim())?.text;
  if (signature === undefined) return undefined;
  const hash = keccak256(Buffer.from(signature));
  const own = kind === 'event' ? hash : hash.subarray(0, SELECTOR_BYTES);
  if (key !== undefined && own.toString('hex') !== key) return undefined;
  return { key: own, signature };
}

const KEYED = /^"?(?:0x)?([0-9a-f]{64}|[0-9a-f]{8})"?[,;\t ]\s*(.*)$/is;

/**
 * Reads a dump as a stream: one signature a line; lines of selector or topic, comma and signature; or JSON, by its
 * first letter. A name that ends in `.gz` is decompressed. Throws AppError `config` if that fails; rethrows errors of
 * the file.
 */
async function* readDump(path: string): AsyncGenerator<DumpEntry> {
  try {
    yield* readStream(path);
  } catch (cause) {
    const isPacked = cause instanceof Error && 'code' in cause && String(cause.code).startsWith('Z_');
    if (!isPacked) throw cause;
    throw new AppError('config', `${path} is not a gzip file or is truncated: download it again.`, { cause });
  }
}

async function* readStream(path: string): AsyncGenerator<DumpEntry> {
  const file = createReadStream(path);
  const source: Readable = path.endsWith('.gz') ? file.pipe(createGunzip()) : file;
  // pipe passes no errors on
  if (source !== file) file.on('error', (error) => source.destroy(error));
  source.setEncoding('utf8');
  const chunks = withStart(source);
  const first = await chunks.next();
  const start = first.done === true ? '' : first.value;
  const all = prepend(start, chunks);
  yield* /^[[{]/.test(start) ? scanJson(all) : readLines(all);
}

/** Text without leading byte order mark and spaces. */
async function* withStart(source: AsyncIterable<string>): AsyncGenerator<string> {
  let isBegun = false;
  for await (const chunk of source) {
    const text: string = isBegun ? chunk : chunk.replace(/^[\ufeff\s]+/, '');
    isBegun ||= text !== '';
    if (text !== '') yield text;
  }
}

async function* prepend(start: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  if (start !== '') yield start;
  yield* rest;
}

async function* readLines(chunks: AsyncIterable<string>): AsyncGenerator<DumpEntry> {
  let line = '';
  for await (const chunk of chunks) {
    const [end = '', ...others] = chunk.split('\n');
    line = join(line, end);
    for (const next of others) {
      yield* readLine(line);
      line = join('', next);
    }
  }
  yield* readLine(line);
}

const join = (line: string, more: string) => (line + more.slice(0, MAX_TEXT)).slice(0, MAX_TEXT);

/** The signatures of a line; `;` parts several of one selector. */
function* readLine(line: string): Generator<DumpEntry> {
  const trimmed = line.trim();
  if (trimmed === '' || trimmed.startsWith('#')) return;
  const [, key, rest = trimmed] = KEYED.exec(trimmed) ?? [];
  for (const text of rest.split(';')) {
    const signature = text.trim().replace(/^"(.*)"$/s, '$1');
    if (signature !== '') yield { text: signature, key: key?.toLowerCase() };
  }
}

/** A text that may be a signature, and its selector or topic in the dump, in lower-case hex without 0x. */
type DumpEntry = Readonly<{ text: string; key: string | undefined }>;

/** Longer lines and JSON texts are no signatures: only their beginning is kept. */
const MAX_TEXT = 4_096;

/** An object or array around a string: its key, and strings whose key may follow. */
type Scope = { isArray: boolean; key: string | undefined; pending: string[] };

const KEY = /^0x([0-9a-f]{64}|[0-9a-f]{8})$/i;
const MAX_DEPTH = 32;
const MAX_PENDING = 64;

/**
 * The strings with a parenthesis in JSON, each with the selector or topic next to or around it: `{"0x…": ["…"]}`,
 * `[{"hex_signature": "0x…", "text_signature": "…"}]`, `["…"]` and OpenChain's answers alike. Looks at one text at a time,
 * and demands no JSON but its quotes and brackets.
 */
async function* scanJson(chunks: AsyncIterable<string>): AsyncGenerator<DumpEntry> {
  const scopes: Scope[] = [];
  let text: string | undefined;
  let isEscaped = false;
  for await (const chunk of chunks) {
    for (const letter of chunk) {
      if (text === undefined) {
        if (letter === '"') text = '';
        else if (letter === '{' || letter === '[') open(scopes, letter === '[');
        else if (letter === '}' || letter === ']') yield* close(scopes);
      } else if (letter === '"' && !isEscaped) {
        yield* take(scopes, text);
        text = undefined;
      } else {
        isEscaped = letter === '\\' && !isEscaped;
        if (text.length < MAX_TEXT) text += letter;
      }
    }
  }
  // a file that was cut
  for (const scope of scopes) yield* flush(scope);
}

function open(scopes: Scope[], isArray: boolean): void {
  if (scopes.length >= MAX_DEPTH) scopes.shift();
  scopes.push({ isArray, key: scopes.at(-1)?.key, pending: [] });
}

function* close(scopes: Scope[]): Generator<DumpEntry> {
  const scope = scopes.pop();
  if (scope) yield* flush(scope);
}

function* flush(scope: Scope): Generator<DumpEntry> {
  for (const text of scope.pending) yield { text, key: scope.key };
  scope.pending = [];
}

function* take(scopes: readonly Scope[], text: string): Generator<DumpEntry> {
  const scope = scopes.at(-1);
  if (scope === undefined) return;
  const [, key] = KEY.exec(text) ?? [];
  if (key !== undefined) {
    // the strings before it had a key of their own, or wait for this one
    if (scope.key !== undefined) yield* flush(scope);
    scope.key = key.toLowerCase();
  } else if (text.includes('(')) {
    scope.pending.push(text);
    if (scope.isArray || scope.pending.length > MAX_PENDING) yield* flush(scope);
  }
}
