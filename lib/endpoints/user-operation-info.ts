import { z } from 'zod';
import { address } from './address-mention';
import { decodedCall } from './decoded-call';
import { defineEndpoint } from './endpoint';
import { addressHash, count, hash32, hexData, integerString } from './formats';
import { summaries, summaryQuery } from './transaction-summary';
import { userOperation } from './user-operation';
import { BELOW, COMMON, KNOWN } from './user-operation-page';

const FROM_INPUT = 'Null if neither input nor trace of the transaction contains the EntryPoint call.';
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
    description: `As sent by the bundler, in the form of its EntryPoint: since 0.7, limits and fees are packed. ${FROM_INPUT}`,
  });

const operationInfo = userOperation
  .extend({
    nonce: hash32.meta({ description: 'Its key (24 bytes) and sequence, as one word.' }),
    sender: address,
    block_hash: hash32,
    bundle_index: count.meta({ description: 'Index of its bundle in the transaction, from 0.' }),
    index: count.meta({ description: 'Index of the operation in its bundle, from 0.' }),
    factory: address.nullable().meta({ description: 'Deployer of the account in this operation.' }),
    gas: limit.meta({ description: `Sum of the gas limits. ${FROM_INPUT}` }),
    gas_used: integerString,
    gas_price: limit.meta({ description: 'Price per unit of gas; null if no gas was used.' }),
    call_gas_limit: limit,
    verification_gas_limit: limit,
    pre_verification_gas: limit,
    max_fee_per_gas: limit,
    max_priority_fee_per_gas: limit,
    call_data: hexData.nullable().meta({ description: FROM_INPUT }),
    decoded_call_data: decodedCall.nullable(),
    execute_target: address.nullable().meta({
      description: 'Call target, for `execute` and the like with one call.',
    }),
    execute_call_data: hexData.nullable(),
    decoded_execute_call_data: decodedCall.nullable(),
    signature: hexData.nullable(),
    aggregator: addressHash.nullable(),
    aggregator_signature: hexData.nullable(),
    revert_reason: hexData.nullable().meta({ description: 'Revert data of the call by the account.' }),
    sponsor_type: z.enum(['wallet_deposit', 'wallet_balance', 'paymaster_sponsor', 'paymaster_hybrid']).meta({
      description:
        'Who paid, with or without an EntryPoint deposit in the same transaction: the account, `wallet_deposit` or `wallet_balance`; the paymaster, `paymaster_hybrid` or `paymaster_sponsor`. Payments to a paymaster are not considered.',
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
  summary: 'User operation info',
  description: `A user operation, as its EntryPoint logged it and as in its bundle: the transaction itself, or a call inside it if the node traces calls. ${KNOWN}`,
});

/** What a user operation did, in a sentence. */
export const getUserOperationSummary = defineEndpoint({
  ...COMMON,
  errors: [404, 422],
  id: 'getUserOperationSummary',
  path: `${BELOW}/operations/{operation_hash_param}/summary`,
  query: summaryQuery,
  response: summaries,
  summary: 'User operation summary',
  description: 'Summary template: whom the account called, and who paid. Based only on the operation.',
});
