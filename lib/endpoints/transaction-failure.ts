import { z } from 'zod';
import { address } from './address-mention';
import { messageCode } from './endpoint';
import { count } from './formats';

/** Why a transaction failed. */
export const failure = z
  .object({
    reason: z.string().nullable().default(null).meta({
      description: 'The revert reason of its own call as a string; null if none.',
    }),
    kind: z.enum(['reverted', 'out_of_gas', 'other']),
    explanation: z
      .string()
      .nullable()
      .meta({
        description: 'Plain-language explanation, or at least whose check failed; null if unknown.',
        examples: ['The price moved: the swap would have returned less than the minimum set.'],
      }),
    ...messageCode,
    call: z
      .object({
        index: count.meta({ description: 'Internal transaction index.' }),
        depth: count,
        to: address.nullable(),
        proxy: address.nullable().default(null).meta({
          description:
            'The contract that passed the call on to the code of `to`, as a proxy does; null if none did.',
        }),
        method: z.string().nullable(),
        error: z.string(),
        revert_reason: z.string().nullable(),
      })
      .nullable()
      .meta({
        description:
          "The innermost internal transaction whose failure propagated; null if it was the transaction's own call, or without traces.",
      }),
  })
  .meta({ id: 'TransactionFailure' });
