import { z } from 'zod';
import { address } from './address-mention';
import { defineEndpoint, listPageOf } from './endpoint';
import { COUNTED_LOGS, fheDelegation, handlePosition } from './fhe-handle';
import { count, hash32 } from './formats';
import { cursorCount, listQuery } from './params';

const granted = z
  .object({
    handle: hash32,
    fhe_type: z.string().meta({ example: 'Uint64' }),
    caller: address.nullable().meta({ description: 'Who granted it first.' }),
    ...handlePosition,
  })
  .meta({ id: 'FheGrantedHandle' });

/** A value that an account may decrypt. */
export type FheGrantedHandle = z.output<typeof granted>;

/** Encrypted values that an account was granted, newest first. */
export const listAddressFheHandles = defineEndpoint({
  id: 'listAddressFheHandles',
  path: '/addresses/{address_hash_param}/fhe/handles',
  query: listQuery({ block_number: cursorCount, index: cursorCount }),
  response: listPageOf(granted, { block_number: count, index: count }).meta({ id: 'FheGrantedHandlesPage' }),
  credits: 30,
  summary: 'Encrypted values that an address may decrypt',
  description: `Handles that an ACL lets the address use and decrypt, each with its first grant, the newest first. A grant is never taken back. Values that everyone may decrypt, and rights by delegation, are not among them. ${COUNTED_LOGS}`,
});

const accountDelegation = fheDelegation
  .extend({
    direction: z.enum(['by', 'to']).meta({ description: 'Whether the address gave it or got it.' }),
    delegator: address,
    state: z
      .enum(['active', 'expired', 'revoked'])
      .meta({ description: 'As of the latest block; `expires_at` of one that was revoked is null.' }),
  })
  .meta({ id: 'FheAccountDelegation' });

/** A delegation of, or to, an account. */
export type FheAccountDelegation = z.output<typeof accountDelegation>;

/** Delegations by and to an account. */
export const listAddressFheDelegations = defineEndpoint({
  id: 'listAddressFheDelegations',
  path: '/addresses/{address_hash_param}/fhe/delegations',
  response: z.object({ items: z.array(accountDelegation) }).meta({ id: 'FheAccountDelegations' }),
  credits: 30,
  summary: 'Delegations of decryption',
  description:
    'Who may decrypt in the name of the address, and in whose name it may, each with its latest change, the newest first. By the last 100 changes each way in each known ACL.',
});
