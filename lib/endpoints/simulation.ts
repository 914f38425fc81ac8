import { z } from 'zod';
import type { ZodOpenApiOperationObject } from 'zod-openapi';
import { getCallTree, getStorageChanges } from './call-tree';
import { pageNote } from './endpoint';
import { gateErrorBody, invalidBody } from './errors';
import { ADDRESS_HASH, count, HASH, hexData, INTEGER_STRING } from './formats';
import { logsPage } from './log';
import { listNetChanges } from './net-change';
import { listStateChanges } from './state-change';
import { getTransaction } from './transaction';

/** Path of simulations, below a surface. */
export const SIMULATION_PATH = '/api/v2/simulations';
/** Credits of each call. */
export const SIMULATION_CREDITS = 100;
/** Calls that share state, gas of each, bytes of a body, accounts and slots that are overridden, and logs of each that are listed. */
export const SIMULATION_LIMITS = {
  ...{ calls: 8, gas: 60_000_000, body: 512 * 1024 },
  ...{ accounts: 50, slots: 500, logs: 200, output: 64 * 1024 },
} as const;

const MAX_UINT256 = 2n ** 256n;
const MAX_ACCESSES = 200;
const MAX_AUTHORIZATIONS = 50;
const address = z.string().regex(ADDRESS_HASH);
const word = z.string().regex(HASH);
const uint = z
  .string()
  .max(78)
  .regex(INTEGER_STRING)
  .transform(BigInt)
  .refine((value) => value >= 0n && value < MAX_UINT256, { error: 'Not a uint256' })
  .meta({ override: { type: 'string' }, description: 'An unsigned integer as a decimal string.' });
const price = uint.optional();

const call = z.strictObject({
  from: address
    .optional()
    .meta({ description: 'Default: that of the transaction or of the first call, else the zero address.' }),
  to: address.nullable().optional().meta({ description: 'Null creates a contract.' }),
  data: hexData.optional(),
  value: uint.optional().meta({ override: { type: 'string' }, description: 'In wei.' }),
  gas: z
    .int()
    .min(0)
    .max(SIMULATION_LIMITS.gas)
    .optional()
    .meta({ description: 'The limit. Default: 30,000,000.' }),
  gas_price: price.meta({
    override: { type: 'string' },
    description: 'In wei. Without a price, no fee is paid.',
  }),
  max_fee_per_gas: price,
  max_priority_fee_per_gas: price,
  access_list: z
    .array(z.strictObject({ address, storage_keys: z.array(word).max(MAX_ACCESSES) }))
    .max(MAX_ACCESSES)
    .optional(),
  authorization_list: z
    .array(z.strictObject({ address, chain_id: uint, nonce: uint, y_parity: uint, r: uint, s: uint }))
    .max(MAX_AUTHORIZATIONS)
    .optional(),
});
const override = z.strictObject({
  balance: uint.optional().meta({ override: { type: 'string' }, description: 'In wei.' }),
  nonce: uint.optional(),
  code: hexData.optional(),
  storage: z
    .record(word, word)
    .optional()
    .meta({ description: 'Values of 32 bytes by slot; the others stay.' }),
});

/** What is to be executed. */
export const simulationRequest = z
  .strictObject({
    transaction_hash: word.optional().meta({
      description:
        'A mined transaction to run again: its block and place, and whatever the first call leaves out, unless they are given.',
    }),
    block_number: z.int().nonnegative().optional().meta({ description: 'Default: the latest one.' }),
    position: z.int().nonnegative().nullable().optional().meta({
      description:
        'Executes in place of the transaction at this position of the block. Null, or without a transaction to run again left out: on the state after the block.',
    }),
    calls: z
      .array(call)
      .min(1)
      .max(SIMULATION_LIMITS.calls)
      .default([{}])
      .meta({ description: 'One after the other; each sees what those before it changed.' }),
    overrides: z
      .record(address, override)
      .default({})
      .meta({ description: 'What replaces state before the first call, by address.' }),
  })
  .refine(({ overrides }) => isSmall(overrides), { error: 'Too many overrides', path: ['overrides'] })
  .meta({ id: 'SimulationRequest' });

/** What is to be executed, parsed. */
export type SimulationRequest = z.output<typeof simulationRequest>;
/** A call to execute, parsed. */
export type RequestedCall = SimulationRequest['calls'][number];

