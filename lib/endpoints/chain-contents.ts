import { z } from 'zod';
import { defineEndpoint } from './endpoint';
import { count, tokenType } from './formats';

/** Contents of a chain. */
export const chainContents = z
  .object({
    token_types: z.array(tokenType).meta({ description: 'Standards with an indexed transfer.' }),
    has_fhe_operations: z.boolean(),
    has_withdrawals: z.boolean().nullable().default(null),
    has_user_operations: z.boolean().nullable().default(null),
    has_fhe: z.boolean().nullable().default(null).meta({
      description: 'Whether an fhEVM deployment is known on the chain, or it has FHE operations.',
    }),
    withdrawals_since: count.nullable().meta({
      description: 'Blocks before this one are indexed without their withdrawals; null if there are none.',
    }),
  })
  .meta({ id: 'ChainContents' });

/** Contents of a chain, so that pages can leave out what it lacks. */
export const getChainContents = defineEndpoint({
  id: 'getChainContents',
  path: '/main-page/contents',
  response: chainContents,
  summary: 'Chain contents',
  description:
    'Token standards in the indexed blocks, and whether they have FHE operations, withdrawals and user operations.',
});
