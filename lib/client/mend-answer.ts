import type { z } from 'zod';

/** How often an answer is looked at again: each look mends every problem that is visible then. */
const MOST_LOOKS = 4;
const INTEGER = /^-?\d{1,80}$/;

type Issue = z.core.$ZodIssue;
type Holder = Record<PropertyKey, unknown>;

/**
 * Makes an answer fit its schema where services of the same form are known to differ in form but not in meaning: an
 * integer as a decimal string or the other way round, a member left out that may be null, an address's `metadata` of
 * another shape, which no page shows. Gives the parsed answer or, as it was, the first failure. The given JSON is
 * changed. Our own server answers by the schema itself.
 */
export function parseMending<S extends z.ZodType>(
  schema: S,
  json: unknown,
): z.ZodSafeParseResult<z.output<S>> {
  const first = schema.safeParse(json);
  let parsed = first;
  for (let look = 0; look < MOST_LOOKS && !parsed.success; look += 1) {
    // every issue, also when an earlier one could be mended
    const isMended = parsed.error.issues.map((issue) => mend(json, issue)).includes(true);
    if (!isMended) return first;
    parsed = schema.safeParse(json);
  }
  return parsed.success ? parsed : first;
}

function mend(json: unknown, issue: Issue): boolean {
  const metadata = issue.path.indexOf('metadata');
  const path = metadata < 0 ? issue.path : issue.path.slice(0, metadata + 1);
  const holder = findHolder(json, path);
  const name = path.at(-1);
  if (holder === undefined || name === undefined) return false;
  const given = holder[name];
  const mended = metadata < 0 ? mendValue(given, issue) : null;
  if (mended === given) return false;
  holder[name] = mended;
  return true;
}

/** The value in the form that was expected; the same value when it has no other form. */
function mendValue(given: unknown, issue: Issue): unknown {
  if (given === undefined) return null;
  const wantsText = issue.code === 'invalid_type' && issue.expected === 'string';
  if (wantsText && (typeof given === 'bigint' || Number.isSafeInteger(given))) return String(given);
  const wantsNumber =
    issue.code === 'custom' ||
    (issue.code === 'invalid_type' && (issue.expected === 'number' || issue.expected === 'int'));
  if (!wantsNumber || typeof given !== 'string' || !INTEGER.test(given)) return given;
  return Number.isSafeInteger(Number(given)) ? Number(given) : BigInt(given);
}

function findHolder(json: unknown, path: readonly PropertyKey[]): Holder | undefined {
  let current: unknown = json;
  for (const name of path.slice(0, -1)) {
    if (!isHolder(current)) return undefined;
    current = current[name];
  }
  return isHolder(current) ? current : undefined;
}

function isHolder(value: unknown): value is Holder {
  return typeof value === 'object' && value !== null;
}
