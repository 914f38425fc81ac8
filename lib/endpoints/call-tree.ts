import { z } from 'zod';
import { INTERNAL_TYPES } from '@/lib/evm/internal-types';
import { address, namedAddresses } from './address-mention';
import { declaredInputs, decodedCall, decodedInputSource, decodedValue } from './decoded-call';
import { defineEndpoint, pageNote } from './endpoint';
import { count, hash32, integerString } from './formats';
import { enumParam, integerParam } from './params';
import { isListProven, stateChangeSource } from './state-change';
import { tokenTransfer } from './token-transfer';

const MAX_SHOWN = 200;
/** Logs of a call that are listed with it. */
export const MAX_FRAME_LOGS = 20;
const optionalCount = count.nullable();
const gas = integerString.nullable();

const callFrame = z
  .object({
    index: count.meta({ description: 'Index in execution order; 0 is the outermost call.' }),
    parent: optionalCount.meta({ description: 'Index of the enclosing call.' }),
    depth: count,
    type: z.enum(INTERNAL_TYPES),
    from: address,
    to: address.nullable(),
    created_contract: address.nullable(),
    value: integerString,
    gas_limit: gas,
    gas_used: gas.meta({ description: 'For the outermost call, gas charged to the transaction.' }),
    own_gas: gas.meta({ description: 'Excluding the calls inside it and intrinsic gas.' }),
    calls_count: count.meta({ description: 'Number of calls inside it.' }),
    error: z.string().nullable().meta({
      description: "The node's words; `Reverted by parent` if only an enclosing call failed.",
    }),
    revert_reason: z.string().nullable(),
    is_undone: z.boolean(),
    is_failing: z.boolean().meta({ description: 'Whether this call made the transaction fail.' }),
    method: z.string().nullable(),
    decoded_input: decodedCall.nullable(),
    decoded_input_source: decodedInputSource,
    declared_inputs: declaredInputs,
    input: z.string().meta({ description: 'Cut to 256 bytes.' }),
    input_size: count,
    output: z.string().nullable().meta({ description: 'At most 256 bytes; null when not known.' }),
    results: z
      .array(z.object({ name: z.string(), type: z.string(), value: decodedValue }))
      .nullable()
      .meta({ description: 'Decoded output of a successful call.' }),
    log_indexes: z
      .array(count)
      .default([])
      .meta({
        description: `Logs that it emitted, where the trace leaves no doubt: at most ${MAX_FRAME_LOGS}. Empty in \`ancestors\` and simulations.`,
      }),
    token_transfers: z
      .array(tokenTransfer)
      .default([])
      .meta({ description: 'Token transfers of these logs.' }),
  })
  .meta({ id: 'CallFrame' });

/** A call of the call tree. */
export type CallFrame = z.output<typeof callFrame>;

const omission = z
  .object({ parent: count, from: count, next: optionalCount, children: count, calls: count })
  .meta({
    id: 'OmittedCalls',
    description:
      'Unlisted direct children of `parent`, starting at `from`; `calls` are these and the calls inside, of those that `only` and `q` include.',
  });
/** Calls that a page of the call tree leaves out. */
export type Omission = z.output<typeof omission>;

/** Where the calls of an answer come from. */
export const callSource = z.enum(['node', 'index']).nullable().meta({
  description:
    'Source of the calls: the trace of the node, or the index, which has no outputs of successful calls. Null if there is no trace.',
});
/** Why calls are missing in an answer. */
export const callsNote = pageNote(['unavailable', 'partial'], 'Why calls are missing; null if none are.');

const callTree = z
  .object({
    source: callSource,
    calls_count: count,
    matches_count: count.meta({
      description: 'Calls from `root` down, itself included, that match `only` and `q`.',
    }),
    root: count,
    failing: optionalCount.meta({ description: 'Index of the call that made the transaction fail.' }),
    gas_used: gas,
    ancestors: z.array(callFrame),
    frames: z.array(callFrame),
    omissions: z.array(omission),
    addresses: namedAddresses,
    meta: callsNote,
  })
  .meta({ id: 'CallTree' });
