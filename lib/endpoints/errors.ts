import { z } from 'zod';

/** 404 of the explorer service. */
export const notFoundBody = z.object({ message: z.string() }).meta({
  id: 'NotFoundResponse',
  description: 'The resource was not found.',
  example: { message: 'Not found' },
});

/** 422 of the explorer service, with an entry for each invalid parameter. */
export const invalidBody = z
  .object({
    errors: z.array(
      z.object({ title: z.string(), source: z.object({ pointer: z.string() }), detail: z.string() }),
    ),
  })
  .meta({ id: 'JsonErrorResponse', description: 'A path or query parameter is not valid.' });

/** Errors of the statistics service; `code` is a gRPC status. */
export const statsErrorBody = z
  .object({
    code: z.int(),
    message: z.string(),
    details: z.array(z.object({ '@type': z.string() })),
  })
  .meta({ id: 'StatsErrorResponse', description: 'An error of the statistics service.' });

/** Errors of the gate; `source` is absent when the key is at fault. */
export const gateErrorBody = z.object({ error: z.string(), source: z.string().optional() }).meta({
  id: 'GateErrorResponse',
  description: 'Rejected before the operation: key, credits, rate limit, chain or path.',
});
