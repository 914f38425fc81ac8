import { z } from 'zod';
import { defineEndpoint } from './endpoint';
import { count } from './formats';
import { noQuery, transactionParams } from './params';

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
  params: transactionParams,
  query: noQuery,
  response: z.array(rawTrace),
  credits: 50,
  summary: 'Raw trace of a transaction',
  description:
    'The calls of one transaction in Parity’s form, asked of the node at this moment. 404 with a message of its own when the node has no traces, or one that is longer than 8 MB; 503 when it does not answer in time.',
  errors: [404, 422, 503],
});
