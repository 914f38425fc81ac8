import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createRpc, type Rpc } from '@/lib/rpc/client';
import { createTestApi, type TestApi } from '../support/api-harness';
import { createFakeRpc } from '../support/fake-rpc';
import { indexAll } from '../support/indexer-harness';
import { HAS_RECORDINGS, type Replay, SHARED, startReplay } from '../support/recordings';

const party = z.object({ hash: z.string() }).nullable();
const text = z.string().nullable();
const quantity = text;
const bodySchema = z.object({
  hash: z.string(),
  status: z.string().nullable(),
  result: z.string(),
  timestamp: z.string(),
  from: party,
  to: party,
  created_contract: party,
  value: z.string(),
  fee: z.object({ type: z.string(), value: quantity }),
  // a string there, an integer here
  gas_limit: z.union([z.string(), z.int()]).transform(String),
  gas_used: quantity,
  gas_price: quantity,
  base_fee_per_gas: quantity,
  max_fee_per_gas: quantity,
  max_priority_fee_per_gas: quantity,
  priority_fee: quantity,
  transaction_burnt_fee: quantity,
  // null there for receipts without one
  type: z
    .int()
    .nullable()
    .transform((type) => type ?? 0),
  nonce: z.int(),
  raw_input: z.string(),
  revert_reason: z.unknown(),
  token_transfers_overflow: z.boolean(),
  transaction_tag: z.null(),
  is_pending_update: z.boolean(),
  token_transfers: z.array(
    z.object({
      log_index: z.int(),
      transaction_hash: z.string(),
      type: z.string(),
      from: party,
      to: party,
      token: z.object({
        address_hash: z.string(),
        type: z.string(),
        name: text,
        symbol: text,
        decimals: quantity,
      }),
      token_type: z.string(),
      // absent there where it does not apply, null here
      total: z.object({
        decimals: quantity.default(null),
        value: quantity.default(null),
        token_id: quantity.default(null),
      }),
    }),
  ),
  authorization_list: z.array(z.unknown()),
  // absent in the oldest recordings
  fhe_operations_count: z.int().default(0),
  // the recorded node has the code of few contracts, so that a call may look like a transfer
  transaction_types: z
    .array(z.string())
    .transform((types) => types.filter((type) => type !== 'contract_call')),
});

const SPLICED = 'recorded blocks are served one after another: heights, positions and hashes are other ones';
const PRICES = 'design/api.md: null, no price is known';
const ROLLUP = 'a field of OP-stack chains that is no part of the specification';

/** Fields of a recorded response that are not compared literally, and why. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  block_number: SPLICED,
  position: SPLICED,
  confirmations: 'grows with the chain',
  confirmation_duration: 'depends on the average time between blocks, which are others here',
  exchange_rate: PRICES,
  historic_exchange_rate: PRICES,
  has_error_in_internal_transactions: 'no traces are recorded',
  l1_fee: 'taken off the fee, which is compared',
  l1_fee_scalar: ROLLUP,
  l1_gas_price: ROLLUP,
  l1_gas_used: ROLLUP,
  da_footprint_gas_scalar: ROLLUP,
  op_withdrawals: ROLLUP,
};
const fields = z.record(z.string(), z.unknown());
const callSchema = z
  .object({
    method_id: z.string(),
    parameters: z.array(z.object({ type: z.string(), value: z.unknown() })),
  })
  .nullable();
/** Fields that depend on ABIs we may lack, and actions, which the newest recordings omit. */
const readingSchema = z.object({
  to: z.object({ is_contract: z.boolean() }).nullable(),
  method: z.string().nullable(),
  decoded_input: callSchema,
  actions: z.array(z.unknown()).optional(),
});
const layerOne = z.object({ l1_fee: quantity.default(null) });
const recordingSchema = z.object({ hash: z.string(), blockscout: z.array(z.object({ body: z.unknown() })) });

