import { z } from 'zod';
import { address } from './address-mention';
import { decodedCall } from './decoded-call';
import { defineEndpoint, HEAVY_REQUESTS, pageNote } from './endpoint';
import { count } from './formats';

const functionName = z.string().nullable().meta({
  description: 'With its contract, as `Token.transfer`; null outside of functions.',
});
const line = count.meta({ description: 'From 1.' });

const failingLine = z
  .object({
    place: z
      .object({
        address,
        function: functionName,
        path: z.string(),
        line,
        column: count.meta({ description: 'From 1, in characters.' }),
        text: z.string().meta({ description: 'The statement or expression, cut to 500 characters.' }),
        is_origin: z.boolean().meta({
          description: 'False if it called code whose sources are not known, which failed.',
        }),
        excerpt: z.object({
          first_line: line,
          lines: z.array(z.string()).meta({ description: 'Five before and after, cut to 300 characters.' }),
        }),
      })
      .nullable(),
    frames: z
      .array(
        z.object({
          address: address.nullable().meta({
            description: 'The account whose code ran; null for a creation.',
          }),
          method: z.string().nullable(),
          decoded_input: decodedCall.nullable(),
          functions: z.array(z.object({ function: functionName, path: z.string(), line })).meta({
            description: 'Calls of functions inside, innermost last, with the line that each was at.',
          }),
          functions_count: count,
        }),
      )
      .meta({ description: 'Calls from the outermost to the one that failed first, at most 12.' }),
    frames_count: count,
    meta: pageNote(
      ['unavailable', 'partial'],
      'Why the place is not known, or not certain, or only that of a call.',
    ),
  })
  .meta({ id: 'FailingLine' });
/** Where in its sources a transaction failed. */
export type FailingLine = z.output<typeof failingLine>;

/** The line of source at which a transaction failed. */
export const getFailingLine = defineEndpoint({
  id: 'getFailingLine',
  path: '/transactions/{transaction_hash_param}/failure',
  response: failingLine,
  credits: 80,
  requests: HEAVY_REQUESTS,
  summary: 'Source line of a failure',
  description:
    'The file, line and expression at which a failed transaction failed first, with the functions that led there: from the instructions that the node executes again (debug_traceTransaction with a JavaScript tracer, else its struct logs), the source map of the compiler, and verified sources. Sources are compiled when they are first needed: `meta` says so until they are. 404 if the transaction did not fail.',
});
