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
  })
  .meta({ id: 'StateChange', outputId: 'StateChangeObject' });

/** A state change. */
export type StateChange = z.output<typeof stateChange>;

/** A transaction's state changes. */
export const listStateChanges = defineEndpoint({
  id: 'listStateChanges',
  path: '/transactions/{transaction_hash_param}/state-changes',
  query: listQuery({
    state_changes: cursorCount,
    state_changes_count: cursorCount,
  }),
  response: listPageOf(stateChange, { state_changes_count: count })
    .extend({ meta: pageNote(['computed', 'partial'], 'Null if the node returned the coin balances.') })
    .meta({ id: 'StateChangesPage', outputId: 'StateChangesPageObject' }),
  credits: 30,
  summary: 'State changes of a transaction',
  description:
    'Balance changes of a transaction. Coin balances before and after come from the node, which no block proves; if it lacks them, the changes are computed from value, fee and traced calls, and `meta` says so. Token changes are sums of transfers. ERC-20 balances are computed from all events of the token, null if the holder has had very many transfers since or some are not indexed; ERC-721 balances are 0 and 1; ERC-1155 and ERC-404 balances are null. Confidential amounts are not listed.',
});