/** The only recorded transaction of each block becomes its first, as the others were not recorded. */
function renumbered(rpc: Rpc): Rpc {
  const renumber = (value: unknown, at = 0): unknown => {
    if (Array.isArray(value)) return value.map((entry, index) => renumber(entry, index));
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).map(([name, entry]) => {
      if (name === 'transactionIndex') return [name, `0x${at.toString(16)}`];
      return [name, name === 'transactions' ? renumber(entry) : name === 'logs' ? first(entry) : entry];
    });
    return Object.fromEntries(entries);
  };
  const first = (logs: unknown) => (Array.isArray(logs) ? logs.map((log) => renumber(log)) : logs);
  return createFakeRpc(async (method, params) => renumber(await rpc.request(method, params)));
}

/**
 * Actions are the same. A call that we decode is decoded the same, except for parameter names, which come from the
 * verified sources; another one is named by its selector, if the recorded node has the contract's code.
 */
function expectSameReading(
  ours: z.output<typeof readingSchema>,
  recorded: z.output<typeof readingSchema>,
): void {
  if (recorded.actions !== undefined) expect(ours.actions).toEqual(recorded.actions);
  if (ours.decoded_input !== null) {
    const { decoded_input, method } = recorded;
    expect(ours).toMatchObject({ decoded_input, method });
  } else {
    const selector = recorded.decoded_input?.method_id ?? recorded.method?.slice(2);
    const isNamed = ours.to?.is_contract === true && selector !== undefined;
    expect(ours.method).toBe(isNamed ? `0x${selector}` : null);
  }
}

const folderOf = (chainId: number) => join(SHARED, 'realdata/pairs', String(chainId));
const recordings = (chainId: number) =>
  HAS_RECORDINGS
    ? readdirSync(folderOf(chainId)).map((file) =>
        recordingSchema.parse(JSON.parse(readFileSync(join(folderOf(chainId), file), 'utf8'))),
      )
    : [];

describe.skipIf(!HAS_RECORDINGS).each([10, 8453])(
  'recorded answers of chain %i (../shared/realdata)',
  (chainId) => {
    let replay: Replay;
    let api: TestApi;
    beforeAll(async () => {
      replay = await startReplay(`realdata/pairs/${chainId}`, ['--splice', '--chain-id', String(chainId)]);
      api = await createTestApi({ chainId });
      await indexAll({ rpc: renumbered(createRpc({ urls: [replay.url] })), db: api.db });
    });
    afterAll(async () => {
      await api?.stop();
      await replay?.stop();
    });

    test('every recorded field is compared, or left out for a reason', () => {
      const bodies = recordings(chainId).map(({ blockscout }) => fields.parse(blockscout.at(-1)?.body));
      const names = new Set(bodies.flatMap((body) => Object.keys(body)));
      const known = [bodySchema, readingSchema]
        .flatMap(({ shape }) => Object.keys(shape))
        .concat(Object.keys(LEFT_OUT));
      expect([...names].filter((name) => !known.includes(name))).toEqual([]);
      expect(Object.keys(bodySchema.shape).filter((name) => name in LEFT_OUT)).toEqual([]);
    });

    test.each(recordings(chainId))('$hash', async ({ hash, blockscout }) => {
      const answer = await api.get(`/api/v2/transactions/${hash}`);
      expect(answer.status).toBe(200);
      const recorded = blockscout.at(-1)?.body;
      const expected = bodySchema.parse(recorded);
      // Most recorded receipts lack the l1Fee, which the public service knows and adds to the fee.
      const unknown =
        BigInt(layerOne.parse(recorded).l1_fee ?? 0) - BigInt(layerOne.parse(answer.body).l1_fee ?? 0);
      const ours = bodySchema.parse(answer.body);
      // Null there when the recorded transaction lacks a gas price: we use the receipt's.
      const value =
        expected.fee.value === null ? ours.fee.value : String(BigInt(expected.fee.value) - unknown);
      expect(ours).toEqual({ ...expected, fee: { ...expected.fee, value } });
      expectSameReading(readingSchema.parse(answer.body), readingSchema.parse(recorded));
    });
  },
);
