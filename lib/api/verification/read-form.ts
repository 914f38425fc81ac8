import { isRecord } from '@/lib/evm/is-record';
import { parseBounded } from '@/lib/rpc/json-bounds';

/** A sentence about what is wrong with a form. */
export type Problem = Readonly<{ problem: string }>;
/** A file that was sent; its name is only a name. */
export type SentFile = Readonly<{ name: string; text: string }>;
const NO_FORM = { problem: 'The body is neither a form nor JSON.' };
/** What a form holds; a field that was sent twice has its last value. */
export type Form = Readonly<{ fields: Readonly<Record<string, string>>; files: readonly SentFile[] }>;

const MAX_DEPTH = 64;
/** Taking a body apart costs by its parts more than by its bytes: they are counted first. */
const MAX_PARTS = 500;
const MAX_VALUES = 20_000;
/** Every part of a multipart body has it, whatever separates them. */
const PART = 'content-disposition';
const [PLUS, SPACE] = [0x2b, 0x20];
const TOO_MANY = {
  problem: `A form has at most ${MAX_PARTS} fields and files: send a standard JSON input.`,
};

/** Reads a body of a form: URL-encoded, multipart, or JSON. */
export async function readForm(body: Buffer, contentType: string): Promise<Form | Problem> {
  const type = contentType.split(';')[0]?.trim().toLowerCase();
  if (type === 'application/x-www-form-urlencoded')
    return hasMore(body, '&') ? TOO_MANY : { fields: readFields(body), files: [] };
  if (type === 'multipart/form-data') {
    const isLarge = hasMore(Buffer.from(body.toString('latin1').toLowerCase(), 'latin1'), PART);
    return isLarge ? TOO_MANY : ((await readParts(body, contentType)) ?? NO_FORM);
  }
  const json = type === 'application/json' ? parseForm(body) : undefined;
  return isRecord(json) ? { fields: toFields(json), files: [] } : NO_FORM;
}

/** A plus sign is a space, and costs the parser ten times one. */
function readFields(body: Buffer): Form['fields'] {
  const spaced = Buffer.from(body);
  for (let at = 0; at < spaced.length; at += 1) if (spaced[at] === PLUS) spaced[at] = SPACE;
  return Object.fromEntries(new URLSearchParams(spaced.toString('utf8')));
}

/** Whether a text is there more often than a form has parts. */
function hasMore(body: Buffer, text: string): boolean {
  let [at, count] = [body.indexOf(text), 0];
  while (at >= 0 && count <= MAX_PARTS) {
    count += 1;
    at = body.indexOf(text, at + text.length);
  }
  return count > MAX_PARTS;
}

/** The JSON of a form; undefined when malformed, nested too deep or of too many values. */
export function parseForm(text: Buffer | string): unknown {
  return parseBounded(Buffer.from(text), MAX_DEPTH, MAX_VALUES);
}

function toFields(json: Readonly<Record<string, unknown>>): Form['fields'] {
  return Object.fromEntries(
    Object.entries(json).flatMap(([name, value]) =>
      value === null || value === undefined
        ? []
        : [[name, typeof value === 'object' ? JSON.stringify(value) : String(value)]],
    ),
  );
}

async function readParts(body: Buffer, contentType: string): Promise<Form | undefined> {
  const request = new Response(new Uint8Array(body), { headers: { 'content-type': contentType } });
  // TypeError: what it says is in several parts is not.
  const form = await request.formData().catch(() => undefined);
  if (form === undefined) return undefined;
  const fields: Record<string, string> = {};
  const files: SentFile[] = [];
  for (const [name, value] of form.entries()) {
    if (typeof value === 'string') Object.assign(fields, Object.fromEntries([[name, value]]));
    // An input without a choice sends a file without a name.
    else if (value.name !== '' || value.size > 0) files.push({ name: value.name, text: await value.text() });
  }
  return { fields, files };
}
