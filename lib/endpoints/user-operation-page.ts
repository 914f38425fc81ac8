import { z } from 'zod';
import { count } from './formats';
import { integerParam } from './params';

/** Where the operations are, below the prefix of the service. */
export const BELOW = '/proxy/account-abstraction';
/** What they have in common. */
export const COMMON = { tag: 'transactions', errors: [422] } as const;
/** Which user operations there are, in their descriptions. */
export const KNOWN =
  'User operations (ERC-4337) are those emitted by eth-infinitism EntryPoints 0.6 to 0.9; none where no such contract is used.';

/** The size of a page of a list, as upstream names it. */
export const pageParams = {
  page_size: integerParam({ minimum: 1, maximum: 50 })
    .optional()
    .meta({ description: 'Items per page. Default: 50.' }),
};
/** The place of the next page. */
export const nextPage = z.object({ page_token: z.string(), page_size: count });
/** A place in one text, of this form. */
export const token = (pattern: RegExp) =>
  z
    .string()
    .regex(pattern, { error: 'Not from next_page_params' })
    .optional()
    .meta({ description: 'From `next_page_params` of the previous page.' });
