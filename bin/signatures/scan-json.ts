/** A text that may be a signature, and its selector or topic in the dump, in lower-case hex without 0x. */
export type DumpEntry = Readonly<{ text: string; key: string | undefined }>;

/** Longer lines and JSON texts are no signatures: only their beginning is kept. */
export const MAX_TEXT = 4_096;

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
export async function* scanJson(chunks: AsyncIterable<string>): AsyncGenerator<DumpEntry> {
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
