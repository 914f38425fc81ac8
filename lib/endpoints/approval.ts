import { z } from 'zod';
import { APPROVAL_KINDS } from '@/lib/evm/approvals';
import { address } from './address-mention';
import { defineEndpoint, listPageOf, pageNote } from './endpoint';
import { count, hash32, integerString, timestamp } from './formats';
import { cursorCount, enumParam, listQuery } from './params';
import { token } from './token';

/** Distinct pairs of spender and contract that are read. */
export const MAX_APPROVALS = 5_000;

const approval = z
  .object({
    token: token.nullable().meta({ description: 'Null if no transfer of the contract is indexed.' }),
    contract: address,
    spender: address,
    kind: z.enum(APPROVAL_KINDS).meta({
      description:
        '`amount`: an amount of a token. `nft`: one token ID, until its next transfer. `amount_of_id`: an amount of one token ID. `all`: all tokens of the contract. `all_until`: all, until a time.',
    }),
    limit: integerString.nullable().meta({
      description:
        "In the token's smallest unit, as approved: later spending is not deducted. Null for kinds other than amounts.",
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
        'Set to zero or false, expired as of the latest block or, for one NFT, ended by its next transfer or another approval.',
    }),
    block_number: count,
    log_index: count,
    timestamp,
    transaction_hash: hash32,
  })
  .meta({ id: 'Approval' });

/** An approval by an address, as of its last log. */
export type Approval = z.output<typeof approval>;

/** Cursor of approvals. */
export const approvalsCursor = { block_number: cursorCount, index: cursorCount };

/** Approvals by an address, newest first. */
export const listAddressApprovals = defineEndpoint({
  id: 'listAddressApprovals',
  path: '/addresses/{address_hash_param}/approvals',
  query: listQuery({
    revoked: enumParam(['true', 'false'])
      .optional()
      .meta({ description: '`true`: include revoked and ended approvals. Default: false.' }),
    ...approvalsCursor,
  }),
  response: listPageOf(approval, { block_number: count, index: count })
    .extend({
      meta: pageNote(['partial'], 'Null if all approvals of the address were read.'),
    })
    .meta({ id: 'ApprovalsPage' }),
  credits: 40,
  summary: 'Approvals of an address',
  description:
    'Who may spend the tokens of an address: the last approval log per token contract (`contract`) and spender, newest first. Limits are as approved: later spending is not deducted. Any contract can log an approval in anyone’s name. Not listed: approvals within other contracts (such as Permit2), and logs whose accounts are not indexed.',
});
