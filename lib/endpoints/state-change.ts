import { z } from 'zod';
import { address } from './address-mention';
import { defineEndpoint, listPageOf, pageNote } from './endpoint';
import { count, integerString } from './formats';
import { cursorCount, listQuery } from './params';
import { token } from './token';

const stateChange = z
  .object({
    type: z.enum(['coin', 'token']),
    address,
    balance_before: integerString.nullable(),
    balance_after: integerString
      .nullable()
      .meta({ description: 'Null if not known: see the description of the operation.' }),
    change: integerString.nullable().meta({ description: "In wei, or in the token's smallest unit." }),
    is_miner: z.boolean(),
    token: token.nullable(),
    token_id: integerString.nullable().default(null),
    is_before_proven: z.boolean().default(false).meta({
      description:
        'Whether `balance_before` is proven: by an earlier change in the access list of the block, or in lists of proven blocks since. False if the node returned it, and for tokens.',
    }),
  })
  .meta({ id: 'StateChange', outputId: 'StateChangeObject' });

/** A state change. */
export type StateChange = z.output<typeof stateChange>;

/** Where state changes of a transaction come from. */
export const stateChangeSource = z.enum(['access_list', 'node', 'computed']).nullable().default(null).meta({
  description:
    'access_list: the access list of the block (EIP-7928), without a trace. node: the state diff of the node. computed: value, fee and traced calls. Null if there are none.',
});
/** Whether an access list is proven. */
export const isListProven = z.boolean().default(false).meta({
  description:
    'Whether the values after the transaction are proven: the access list has the hash that is in the header of the proven block.',
});

const stateChangesPage = listPageOf(stateChange, { state_changes_count: count })
  .extend({
    source: stateChangeSource,
    is_proven: isListProven,
    meta: pageNote(['computed', 'partial'], 'Null if all coin balances are known.'),
  })
  .meta({ id: 'StateChangesPage', outputId: 'StateChangesPageObject' });
/** A page of a transaction's state changes. */
export type StateChangesPage = z.output<typeof stateChangesPage>;

/** A transaction's state changes. */
export const listStateChanges = defineEndpoint({
  id: 'listStateChanges',
  path: '/transactions/{transaction_hash_param}/state-changes',
  query: listQuery({
    state_changes: cursorCount,
    state_changes_count: cursorCount,
  }),
  response: stateChangesPage,
  credits: 30,
  summary: 'State changes of a transaction',
  description:
    'Balance changes of a transaction. Coin balances come from the access list of the block where the chain has these and the index has stored it: balances after are then proven, and so are balances before that an earlier change in the block or in lists since gives; others are requested from the node for the parent block, and null if it lacks them. Elsewhere coin balances before and after come from the node, which no block proves; if it lacks them, the changes are computed from value, fee and traced calls, and `meta` says so. Token changes are sums of transfers. ERC-20 balances are computed from all events of the token, null if the holder has had very many transfers since or some are not indexed; ERC-721 balances are 0 and 1; ERC-1155 and ERC-404 balances are null. Confidential amounts are not listed.',
});
