import { z } from 'zod';
import recorded from './examples.json';

const example = z.object({
  path: z.record(z.string(), z.string()),
  query: z.record(z.string(), z.string()),
  body: z.unknown(),
});

/** A call on the demo chain, and its truncated answer. */
export type Example = z.output<typeof example>;

/** Examples by operation ID, recorded and verified by test/api/every-operation.system.test.ts. */
export const EXAMPLES: Readonly<Record<string, Example>> = z.record(z.string(), example).parse(recorded);
