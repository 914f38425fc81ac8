import { z } from 'zod';
import { address } from './address-mention';
import { defineEndpoint, listPageOf, pageNote } from './endpoint';
import { count, integerString } from './formats';
import { cursorCount, listQuery, transactionParams } from './params';
import { token } from './token';

const stateChange = z
  .object({
    type: z.enum(['coin', 'token']),
    address,
    balance_before: integerString.nullable(),
    balance_after: integerString
      .nullable()
      .meta({ description: 'Null where it is not known: see the description of the operation.' }),
    change: integerString.nullable().meta({ description: 'In wei, or in the smallest unit of the token.' }),
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
  params: transactionParams,
  query: listQuery({
    state_changes: cursorCount,
    state_changes_count: cursorCount,
  }),
  response: listPageOf(stateChange, { state_changes_count: count })
    .extend({ meta: pageNote(['computed', 'partial'], 'Null when the node told the coin balances.') })
    .meta({ id: 'StateChangesPage', outputId: 'StateChangesPageObject' }),
  credits: 30,
  summary: 'State changes of a transaction',
  description:
    'What one transaction did to balances. Coin balances before and after are asked of the node; where it cannot tell, the changes are added up from value, fee and traced calls, and `meta` says so. Of tokens the change is the sum of the transfers. Balances of ERC-20 are what the events of the token add up to, null where the holder has moved tokens very often since, or not all of them are known; of an ERC-721 they are 0 and 1; of ERC-1155 and ERC-404 null. Confidential amounts are not listed.',
  errors: [404, 422],
});
