import { z } from 'zod';
import { address } from './address-mention';
import { defineEndpoint, listPageOf, pageNote } from './endpoint';
import { count, integerString } from './formats';
import { cursorCount, listQuery } from './params';
import { priceThen } from './price-source';
import { token } from './token';

const asset = {
  token: token.nullable().meta({ description: 'Null for the native coin.' }),
  token_id: integerString.nullable().meta({ description: 'Only for NFT standards.' }),
};

const netChange = z
  .object({
    ...asset,
    amount: integerString.nullable().meta({
      description:
        "In wei, the fee taken off or added, or in the token's smallest unit; null if a transferred amount is encrypted or not known.",
    }),
    received: count.meta({ description: 'Transfers to the account whose amount is not known.' }),
    sent: count.meta({ description: 'Transfers from the account whose amount is not known.' }),
    ...priceThen,
  })
  .meta({ id: 'NetChange' });

/** Changes of an account that are listed: one transfer may move thousands of assets. */
export const MAX_ACCOUNT_CHANGES = 200;

const accountChanges = z
  .object({
    address,
    changes: z.array(netChange).meta({ description: `The first ${MAX_ACCOUNT_CHANGES}.` }),
    changes_count: count.meta({ description: `Assets changed, even beyond ${MAX_ACCOUNT_CHANGES}.` }),
  })
  .meta({ id: 'AccountChanges' });

const movement = z
  .object({
    kind: z.enum(['value', 'call', 'transfer', 'mint', 'burn', 'wrap', 'unwrap']).meta({
      description:
        'value: of the transaction itself; call: coin moved by a call of a contract; the others: tokens.',
    }),
    from: address.nullable(),
    to: address.nullable().meta({ description: 'Null for coin that was burnt.' }),
    ...asset,
    amount: integerString.nullable(),
    count: count.meta({ description: 'Movements combined here.' }),
  })
  .meta({ id: 'AssetMovement' });

const fee = z
  .object({
    total: integerString,
    burnt: integerString.meta({ description: 'Gas at the base fee, where it is burnt.' }),
    priority: integerString,
    blob: integerString,
    rollup: integerString.meta({ description: 'L1 and operator fees, and a base fee that is not burnt.' }),
    recipient: address.nullable().meta({
      description:
        'The fee recipient of the block, who gets the priority fee, if any is paid; null where it is not known.',
    }),
  })
  .meta({
    id: 'PaidFee',
    description: 'In wei; null if nothing was paid, or gas used or price is not known.',
  });

/** One page of the net changes of a transaction. */
const page = listPageOf(accountChanges, { accounts_count: count })
  .extend({
    accounts_count: count.meta({ description: 'Accounts on all pages.' }),
    fee: fee.nullable(),
    movements: z.array(movement).meta({
      description: 'Asset movements, equal ones combined: the first 500, on the first page only.',
    }),
    movements_count: count.meta({ description: 'Distinct movements, even beyond 500.' }),
    coin_source: z.enum(['logs', 'traces', 'balances', 'none']).meta({
      description:
        'Source of coin movements by contracts: logs of coin transfers (EIP-7708), stored traces, balances from the node, or none: coin changes are then value and fee alone.',
    }),
    is_coin_proven: z.boolean().default(false).meta({
      description:
        'The coin changes follow from the logs of a block that was proven: no node is trusted for them.',
    }),
    meta: pageNote(
      ['partial', 'contradicted'],
      'What is left out, or that the stored traces show other movements of coin than the logs, which are answered; null if neither.',
    ),
  })
  .meta({ id: 'NetChangesPage', outputId: 'NetChangesPageObject' });

/** Net changes of a transaction. */
export type NetChanges = z.output<typeof page>;
/** An account's net changes. */
export type AccountNetChanges = NetChanges['items'][number];
/** A net change of one asset. */
export type AssetChange = AccountNetChanges['changes'][number];
/** Equal movements of one asset, added up. */
export type AssetMovement = NetChanges['movements'][number];

/** A transaction's net changes by account and asset, the sender first. */
export const listNetChanges = defineEndpoint({
  id: 'listNetChanges',
  path: '/transactions/{transaction_hash_param}/net-changes',
  query: listQuery({ accounts_count: cursorCount }),
  response: page,
  credits: 30,
  summary: 'Net changes of a transaction',
  description:
    'What each account gained and lost in a transaction: coin from value, fee and the calls that were not reverted, by logs of coin transfers or traces, tokens from transfers; a deposit or withdrawal of a wrapped coin is an exchange. The sender comes first. Without either, `coin_source` is none, or balances if the node reports them.',
});
