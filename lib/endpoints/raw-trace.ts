import { z } from 'zod';
import { defineEndpoint, HEAVY_REQUESTS } from './endpoint';
import { count } from './formats';

const optional = z.string().optional();

const rawTrace = z
  .object({
    type: z.string().meta({ examples: ['call', 'create', 'suicide'] }),
    action: z.object({
      callType: optional,
      creationMethod: optional,
      from: optional,
      to: optional,
      gas: optional,
      value: optional,
      input: optional,
      init: optional,
      address: optional,
      refundAddress: optional,
      balance: optional,
    }),
    result: z.object({ gasUsed: optional, output: optional, address: optional, code: optional }).optional(),
    error: optional,
    subtraces: count,
    traceAddress: z.array(count),
  })
  .meta({ id: 'RawTraceEntry' });

/** A transaction's trace, fetched from the node. */
export const getRawTrace = defineEndpoint({
  id: 'getRawTrace',
  path: '/transactions/{transaction_hash_param}/raw-trace',
  response: z.array(rawTrace),
  credits: 50,
  requests: HEAVY_REQUESTS,
  summary: 'Raw trace of a transaction',
  description:
    "Calls of a transaction in Parity's trace format, fetched from the node. 404, with its own message, if the node has no trace or one above 8 MB; 503 with `Retry-After` if it does not respond in time, or has too many requests.",
  errors: [404, 422, 503],
});
