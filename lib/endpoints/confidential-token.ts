import { z } from 'zod';
import { address } from './address-mention';
import { defineEndpoint, listPageOf, searchNote } from './endpoint';
import { cleartext, handlePosition } from './fhe-handle';
import { count, hash32, integerString } from './formats';
import { cursorCount, listQuery } from './params';
import { token } from './token';

const supply = z
  .object({
    handle: hash32.nullable().meta({ description: 'Null: never set, so nothing was minted.' }),
    is_granted: z.boolean().meta({
      description:
        'Whether the ACL of a known deployment lets the token use the handle. Without that, nothing is told of it.',
    }),
    is_public: z.boolean().meta({ description: 'Whether everyone may decrypt it.' }),
    cleartexts: z.array(cleartext).max(6).meta({ description: 'The most certain first.' }),
  })
  .meta({ id: 'ConfidentialSupply', description: 'Result of confidentialTotalSupply().' });

const underlying = z
  .object({
    address,
    token: token.nullable().meta({ description: 'Null if it is not indexed as a token.' }),
    rate: integerString.nullable().meta({
      description: "One unit of this token in units of the underlying one: the contract's rate().",
    }),
    held_amount: integerString.nullable().meta({
      description: 'What the ERC-20 token says that this contract holds, in its smallest unit.',
    }),
  })
  .meta({
    id: 'ConfidentialUnderlying',
    description: "The contract's own claim: any contract can name a token that it does not hold.",
  });

const change = z
  .object({
    kind: z
      .enum([
        ...(['mint', 'wrap', 'burn', 'unwrap_requested', 'unwrap'] as const),
        ...(['disclosure_requested', 'disclosure'] as const),
      ])
      .meta({
        description:
          'wrap: a mint with a transfer of the underlying token. A burn with a request to unwrap is listed as that request.',
      }),
    handle: hash32.meta({ description: 'Of the amount.' }),
    account: address.nullable().meta({
      description: 'Recipient of a mint or unwrap, holder of a burn, who requested a disclosure.',
    }),
    erc20_amount: integerString.nullable().meta({
      description:
        'What the underlying token moved with it, in its smallest unit, by its own log: of a mint, the only transfer since the mint before it; of an unwrap, one of exactly its amount to its receiver. Null if there is none, or no node told the underlying token.',
    }),
    amount: integerString
      .nullable()
      .meta({ description: "In this token's smallest unit; null if not public." }),
    certainty: z.enum(['erc20', 'verified', 'reported']).nullable().meta({
      description:
        'Of `amount`, which is known only of handles that the token may use. erc20: it follows from `erc20_amount`, of a wrap at the rate that the contract names now. verified: KMSVerifier was called with it in the same transaction and did not revert. reported: the token says so; not checked.',
    }),
    ...handlePosition,
  })
  .meta({ id: 'ConfidentialChange' });

/** What is public of the supply of a confidential token. */
export type ConfidentialChange = z.output<typeof change>;

const confidentialToken = listPageOf(change, { block_number: count, index: count })
  .extend({
    block_number: count.nullable().meta({
      description:
        'The contracts were asked on the state after this block; null if no node answered, or not every call.',
    }),
    supply: supply.nullable().meta({ description: 'Null if the contract does not tell.' }),
    underlying: underlying.nullable().meta({ description: 'Null if the contract names none.' }),
    meta: searchNote,
  })
  .meta({ id: 'ConfidentialToken' });

/** A confidential token: its supply, underlying token and changes of its supply. */
export type ConfidentialToken = z.output<typeof confidentialToken>;

/** What is public of a confidential token; nothing of other tokens. */
export const getConfidentialToken = defineEndpoint({
  id: 'getConfidentialToken',
  path: '/tokens/{address_hash_param}/confidential',
  credits: 50,
  query: listQuery({ block_number: cursorCount, index: cursorCount }),
  response: confidentialToken,
  summary: 'Supply, wraps and disclosures of a confidential token',
  description:
    'Of an ERC-7984 token: its encrypted supply and the ERC-20 token behind it, as its contract says now, and its mints, burns, wraps, unwraps and disclosures, newest first. Amounts come from transfers of the underlying token, or are told with how certain they are.',
});
