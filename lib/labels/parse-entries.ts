import type { z } from 'zod';
import { AppError } from '@/lib/errors';

const MAX_SHOWN = 5;

/** Parses the entries of an operator's file; `what` is one of them. Throws AppError `config` naming those not valid. */
export function parseEntries<Schema extends z.ZodType>(
  entries: readonly unknown[],
  schema: Schema,
  { file, what }: { file: string; what: Readonly<{ one: string; many: string }> },
): z.output<Schema>[] {
  const parsed = entries.map((entry) => schema.safeParse(entry));
  const problems = parsed.flatMap(({ error }, at) =>
    error ? [`${what.one} ${at + 1}: ${error.issues[0]?.path.join('.')} ${error.issues[0]?.message}`] : [],
  );
  if (problems.length > 0)
    throw new AppError(
      'config',
      `${file} has ${problems.length} ${what.many} that are not valid: ${problems.slice(0, MAX_SHOWN).join('; ')}.`,
    );
  return parsed.flatMap(({ success, data }) => (success ? [data] : []));
}