/** A page of a transaction's call tree. */
export type CallTree = z.output<typeof callTree>;

/** Filters of the call tree. */
export const CALL_FILTERS = ['changing', 'value', 'failing'] as const;
/** The longest text that calls are searched for. */
export const MAX_SEARCH = 80;

const index = (description: string) => integerParam({ minimum: 0 }).optional().meta({ description });

/** A transaction's call tree. */
export const getCallTree = defineEndpoint({
  id: 'getCallTree',
  path: '/transactions/{transaction_hash_param}/call-tree',
  query: z.strictObject({
    root: index('Index of the call to start at. Default: 0, the outermost.'),
    from: index('Index of the first child of `root` to list.'),
    log: index(
      'Index of a log: start at the call that emitted it, in place of `root`, if there is no doubt which one did.',
    ),
    only: enumParam(CALL_FILTERS).optional().meta({
      description:
        'Only calls that are not within a static call, that transferred value, or that failed, and their enclosing calls.',
    }),
    q: z.string().max(MAX_SEARCH).optional().meta({
      description:
        'Only calls with this text in the name of the method, caller or target, or whose selector or an address begins with it, and their enclosing calls. Letter case is ignored; of very long traces only the names of the first contracts are known.',
    }),
    limit: integerParam({ minimum: 1, maximum: MAX_SHOWN })
      .optional()
      .meta({ description: 'Maximum calls. Default: 60.' }),
  }),
  response: callTree,
  credits: 60,
  summary: 'Call tree of a transaction',
  description:
    'Calls of a transaction as a tree, including the outermost, outer calls first, up to `limit`; `omissions` says what was omitted, and `root` with `from` lists it. The path to the call that made the transaction fail is always listed. Inputs and outputs come from the trace of the node, else the index.',
});

const isBeforeProven = z.boolean().default(false).meta({
  description: 'Whether the value before is proven; false if the node returned it.',
});
const slotChange = z.object({
  slot: hash32,
  variables: z
    .array(z.object({ name: z.string(), type: z.string() }))
    .default([])
    .meta({
      description:
        'What the storage layout of the verified source has in the slot, with keys of mappings where they are found; empty if that is not known.',
    }),
  before: hash32.nullable().meta({ description: 'Null if neither the access list nor the node has it.' }),
  after: hash32,
  is_before_proven: isBeforeProven,
});
const code = z.object({
  size: count,
  hash: hash32.meta({ description: 'Keccak-256 of the code.' }),
  delegate: address.nullable().meta({ description: 'Where an EIP-7702 delegation leads.' }),
});
const accountChange = z.object({
  address,
  nonce: z
    .object({ before: integerString.nullable(), after: integerString, is_before_proven: isBeforeProven })
    .nullable(),
  code: z.object({ before: code.nullable(), after: code, is_before_proven: isBeforeProven }).nullable(),
});

const storageChanges = z
  .object({
    items: z.array(z.object({ address, slots_count: count, slots: z.array(slotChange) })),
    slots_count: count,
    accounts: z.array(accountChange).default([]).meta({
      description: 'Accounts whose nonce or code changed, by address; only from an access list.',
    }),
    accounts_count: count.default(0),
    source: stateChangeSource,
    is_proven: isListProven,
    meta: pageNote(['unavailable', 'partial'], 'Why slots are missing; null if none are.'),
  })
  .meta({ id: 'StorageChanges' });
/** Storage slots that a transaction changed. */
export type StorageChanges = z.output<typeof storageChanges>;

/** The storage slots a transaction changed. */
export const getStorageChanges = defineEndpoint({
  id: 'getStorageChanges',
  path: '/transactions/{transaction_hash_param}/storage-changes',
  response: storageChanges,
  credits: 60,
  summary: 'Storage changes of a transaction',
  description:
    'Storage slots by contract before and after a transaction, at most 300, and nonces and codes, at most 100: from the access list of the block where the index has it, else from the state diff of the node (prestateTracer), without nonces and codes. A failed transaction changes no slot.',
});
