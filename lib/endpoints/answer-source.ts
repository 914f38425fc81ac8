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
      .meta({ description: 'The block queried, or the latest one at that time.' }),
  })
  .meta({
    id: 'AnswerSource',
    description: 'Source of data that no block proves. Null if there is no data or no known source.',
  });

/** Where something came from that no block proves. */
export type AnswerSource = z.output<typeof answerSource>;
