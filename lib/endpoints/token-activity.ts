import { z } from 'zod';
import { address } from './address-mention';
import { defineEndpoint } from './endpoint';
import { addressHash, count, hash32 } from './formats';

/** Transfers that the days are counted from. */
export const MAX_COUNTED_TRANSFERS = 10_000;

const day = z.iso.date();

/** Creation and transfer activity of a token. */
export const getTokenActivity = defineEndpoint({
  id: 'getTokenActivity',
  path: '/tokens/{address_hash_param}/activity',
  credits: 40,
  response: z
    .object({
      creator_address_hash: addressHash.nullable().meta({
        description:
          'Sender of the transaction that created the contract, or the contract that created it, if a trace shows which; null if neither is known.',
      }),
      creator: address.nullable().default(null).meta({ description: 'The creator with its names.' }),
      creation_transaction_hash: hash32.nullable(),
      days: z
        .array(z.object({ date: day, transfers_count: count }))
        .meta({ description: 'Days (UTC) with a transfer, in order; whole days only.' }),
      is_complete: z.boolean().meta({
        description: 'Whether the days cover all transfers; if not, at most the latest 10,000.',
      }),
    })
    .meta({ id: 'TokenActivity' }),
  summary: 'Token activity',
  description:
    'The creator of a token, and daily transfers among the latest 10,000; a day only partly among them is omitted.',
});
