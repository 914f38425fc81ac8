import { z } from 'zod';
import recorded from './examples.json';

const example = z.object({
  path: z.record(z.string(), z.string()),
  query: z.record(z.string(), z.string()),
  body: z.unknown(),
});

/** A call of an operation on the demo chain, and the beginning of what it answered. */
export type Example = z.output<typeof example>;

/**
 * One example for each operation, by its id. They are recorded by test/api/every-operation.system.test.ts, which also checks
 * that the demo chain still answers so.
 */
export const EXAMPLES: Readonly<Record<string, Example>> = z.record(z.string(), example).parse(recorded);
