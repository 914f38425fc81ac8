import type { z } from 'zod';

/** Maximum parse attempts; each one fixes all issues visible at that time. */
const MAX_ATTEMPTS = 4;
const INTEGER = /^-?\d{1,80}$/;

type Issue = z.core.$ZodIssue;
type Container = Record<PropertyKey, unknown>;

/**
 * Parses an answer, tolerating known deviations of other Blockscout-like servers: integers as strings and vice versa,
 * missing nullable members, an address's `metadata` of another shape (unused). Returns the result or the first failure.
 * Mutates `json`.
 */
export function parseLeniently<S extends z.ZodType>(
  schema: S,
  json: unknown,
): z.ZodSafeParseResult<z.output<S>> {
  const first = schema.safeParse(json);
  let parsed = first;
  for (let attempt = 0; attempt < MAX_ATTEMPTS && !parsed.success; attempt += 1) {
    // map, not some: every issue must be attempted
    const isRepaired = parsed.error.issues.map((issue) => repair(json, issue)).includes(true);
    if (!isRepaired) return first;
    parsed = schema.safeParse(json);
  }
  return parsed.success ? parsed : first;
}

function repair(json: unknown, issue: Issue): boolean {
  const metadata = issue.path.indexOf('metadata');
  const path = metadata < 0 ? issue.path : issue.path.slice(0, metadata + 1);
  const container = findContainer(json, path);
  const name = path.at(-1);
  if (container === undefined || name === undefined) return false;
  const original = container[name];
  const repaired = metadata < 0 ? convert(original, issue) : null;
  if (repaired === original) return false;
  container[name] = repaired;
  return true;
}

/** The value converted to the expected type; unchanged if impossible. */
function convert(original: unknown, issue: Issue): unknown {
  if (original === undefined) return null;
  // the specification's services return the reason as text
  if (issue.path.at(-1) === 'revert_reason' && typeof original === 'string') return { raw: original };
  const wantsText = issue.code === 'invalid_type' && issue.expected === 'string';
  if (wantsText && (typeof original === 'bigint' || Number.isSafeInteger(original))) return String(original);
  const wantsNumber =
    issue.code === 'custom' ||
    (issue.code === 'invalid_type' && (issue.expected === 'number' || issue.expected === 'int'));
  if (!wantsNumber || typeof original !== 'string' || !INTEGER.test(original)) return original;
  return Number.isSafeInteger(Number(original)) ? Number(original) : BigInt(original);
}

function findContainer(json: unknown, path: readonly PropertyKey[]): Container | undefined {
  let current: unknown = json;
  for (const name of path.slice(0, -1)) {
    if (!isContainer(current)) return undefined;
    current = current[name];
  }
  return isContainer(current) ? current : undefined;
}

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null;
}
