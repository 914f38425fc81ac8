import { z } from 'zod';
import { count } from './formats';

/** Where something came from that no block proves: the node's endpoints. */
export const answerSource = z
  .object({
    endpoints: z.array(z.string()).meta({
      description: "The RPC endpoints that answered, by the operator's names, else their positions.",
    }),
    block_number: count
      .nullable()
      .meta({ description: 'The block that it was asked about, or the latest one when it was asked.' }),
  })
  .meta({
    id: 'AnswerSource',
    description: 'Who told what no block proves. Null where nothing was told, or it is not known who did.',
  });

/** Where something came from that no block proves. */
export type AnswerSource = z.output<typeof answerSource>;
