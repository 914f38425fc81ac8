import { isRecord } from '@/lib/evm/is-record';
import { JsonBoundsError, requireBounded } from '@/lib/rpc/json-bounds';

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

/** Reads a body of a form: URL-encoded, multipart, or JSON. */
export async function readForm(body: Buffer, contentType: string): Promise<Form | Problem> {
  const type = contentType.split(';')[0]?.trim().toLowerCase();
  const separator = separatorOf(type, contentType);
  if (separator !== undefined && hasMore(body, separator, MAX_PARTS))
    return { problem: `A form has at most ${MAX_PARTS} fields and files: send a standard JSON input.` };
  if (type === 'application/x-www-form-urlencoded')
    return { fields: Object.fromEntries(new URLSearchParams(body.toString('utf8'))), files: [] };
  if (type === 'multipart/form-data') return (await readParts(body, contentType)) ?? NO_FORM;
  const json = type === 'application/json' ? parseBounded(body) : undefined;
  return isRecord(json) ? { fields: toFields(json), files: [] } : NO_FORM;
}

function separatorOf(type: string | undefined, contentType: string): string | undefined {
  if (type === 'application/x-www-form-urlencoded') return '&';
  const [, quoted, plain] = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType) ?? [];
  return type === 'multipart/form-data' ? `--${quoted ?? plain ?? ''}` : undefined;
}

/** Whether a text is there more than `limit` times. */
function hasMore(body: Buffer, text: string, limit: number): boolean {
  let [at, count] = [body.indexOf(text), 0];
  while (at >= 0 && count <= limit) {
    count += 1;
    at = body.indexOf(text, at + text.length);
  }
  return count > limit;
}

/** Parses untrusted JSON; undefined when malformed or nested too deep. */
export function parseBounded(text: Buffer | string): unknown {
  try {
    requireBounded(Buffer.from(text), MAX_DEPTH);
    return JSON.parse(text.toString('utf8'));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof JsonBoundsError) return undefined;
    throw error;
  }
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
