import { z } from 'zod';
import { address } from './address-mention';
import { defineEndpoint, listPageOf } from './endpoint';
import { fheOperation } from './fhe-operation';
import { count, hash32, integerString, timestamp } from './formats';
import { cursorCount, integerParam, listQuery } from './params';

/** What is counted of a handle: operations that produced it, its uses, and grants. */
export const HANDLE_COUNTS = { results: 1_000, uses: 10_000, grants: 500 } as const;

/** Where a log is. */
export const handlePosition = {
  block_number: count,
  log_index: count,
  timestamp,
  transaction_hash: hash32,
};
const cursor = { block_number: cursorCount, index: cursorCount };
const next = { block_number: count, index: count };

const operationAt = fheOperation
  .extend({ timestamp, transaction_hash: hash32 })
  .meta({ id: 'FheOperationAt', description: 'Of a list of values, at most the first 128.' });

/** An FHE operation with its transaction. */
export type FheOperationAt = z.output<typeof operationAt>;

/** A value that a log tells of a handle. */
export const cleartext = z
  .object({
    value: z.string().meta({ description: 'Decimal, `true` or `false`, or an address, by type.' }),
    source: z
      .enum([
        'TrivialEncrypt',
        'PublicDecryptionVerified',
        'UnwrapFinalized',
        'AmountDisclosed',
        'Wrap',
        'FallbackGrantedPlaintext',
      ])
      .meta({ description: 'The event that tells it.' }),
    certainty: z.enum(['exact', 'verified', 'reported']).meta({
      description:
        'exact: the executor logged it when it encrypted it. verified: traces show that KMSVerifier was called with it in the same transaction and did not revert. reported: logged by a contract that may use the handle, whose signatures were not checked here, or named by the governance of the bridge, for use where the ciphertext is missing: it need not be the encrypted value.',
    }),
    contract: address,
    ...handlePosition,
  })
  .meta({ id: 'FheCleartext' });

const bridged = z
  .object({
    direction: z.enum(['sent', 'received']),
    contract: address,
    app: address.nullable(),
    twin: hash32
      .nullable()
      .meta({ description: 'The handle on the other chain; null where it is not logged.' }),
    chain_id: integerString
      .nullable()
      .meta({ description: 'The other chain; of a handle received, by its twin.' }),
    guid: hash32,
    ...handlePosition,
  })
  .meta({ id: 'FheBridgedHandle', description: '`contract`: the bridge.' });

const publicAmount = z
  .object({
    kind: z.enum(['wrap', 'unwrap']),
    token: address,
    amount: integerString.meta({
      description: "In the token's smallest unit; the confidential token may count in another one.",
    }),
    contract: address,
    ...handlePosition,
  })
  .meta({
    id: 'FhePublicAmount',
    description: '`contract`: the confidential token; `token`: the ERC-20 token.',
  });

const transientGrant = z
  .object({
    account: address.nullable(),
    caller: address,
    block_number: count,
    timestamp,
    transaction_hash: hash32,
  })
  .meta({ id: 'FheTransientGrant', description: '`caller` gave it.' });

const fheHandle = z
  .object({
    handle: hash32,
    fhe_type: z.string().meta({ example: 'Uint64' }),
    version: count,
    chain_id: integerString,
    origin: z.enum(['computed', 'input', 'bridged', 'unknown']).meta({
      description: 'unknown: from before the first indexed block, or of no known deployment.',
    }),
    input_index: count.nullable().meta({ description: "Place in its input's list; null if not an input." }),
    deployment: z.string().nullable().meta({
      description:
        'The known deployment of the executor, else of the bridge or ACL that logged it; null for a handle of another chain.',
    }),
    operation: operationAt.nullable().meta({ description: 'The first that produced it.' }),
    operations_count: count.meta({
      description: `How many produced it, up to ${HANDLE_COUNTS.results.toLocaleString('en')}.`,
    }),
    input: z
      .object({ user: address, contract: address.nullable(), ...handlePosition })
      .nullable()
      .meta({ description: 'Whose encrypted input it is, for which contract, by its first verified proof.' }),
    uses_count: count.meta({
      description: `Operations that used it, up to ${HANDLE_COUNTS.uses.toLocaleString('en')}.`,
    }),
    accounts_count: count.meta({
      description: `Accounts that may use and decrypt it, by its first ${HANDLE_COUNTS.grants} grants.`,
    }),
    are_accounts_counted: z.boolean().meta({ description: 'Whether there are no grants but those.' }),
    public_since: z
      .object({ caller: address.nullable(), ...handlePosition })
      .nullable()
      .meta({ description: 'From when on anyone may decrypt it, for good.' }),
    cleartexts: z.array(cleartext).max(6).meta({ description: 'The most certain first.' }),
    public_amounts: z.array(publicAmount).max(20).meta({
      description: 'What the ERC-20 side of a wrap or unwrap with it moved.',
    }),
    bridged: z.array(bridged).max(20),
    transient_grants: z.array(transientGrant).max(20).meta({
      description:
        'Rights that ended with their transaction (`allowTransient`), by traces of the transactions of its origin and of its newest 10 logs. Those that the executor gives the caller of every operation are left out.',
    }),
    tokens: z.array(address).max(100).meta({
      description: 'Confidential tokens that transferred it and may use it.',
    }),
    complete_since_block: count.nullable().meta({
      description: 'Earlier uses and grants are still being indexed; null: all are.',
    }),
  })
  .meta({ id: 'FheHandle' });