function isSmall(overrides: Readonly<Record<string, z.output<typeof override>>>): boolean {
  const accounts = Object.values(overrides);
  const slots = accounts.reduce((sum, { storage = {} }) => sum + Object.keys(storage).length, 0);
  return accounts.length <= SIMULATION_LIMITS.accounts && slots <= SIMULATION_LIMITS.slots;
}

const simulatedCall = z
  .object({
    transaction: getTransaction.response,
    output: hexData.meta({
      description: `Return data, or revert data, cut to ${SIMULATION_LIMITS.output} bytes.`,
    }),
    output_size: count,
    logs: logsPage.shape.items.nullable().meta({
      description: `The first ${SIMULATION_LIMITS.logs}, numbered from 0; null where the method does not tell.`,
    }),
    call_tree: getCallTree.response.nullable().meta({ description: 'Only by debug_traceCall.' }),
    net_changes: listNetChanges.response.nullable().meta({ description: 'Null by eth_call.' }),
    state_changes: listStateChanges.response.nullable().meta({ description: 'Only by debug_traceCall.' }),
    storage_changes: getStorageChanges.response.nullable().meta({ description: 'Only by debug_traceCall.' }),
  })
  .meta({
    id: 'SimulatedCall',
    description: '`transaction` is as if it were mined there, with a hash and a nonce of zero.',
  });

/** How calls ended. */
export const simulation = z
  .object({
    method: z.enum(['debug_traceCall', 'eth_simulateV1', 'eth_call']).meta({
      description: 'What executed them: the first that the node offers.',
    }),
    block_number: count,
    position: count.nullable(),
    calls: z.array(simulatedCall),
    meta: pageNote(['partial'], 'Null if they were executed at the place.'),
  })
  .meta({ id: 'Simulation' });

/** How calls ended. */
export type SimulationAnswer = z.output<typeof simulation>;
/** How one call ended. */
export type SimulatedCallAnswer = SimulationAnswer['calls'][number];

const EXAMPLE = {
  calls: [
    { to: `0x${'ab'.repeat(20)}`, data: '0x18160ddd' },
    { from: `0x${'cd'.repeat(20)}`, to: `0x${'ab'.repeat(20)}`, value: '1000000000000000000' },
  ],
  overrides: { [`0x${'cd'.repeat(20)}`]: { balance: '2000000000000000000' } },
};
const body = (schema: z.ZodType) => ({ 'application/json': { schema } });
const failure = (description: string, schema: z.ZodType = gateErrorBody) => ({
  description,
  content: body(schema),
});
const { calls, gas, body: bytes, accounts, slots } = SIMULATION_LIMITS;

/** The operation in the OpenAPI document. */
export function describeSimulation(): ZodOpenApiOperationObject {
  return {
    operationId: 'simulate',
    tags: ['transactions'],
    summary: 'Simulate calls',
    description: [
      'Executes calls without a transaction, by `debug_traceCall`, `eth_simulateV1` or `eth_call`, the first of these that the node offers; nothing is sent to the network. What is executed may be a mined transaction, unchanged or with changes.',
      `At most ${calls} calls of ${gas} gas each, overrides of ${accounts} accounts and ${slots} slots, and ${bytes} bytes. The answers are those of the node: nothing proves them.`,
    ].join('\n\n'),
    'x-credits': SIMULATION_CREDITS,
    requestParams: {
      path: z.object({
        chain_id: z.string().meta({ description: 'The chain ID, decimal.', example: '31337' }),
      }),
    },
    requestBody: {
      required: true,
      content: { 'application/json': { schema: simulationRequest, example: EXAMPLE } },
    },
    responses: {
      200: {
        description: `OK, also if a call fails. Costs ${SIMULATION_CREDITS} credits per call.`,
        content: body(simulation),
      },
      401: failure('The key is missing or unknown.'),
      402: failure('Not enough credits left for the calls.'),
      404: failure('The chain is not supported.'),
      413: failure('The request is too large.'),
      422: failure('Invalid, or the node refuses to execute it: in its words.', invalidBody),
      429: failure('Too many requests in this window.'),
      500: failure('Internal error.'),
      503: failure('The node does not respond, or executes no calls.'),
    },
  };
}
