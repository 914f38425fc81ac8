import { z } from 'zod';
import { address } from './address-mention';
import { count } from './formats';

/** Why a transaction failed. */
export const failure = z
  .object({
    reason: z.string().nullable().default(null).meta({
      description: 'The revert reason of its own call as text; null if it returned none.',
    }),
    kind: z.enum(['reverted', 'out_of_gas', 'other']),
    explanation: z
      .string()
      .nullable()
      .meta({
        description:
          'What it means, in a sentence, or at least whose check failed; null if not even that is known.',
        examples: ['The price moved: the swap would have given less than the minimum that was set.'],
      }),
    call: z
      .object({
        index: count.meta({ description: 'Of the internal transaction.' }),
        depth: count,
        to: address.nullable(),
        method: z.string().nullable(),
        error: z.string(),
        revert_reason: z.string().nullable(),
      })
      .nullable()
      .meta({
        description:
          "The innermost internal transaction whose failure was passed on; null if it was the transaction's own call, or without traces.",
      }),
  })
  .meta({ id: 'TransactionFailure' });