/** What is known of a handle. */
export type FheHandle = z.output<typeof fheHandle>;

/** Whose logs count. */
export const COUNTED_LOGS =
  'Only events of the contracts of a known deployment count, and those of contracts that it lets use the handle.';

/** A handle of an encrypted value. */
export const getFheHandle = defineEndpoint({
  id: 'getFheHandle',
  path: '/fhe/handles/{handle_param}',
  response: fheHandle,
  credits: 30,
  summary: 'Handle of an encrypted value',
  description: `Where an encrypted value comes from, whether everyone may decrypt it, and what is public of it, by logs. ${COUNTED_LOGS}`,
});

/** Operations that used a handle, newest first. */
export const listFheHandleUses = defineEndpoint({
  id: 'listFheHandleUses',
  path: '/fhe/handles/{handle_param}/uses',
  query: listQuery(cursor),
  response: listPageOf(operationAt, next).meta({ id: 'FheHandleUsesPage' }),
  summary: 'Uses of a handle',
  description: 'FHE operations with the handle as an operand, newest first.',
});

/** A delegation. */
export const fheDelegation = z
  .object({
    delegate: address,
    contract: address.nullable().meta({ description: 'Null: for handles of any contract (wildcard).' }),
    expires_at: timestamp.nullable().meta({ description: 'Null: never.' }),
    ...handlePosition,
  })
  .meta({ id: 'FheDelegation' });

const grant = z
  .object({
    account: address,
    caller: address.nullable().meta({ description: 'Who granted it first.' }),
    ...handlePosition,
    delegations: z.array(fheDelegation).max(20).meta({
      description:
        'Who else may decrypt it in the name of the account, as of the latest block, by its last 100 changes of delegations.',
    }),
  })
  .meta({ id: 'FheGrant' });

/** An account that may decrypt a handle. */
export type FheGrant = z.output<typeof grant>;

/** Accounts that may decrypt a handle. */
export const listFheHandleAccess = defineEndpoint({
  id: 'listFheHandleAccess',
  path: '/fhe/handles/{handle_param}/access',
  query: listQuery(cursor),
  response: listPageOf(grant, next).meta({ id: 'FheHandleAccessPage' }),
  credits: 30,
  summary: 'Who may decrypt a handle',
  description: `Accounts that may use and decrypt the value, each with its first grant, the newest first, and their delegations in force. A grant is never taken back. An account decrypts through a contract that has a grant, too. Grants of one transaction (\`allowTransient\`) leave no log: the handle has those that traces show. ${COUNTED_LOGS}`,
});

const historyItem = z
  .object({
    role: z.enum(['result', 'operand', 'event']).meta({
      description: 'result: an operation produced it; operand: one used it; event: a log names it.',
    }),
    event: z.string().meta({ example: 'FheAdd' }),
    contract: address,
    caller: address.nullable().meta({ description: 'Who asked for an operation, or granted.' }),
    account: address.nullable().meta({ description: 'Who got a grant.' }),
    from: address.nullable().meta({ description: 'Of a confidential transfer.' }),
    to: address.nullable(),
    result: hash32.nullable().meta({ description: 'Of an operation that used it.' }),
    ...handlePosition,
  })
  .meta({ id: 'FheHandleEvent', description: '`contract`: whose log it is.' });

/** A log in the life of a handle. */
export type FheHandleEvent = z.output<typeof historyItem>;

/** All logs in the life of a handle. */
export const listFheHandleHistory = defineEndpoint({
  id: 'listFheHandleHistory',
  path: '/fhe/handles/{handle_param}/history',
  query: listQuery(cursor),
  response: listPageOf(historyItem, next).meta({ id: 'FheHandleHistoryPage' }),
  summary: 'History of a handle',
  description: `Operations, grants, decryptions, transfers and bridges of the value, newest first. ${COUNTED_LOGS} Contracts that may use it: the first 100.`,
});

const MAX_STEPS = 8;

/** Where a value comes from, and what was made of it. */
export const getFheHandleLineage = defineEndpoint({
  id: 'getFheHandleLineage',
  path: '/fhe/handles/{handle_param}/lineage',
  query: z.strictObject({
    steps: integerParam({ minimum: 1, maximum: MAX_STEPS })
      .optional()
      .meta({ description: 'Operations from the handle, each way. Default: 4.' }),
  }),
  response: z
    .object({
      operations: z.array(operationAt.extend({ distance: z.int() })).meta({
        description:
          'In order. `distance`: steps from the handle, 0 for the operation that produced it, negative before it.',
      }),
      has_more_before: z.array(hash32).meta({ description: 'Handles whose origin is not listed.' }),
      has_more_after: z.array(hash32).meta({ description: 'Handles with more uses than are listed.' }),
    })
    .meta({ id: 'FheHandleLineage' }),
  credits: 30,
  summary: 'Lineage of a handle',
  description:
    'The operations that the value follows from, and those that follow from it, across transactions: at most 24 each way, and of each handle its first eight uses.',
});

/** The operations around a handle. */
export type FheHandleLineage = z.output<typeof getFheHandleLineage.response>;
