import { z } from 'zod';
import { APPROVAL_KINDS } from '@/lib/evm/approvals';
import { address } from './address-mention';
import { defineEndpoint, listPageOf, pageNote } from './endpoint';
import { count, hash32, integerString, timestamp } from './formats';
import { cursorCount, enumParam, listQuery } from './params';
import { token } from './token';

/** Different spenders and contracts that are looked at. */
export const MAX_APPROVALS = 5_000;

const approval = z
  .object({
    token: token.nullable().meta({ description: 'Null if no transfer of the contract is indexed.' }),
    contract: address,
    spender: address,
    kind: z.enum(APPROVAL_KINDS).meta({
      description:
        '`amount`: so much of a token. `nft`: one token ID, until its next transfer. `amount_of_id`: so much of one token ID. `all`: everything of the contract. `all_until`: the same until a time.',
    }),
    limit: integerString.nullable().meta({
      description:
        "In the token's smallest unit, as approved: what was spent since is not deducted. Null for other kinds than amounts.",
    }),
    is_unlimited: z.boolean().meta({
      description: 'The limit is at least 2^255, or the largest value of uint96, uint128 or uint160.',
    }),
    token_id: integerString.nullable(),
    valid_until: timestamp.nullable().meta({
      description: 'End of `all_until`; null for other kinds, and if it never ends (after the year 9999).',
    }),
    is_revoked: z.boolean().meta({
      description:
        'Approved anew with nothing, expired by the time of the latest block, or, for one NFT, ended by its next transfer or another approval.',
    }),
    block_number: count,
    log_index: count,
    timestamp,
    transaction_hash: hash32,
  })
  .meta({ id: 'Approval' });

/** An approval that an address has given, by its last log. */
export type Approval = z.output<typeof approval>;

/** Cursor of approvals. */
export const approvalsCursor = { block_number: cursorCount, index: cursorCount };

/** Approvals that an address has given, newest first. */
export const listAddressApprovals = defineEndpoint({
  id: 'listAddressApprovals',
  path: '/addresses/{address_hash_param}/approvals',
  query: listQuery({
    revoked: enumParam(['true', 'false'])
      .optional()
      .meta({ description: 'With `true`, also what is revoked or has ended. Default: false.' }),
    ...approvalsCursor,
  }),
  response: listPageOf(approval, { block_number: count, index: count })
    .extend({
      meta: pageNote(['partial'], 'Null if all approvals of the address were looked at.'),
    })
    .meta({ id: 'ApprovalsPage' }),
  credits: 40,
  summary: 'Approvals of an address',
  description:
    'Who may spend the tokens of an address, by the last approval log of each token contract (`contract`) and spender, newest first. Limits are as approved: what was spent since is not deducted. Any contract can log an approval in anyone’s name. Not listed: approvals within other contracts (such as Permit2), and logs whose accounts are not indexed.',
});
