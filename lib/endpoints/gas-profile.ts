import { z } from 'zod';
import { address } from './address-mention';
import { callSource, callsNote } from './call-tree';
import { defineEndpoint, HEAVY_REQUESTS } from './endpoint';
import { count, hash32, integerString } from './formats';

const gasGroup = {
  calls: count,
  own_gas: integerString,
  is_own_gas_exact: z.boolean().meta({
    description:
      'False when the own gas of a call is not known, as the trace lacks a refund that exceeds it: `own_gas` and `total_gas` are then lower bounds.',
  }),
  total_gas: integerString.meta({
    description: 'Including calls inside; a call inside another of the group counts once.',
  }),
};

const storageWrite = z
  .object({
    address,
    slot: hash32,
    value: hash32,
    gas: integerString.nullable(),
  })
  .meta({ id: 'StorageWrite' });
/** A traced SSTORE. */
export type StorageWrite = z.output<typeof storageWrite>;

const gasProfile = z
  .object({
    source: callSource,
    calls_count: count,
    gas_used: integerString.nullable(),
    gas_limit: integerString,
    intrinsic_gas: integerString,
    is_intrinsic_exact: z.boolean().meta({
      description:
        'False when access lists, authorizations or initialization code may add to `intrinsic_gas`.',
    }),
    calldata: z.object({ zero_bytes: count, other_bytes: count, gas: integerString }),
    refund: integerString.nullable().meta({ description: 'Null if not in the trace.' }),
    floor_surcharge: integerString
      .nullable()
      .meta({ description: 'Gas added by EIP-7623; null if unknown.' }),
    contracts: z.array(z.object({ address, ...gasGroup })),
    methods: z.array(z.object({ address, method: z.string().nullable(), ...gasGroup })),
    groups_omitted: count.meta({ description: 'Methods beyond the 200 with the most own gas.' }),
    frames: z.array(
      z.object({
        index: count,
        parent: count.nullable(),
        depth: count,
        address: address.nullable(),
        method: z.string().nullable(),
        own_gas: integerString.nullable(),
        total_gas: integerString,
        is_failed: z.boolean().meta({ description: 'The call itself failed; those inside were reverted.' }),
      }),
    ),
    storage: z
      .object({
        writes_count: count,
        gas: integerString,
        writes: z.array(storageWrite).meta({ description: 'The first 100.' }),
      })
      .nullable()
      .meta({ description: 'Storage writes (SSTORE); null when the node does not trace instructions.' }),
    meta: callsNote,
  })
  .meta({ id: 'GasProfile' });
/** Where the gas of a transaction went. */
export type GasProfile = z.output<typeof gasProfile>;

/** A transaction's gas profile. */
export const getGasProfile = defineEndpoint({
  id: 'getGasProfile',
  path: '/transactions/{transaction_hash_param}/gas-profile',
  response: gasProfile,
  credits: 80,
  requests: HEAVY_REQUESTS,
  summary: 'Gas profile of a transaction',
  description:
    'Where the gas of a transaction went: intrinsic gas and calldata, refunds where known, own and total gas by contract and method, the largest calls, and storage writes where the node traces instructions.',
});
