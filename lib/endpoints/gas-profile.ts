import { z } from 'zod';
import { address } from './address-mention';
import { callSource, callsNote } from './call-tree';
import { defineEndpoint, HEAVY_REQUESTS, pageNote } from './endpoint';
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

const gasFrame = z.object({
  index: count,
  parent: count.nullable(),
  depth: count,
  address: address.nullable(),
  method: z.string().nullable(),
  own_gas: integerString.nullable(),
  total_gas: integerString,
  is_failed: z.boolean().meta({ description: 'The call itself failed; those inside were reverted.' }),
});

const sourcePlace = { path: z.string(), line: count.meta({ description: 'From 1.' }) };
const sourceGas = z
  .object({
    lines: z
      .array(
        z.object({
          address,
          ...sourcePlace,
          function: z.string().nullable(),
          count: count.meta({
            description: 'How often the instruction of the line that was executed the most was executed.',
          }),
          own_gas: integerString,
          inner_gas: integerString.meta({ description: 'Of the calls of contracts that it made.' }),
        }),
      )
      .meta({ description: 'The 100 lines with the most own gas.' }),
    lines_count: count,
    lines_gas: integerString.meta({ description: 'Own gas of all lines.' }),
    generated_gas: integerString.meta({
      description: 'Of instructions that the compiler generated for no line.',
    }),
    unknown_gas: integerString.meta({ description: 'Of code whose sources are not known.' }),
    rest_gas: integerString.nullable().meta({
      description:
        'What is of no instruction known. `intrinsic_gas`, `lines_gas`, `generated_gas`, `unknown_gas` and this add up to `gas_used` before refunds. Null if a refund that is not in the trace exceeds it.',
    }),
    functions: z
      .array(
        z.object({
          ...{ address, function: z.string(), ...sourcePlace, calls: count, own_gas: integerString },
          total_gas: integerString.meta({
            description: 'Including what it calls; a function inside itself counts once.',
          }),
        }),
      )
      .meta({ description: 'The 100 functions with the most own gas.' }),
    frames: z.array(gasFrame).meta({
      description:
        'The largest call paths, of contracts and of functions inside. `index` is no index of a call.',
    }),
    excerpts: z
      .array(
        z.object({
          ...{ address, path: z.string(), function: z.string(), first_line: count },
          lines: z.array(
            z.object({
              text: z.string().meta({ description: 'Cut to 300 characters.' }),
              own_gas: integerString.nullable(),
              inner_gas: integerString.nullable(),
            }),
          ),
        }),
      )
      .meta({ description: 'The four functions whose lines used the most; at most 50 lines of each.' }),
  })
  .nullable()
  .default(null)
  .meta({
    description:
      'By line and function of the sources that are known; null where none is, or where the node runs no JavaScript tracer.',
  });

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
    frames: z.array(gasFrame),
    storage: z
      .object({
        writes_count: count,
        gas: integerString,
        writes: z.array(storageWrite).meta({ description: 'The first 100.' }),
      })
      .nullable()
      .meta({ description: 'Storage writes (SSTORE); null when the node does not trace instructions.' }),
    lines: sourceGas,
    lines_meta: pageNote(
      ['unavailable', 'partial'],
      'Why gas by line is not known, or not of all contracts.',
    ),
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
    'Where the gas of a transaction went: intrinsic gas and calldata, refunds where known, own and total gas by contract and method, the largest calls, and storage writes where the node traces instructions; where sources are known, by function and by line, which are compiled when they are first needed.',
});
