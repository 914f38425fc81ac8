import { z } from 'zod';
import { address } from './address-mention';
import { defineEndpoint, listPageOf } from './endpoint';
import { count, hash32, integerString } from './formats';
import { cursorCount, listQuery } from './params';

const accountAccess = z
  .object({
    address,
    balance: integerString.nullable().meta({
      description: 'Coin balance after the block, in wei; null if the block did not change it.',
    }),
    nonce: integerString.nullable().meta({ description: 'After the block; null if unchanged.' }),
    balance_changes_count: count.meta({ description: 'Of transactions, system calls and withdrawals.' }),
    nonce_changes_count: count,
    code_changes_count: count,
    changed_slots_count: count,
    read_slots_count: count.meta({ description: 'Storage slots that were accessed, but not changed.' }),
  })
  .meta({ id: 'AccountAccess' });

/** What a block did to an account. */
export type AccountAccess = z.output<typeof accountAccess>;

/** The accounts in a block's access list, by address. */
export const listBlockAccesses = defineEndpoint({
  id: 'listBlockAccesses',
  path: '/blocks/{block_hash_or_number_param}/access-list',
  query: listQuery({ accounts_count: cursorCount }),
  response: listPageOf(accountAccess, { accounts_count: count })
    .extend({
      hash: hash32.nullable().meta({ description: 'Keccak-256 of the list as RLP; null without a list.' }),
      is_proven: z.boolean().meta({
        description: 'Whether the block, whose header commits to the list, is proven.',
      }),
    })
    .meta({ id: 'BlockAccessesPage' }),
  credits: 30,
  tag: 'blocks',
  summary: 'Access list of a block',
  description:
    'All accounts that a block accessed, by address, from its access list (EIP-7928). Empty for blocks whose header commits to none, and where no node gave the list. The proof of the block has the list as RLP.',
});
