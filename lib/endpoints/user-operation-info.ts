import { z } from 'zod';
import { address } from './address-mention';
import { decodedCall } from './decoded-call';
import { defineEndpoint } from './endpoint';
import { addressHash, count, hash32, hexData, integerString } from './formats';
import { summaries, summaryQuery } from './transaction-summary';
import { userOperation } from './user-operation';
import { BELOW, COMMON, KNOWN } from './user-operation-page';

const FROM_INPUT =
  'Null if neither the input nor the trace of the transaction has the call of the EntryPoint.';
const limit = integerString.nullable();
const rawOperation = {
  sender: addressHash,
  nonce: integerString,
  init_code: hexData,
  call_data: hexData,
  pre_verification_gas: integerString,
  paymaster_and_data: hexData,
  signature: hexData,
};
const raw = z
  .union([
    z
      .object({
        ...rawOperation,
        ...{ call_gas_limit: integerString, verification_gas_limit: integerString },
        ...{ max_fee_per_gas: integerString, max_priority_fee_per_gas: integerString },
      })
      .meta({ id: 'RawUserOperationV6' }),
    z
      .object({ ...rawOperation, account_gas_limits: hash32, gas_fees: hash32 })
      .meta({ id: 'RawUserOperation' }),
  ])
  .nullable()
  .meta({
    description: `As the bundler sent it, in the form of its EntryPoint: from 0.7 on, limits and fees are packed. ${FROM_INPUT}`,
  });

const operationInfo = userOperation
  .extend({
    nonce: hash32.meta({ description: 'Its key (24 bytes) and its number, as one word.' }),
    sender: address,
    block_hash: hash32,
    bundle_index: count.meta({ description: 'How many bundles of the transaction come before its own.' }),
    index: count.meta({ description: 'How many operations of its bundle come before it.' }),
    factory: address.nullable().meta({ description: 'What deployed the account in this operation.' }),
    gas: limit.meta({ description: `Sum of the gas limits. ${FROM_INPUT}` }),
    gas_used: integerString,
    gas_price: limit.meta({ description: 'What a unit of gas was charged; null if no gas was used.' }),
    call_gas_limit: limit,
    verification_gas_limit: limit,
    pre_verification_gas: limit,
    max_fee_per_gas: limit,
    max_priority_fee_per_gas: limit,
    call_data: hexData.nullable().meta({ description: FROM_INPUT }),
    decoded_call_data: decodedCall.nullable(),
    execute_target: address.nullable().meta({
      description: 'Whom the account calls, for `execute` and the like with one call.',
    }),
    execute_call_data: hexData.nullable(),
    decoded_execute_call_data: decodedCall.nullable(),
    signature: hexData.nullable(),
    aggregator: addressHash.nullable(),
    aggregator_signature: hexData.nullable(),
    revert_reason: hexData.nullable().meta({ description: 'What the call of the account reverted with.' }),
    sponsor_type: z.enum(['wallet_deposit', 'wallet_balance', 'paymaster_sponsor', 'paymaster_hybrid']).meta({
      description:
        'Who paid, and whether it deposited with the EntryPoint in the same transaction: the account with `wallet_deposit`, without it `wallet_balance`; the paymaster with `paymaster_hybrid`, without it `paymaster_sponsor`. What a paymaster is paid for that is no part of it.',
    }),
    user_logs_start_index: count.nullable(),
    user_logs_count: count.nullable(),
    consensus: z.literal(true),
    raw,
  })
  .meta({ id: 'UserOperationInfo' });

/** A user operation with what its bundle says of it. */
export type UserOperationInfo = z.output<typeof operationInfo>;

/** A user operation. */
export const getUserOperation = defineEndpoint({
  ...COMMON,
  errors: [404, 422],
  id: 'getUserOperation',
  path: `${BELOW}/operations/{operation_hash_param}`,
  response: operationInfo,
  summary: 'User operation',
  description: `What an EntryPoint says of a user operation, and what its bundle says of it: the transaction itself, or a call inside of it where the node traces calls. ${KNOWN}`,
});

/** What a user operation did, in a sentence. */
export const getUserOperationSummary = defineEndpoint({
  ...COMMON,
  errors: [404, 422],
  id: 'getUserOperationSummary',
  path: `${BELOW}/operations/{operation_hash_param}/summary`,
  query: summaryQuery,
  response: summaries,
  summary: 'What a user operation did, in a sentence',
  description:
    'Whom the account called, and who paid, as a template. It says only what the operation itself shows.',
});
