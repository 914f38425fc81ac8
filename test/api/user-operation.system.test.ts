import {
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  parseAbi,
  toEventSelector,
  toHex,
} from 'viem';
import { entryPoint07Abi } from 'viem/account-abstraction';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { TransactionTraces } from '@/lib/api/nodes/transaction-traces';
import { bufferToAddress, bufferToHex, hexToBuffer } from '@/lib/evm/hex';
import type { RawTrace } from '@/lib/evm/raw-trace';
import { NO_TRACES } from '@/test/support/no-nodes';
import { provideTestApi } from '../support/api-harness';
import { address, hash, hex, insert } from '../support/api-rows';
import { walkPages } from '../support/api-walk';

const BELOW = '/api/v2/proxy/account-abstraction';
const EVENT = hexToBuffer('0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f');
const ENTRY_POINT = hexToBuffer('0x0000000071727de22e5e9d8baf0edac6f37da032');
const [WALLET, OTHER, PAYER, BUNDLER] = [address(50), address(51), address(52), address(53)];
const [FACTORY, TARGET, RELAY] = [address(54), address(55), address(56)];
const REASON = hexToBuffer('0x1c4fada7374c0a9ee8841fc38afe82932dc0f8e69012e927f061a8bae611a201');
const TRANSFER = encodeFunctionData({
  abi: erc20Abi,
  functionName: 'transfer',
  args: [bufferToHex(OTHER), 5n],
});
const EXECUTE = encodeFunctionData({
  abi: parseAbi(['function execute(address dest, uint256 value, bytes func)']),
  args: [bufferToHex(TARGET), 0n, TRANSFER],
});
const INPUT = encodeFunctionData({
  abi: entryPoint07Abi,
  functionName: 'handleOps',
  args: [
    [
      {
        ...{
          sender: bufferToHex(OTHER),
          nonce: 7n,
          initCode: '0x',
          callData: EXECUTE,
          preVerificationGas: 100n,
        },
        ...{ accountGasLimits: concat([toHex(20n, { size: 16 }), toHex(3n, { size: 16 })]) },
        ...{ gasFees: concat([toHex(1n, { size: 16 }), toHex(2n, { size: 16 })]), signature: '0x1234' },
        paymasterAndData: concat([
          bufferToHex(PAYER),
          toHex(1000n, { size: 16 }),
          toHex(2000n, { size: 16 }),
        ]),
      },
    ],
    bufferToHex(BUNDLER),
  ],
});
const word = (value: Buffer | number) =>
  Buffer.isBuffer(value) ? Buffer.concat([Buffer.alloc(12), value]) : hash(0).fill(0).fill(value, 31);
const [BUNDLE, DEPOSIT] = ['BeforeExecution()', 'Deposited(address,uint256)'].map((event) =>
  hexToBuffer(toEventSelector(event)),
);
const transactions: string[] = [];
const traceOf = (to: Buffer, input: string, at: number[]): RawTrace => ({
  ...{ type: 'call', traceAddress: at, subtraces: 0, transactionHash: null },
  action: {
    ...{ callType: 'call', from: bufferToHex(BUNDLER), to: bufferToHex(to), gas: '0x1', value: '0x0' },
    input,
  },
  result: { gasUsed: '0x1', output: '0x' },
});
/** The node traces the transaction of block 1 alone. */
const TRACES: TransactionTraces = {
  ...NO_TRACES,
  calls: async (_, { row }) =>
    bufferToHex(row.hash) === transactions[1]
      ? { kind: 'answered', value: [traceOf(RELAY, '0x', []), traceOf(ENTRY_POINT, INPUT, [0])] }
      : { kind: 'refused' },
};
const api = await provideTestApi({ traces: TRACES });

/** Three blocks, each with a bundle of two operations: of a wallet that pays, and of another that is paid for. */
beforeAll(async () => {
  const { db } = api;
  for (const block of [0, 1, 2]) {
    await insert.block(db, block);
    // the bundler calls the EntryPoint in block 2, and in block 1 a contract that does so
    const to = [{}, { to_address: RELAY }, { to_address: ENTRY_POINT, input: hexToBuffer(INPUT) }][block];
    const transaction = { from_address: BUNDLER, ...to };
    transactions.push(hex(await insert.transaction(db, { block, index: 0 }, transaction)));
    const position = { block, index: 0, log: 4 };
    const reason = encodeAbiParameters([{ type: 'uint256' }, { type: 'bytes' }], [7n, '0xdeadbeef']);
    const told = { address: ENTRY_POINT, topic0: REASON, topic1: hash(100 * block + 5), topic2: word(OTHER) };
    if (block === 1) await insert.log(db, position, { ...told, data: hexToBuffer(reason) });
    // of the second bundle in block 0; anyone may emit the like
    for (const [log, emitter] of [
      [0, ENTRY_POINT],
      [1, OTHER],
      [4, ENTRY_POINT],
    ] as const)
      if (block === 0)
        await insert.log(db, { ...position, log }, { address: emitter, topic0: BUNDLE ?? null });
    for (const [log, account] of [
      [2, WALLET],
      [6, PAYER],
    ] as const)
      if (block === 0)
        await insert.log(
          db,
          { ...position, log },
          { address: ENTRY_POINT, topic0: DEPOSIT ?? null, topic1: word(account) },
        );
    for (const [log, sender, paymaster] of [
      [3, WALLET, null],
      [5, OTHER, PAYER],
    ] as const) {
      await insert.log(
        db,
        { block, index: 0, log },
        {
          ...{ address: ENTRY_POINT, topic0: EVENT, topic1: hash(100 * block + log), topic2: word(sender) },
          topic3: word(paymaster ?? Buffer.alloc(20)),
          data: Buffer.concat([7, 1, 9, 8].map(word)),
        },
      );
      // block 0 has two bundles of one operation each, the others one of two
      const isSecond = log === 5;
      const row = {
        ...{ block_number: block, transaction_index: 0, log_index: log, sender, paymaster },
        ...{ hash: hash(100 * block + log), factory: log === 3 && block === 0 ? FACTORY : null },
        ...{ entry_point: ENTRY_POINT, bundler: BUNDLER, bundle_index: isSecond && block === 0 ? 1 : 0 },
        operation_index: isSecond && block > 0 ? 1 : 0,
      };
      await db.sql`insert into ${db.schema}.user_operations ${db.sql(row)}`;
    }
  }
  for (const [role, who, times] of [
    ...([['wallet', WALLET, 3] as const, ['wallet', OTHER, 3] as const] as const),
    ...([['bundler', BUNDLER, 6] as const, ['paymaster', PAYER, 3] as const] as const),
    ['bundle', BUNDLER, 4] as const,
    ['factory', FACTORY, 1] as const,
  ])
    await db.sql`
      insert into ${db.schema}.participations ${db.sql({ role, address: who, day: '2023-11-14', times })}`;
});

test('user operations are listed newest first, of a transaction, an account or a paymaster', async () => {
  const item = z.object({ hash: z.string() });
  const walk = async (query: Record<string, string | number>) =>
    (await walkPages(api, `${BELOW}/operations`, { item, query })).map((page) => page.map((one) => one.hash));
  const all = [205, 203, 105, 103, 5, 3].map((number) => hex(hash(number)));
  expect(await walk({})).toEqual([all]);
  expect(await walk({ page_size: 4 })).toEqual([all.slice(0, 4), all.slice(4)]);
  expect((await walk({ transaction_hash: transactions[1] ?? '' })).flat()).toEqual(all.slice(2, 4));
  expect((await walk({ transaction_hash: hex(hash(9)) })).flat()).toEqual([]);
  expect((await walk({ sender: hex(WALLET), page_size: 2 })).flat()).toEqual([all[1], all[3], all[5]]);
  expect((await walk({ paymaster: hex(PAYER) })).flat()).toEqual([all[0], all[2], all[4]]);
  const { body } = await api.get(`${BELOW}/operations?page_size=1`);
  expect(body).toMatchObject({
    items: [
      {
        ...{
          transaction_hash: transactions[2],
          block_number: '2',
          entry_point_version: 'v0.7',
          status: true,
        },
        ...{ address: { hash: bufferToAddress(OTHER) }, paymaster: { hash: bufferToAddress(PAYER) } },
        ...{ bundler: { hash: bufferToAddress(BUNDLER) }, nonce: '7', fee: '9', gas: '8' },
      },
    ],
    next_page_params: { page_token: '2,0,5', page_size: 1 },
  });
  expect((await api.get(`${BELOW}/operations?page_token=x`)).status).toBe(422);
});

test.each([
  ['a block', { block_number: 1 }, [105, 103]],
  ['a bundler', { bundler: hex(BUNDLER) }, [205, 203, 105, 103, 5, 3]],
  ['another bundler', { bundler: hex(WALLET) }, []],
  ['an EntryPoint', { entry_point: hex(ENTRY_POINT) }, [205, 203, 105, 103, 5, 3]],
  ['another EntryPoint', { entry_point: hex(WALLET) }, []],
  ['the first bundles', { bundle_index: 0 }, [205, 203, 105, 103, 3]],
  ['the second bundles', { bundle_index: 1 }, [5]],
  ['bundles that none has', { bundle_index: '9'.repeat(30) }, []],
  ['a factory', { factory: hex(FACTORY) }, [3]],
  ['an account, by who paid', { sender: hex(OTHER), paymaster: hex(PAYER), page_size: 2 }, [205, 105, 5]],
  ['an account in a block', { sender: hex(OTHER), block_number: 1 }, [105]],
  [
    'a bundler and an account in second bundles',
    { bundler: hex(BUNDLER), sender: hex(OTHER), bundle_index: 1 },
    [5],
  ],
  ['an account for which another paid', { sender: hex(WALLET), paymaster: hex(PAYER) }, []],
])('user operations are listed of %s', async (_, query, numbers) => {
  const item = z.object({ hash: z.string() });
  const found = (await walkPages(api, `${BELOW}/operations`, { item, query })).flat();
  expect(found.map((one) => one.hash)).toEqual(numbers.map((number) => hex(hash(number))));
});

test('bundles and those who take part are counted', async () => {
  const bundles = z.object({ transaction_hash: z.string(), bundle_index: z.int(), total_ops: z.int() });
  expect(
    (await walkPages(api, `${BELOW}/bundles`, { item: bundles, query: { page_size: 2 } })).flat(),
  ).toEqual([
    { transaction_hash: transactions[2], bundle_index: 0, total_ops: 2 },
    { transaction_hash: transactions[1], bundle_index: 0, total_ops: 2 },
    { transaction_hash: transactions[0], bundle_index: 1, total_ops: 1 },
    { transaction_hash: transactions[0], bundle_index: 0, total_ops: 1 },
  ]);
  for (const [query, bundled] of [
    [{ bundler: hex(BUNDLER) }, 4],
    [{ bundler: hex(WALLET) }, 0],
    [{ entry_point: hex(ENTRY_POINT), page_size: 3 }, 4],
    [{ bundler: hex(BUNDLER), entry_point: hex(ENTRY_POINT), page_size: 3 }, 4],
    [{ bundler: hex(BUNDLER), entry_point: hex(WALLET) }, 0],
  ] as const)
    expect((await walkPages(api, `${BELOW}/bundles`, { item: bundles, query })).flat()).toHaveLength(bundled);
  const participant = z.object({ address: z.object({ hash: z.string() }), total_ops: z.int() });
  const walk = async (list: string) =>
    (await walkPages(api, `${BELOW}/${list}`, { item: participant, query: { page_size: 1 } })).flat();
  const told = (who: Buffer, total_ops: number) => ({ address: { hash: bufferToAddress(who) }, total_ops });
  expect(await walk('accounts')).toEqual([told(WALLET, 3), told(OTHER, 3)]);
  expect(await walk('bundlers')).toEqual([told(BUNDLER, 6)]);
  expect(await walk('paymasters')).toEqual([told(PAYER, 3)]);
  expect((await api.get(`${BELOW}/bundlers`)).body).toMatchObject({ items: [{ total_bundles: 4 }] });
  expect((await api.get(`${BELOW}/bundlers/${hex(WALLET)}`)).body).toMatchObject({ total_bundles: 0 });
  const deployed = {
    ...{
      address: { hash: bufferToAddress(WALLET) },
      factory: { hash: bufferToAddress(FACTORY) },
      total_ops: 3,
    },
    ...{ creation_op_hash: hex(hash(3)), creation_transaction_hash: transactions[0] },
    creation_timestamp: expect.any(String),
  };
  const existed = { factory: null, creation_op_hash: null, creation_transaction_hash: null };
  expect((await api.get(`${BELOW}/accounts`)).body).toMatchObject({ items: [deployed, existed] });
  expect((await api.get(`${BELOW}/accounts/${hex(WALLET)}`)).body).toMatchObject(deployed);
  const ofFactory = async (query: string) => (await api.get(`${BELOW}/accounts?${query}`)).body;
  expect(await ofFactory(`factory=${hex(FACTORY)}`)).toMatchObject({ items: [deployed] });
  expect(await ofFactory(`factory=${hex(FACTORY)}&page_token=${hex(WALLET)}`)).toMatchObject({ items: [] });
  expect(await ofFactory(`factory=${hex(WALLET)}`)).toMatchObject({ items: [] });
  const factory = { address: { hash: bufferToAddress(FACTORY) }, total_accounts: 1 };
  expect((await api.get(`${BELOW}/factories`)).body).toMatchObject({ items: [factory] });
  expect((await api.get(`${BELOW}/factories/${hex(FACTORY)}`)).body).toMatchObject(factory);
  expect((await api.get(`${BELOW}/factories/${hex(WALLET)}`)).body).toMatchObject({ total_accounts: 0 });
  for (const [path, who, total_ops] of [
    ['accounts', WALLET, 3],
    ['bundlers', WALLET, 0],
    ['paymasters', PAYER, 3],
  ] as const)
    expect((await api.get(`${BELOW}/${path}/${hex(who)}`)).body).toMatchObject({ total_ops });
  expect((await api.get(`${BELOW}/status`)).body).toMatchObject({ finished_past_indexing: true });
});

test('an operation is found by its hash, with what the bundle says of it', async () => {
  const { status, body } = await api.get(`${BELOW}/operations/${hex(hash(205))}`);
  expect([status, body]).toMatchObject([
    200,
    {
      ...{ hash: hex(hash(205)), sender: { hash: bufferToAddress(OTHER) }, index: 1, bundle_index: 0 },
      ...{ gas: '3123', gas_used: '8', gas_price: '1', fee: '9', call_gas_limit: '3', factory: null },
      ...{ verification_gas_limit: '20', pre_verification_gas: '100', max_fee_per_gas: '2' },
      ...{ max_priority_fee_per_gas: '1', call_data: EXECUTE, execute_call_data: TRANSFER, aggregator: null },
      decoded_call_data: { method_call: 'execute(address dest, uint256 value, bytes func)' },
      decoded_execute_call_data: { method_call: expect.stringMatching(/^transfer\(/) },
      ...{ execute_target: { hash: bufferToAddress(TARGET) }, signature: '0x1234', revert_reason: null },
      ...{ user_logs_start_index: 4, user_logs_count: 1, sponsor_type: 'paymaster_sponsor' },
      ...{ nonce: `0x${'0'.repeat(63)}7`, raw: { nonce: '7', init_code: '0x', pre_verification_gas: '100' } },
    },
  ]);
  const summary = await api.get(`${BELOW}/operations/${hex(hash(205))}/summary`);
  const asked = (value: boolean) =>
    api.get(`${BELOW}/operations/${hex(hash(205))}/summary?just_request_body=${value}`);
  expect((await asked(false)).body).toEqual(summary.body);
  expect((await asked(true)).status).toBe(422);
  expect(summary.body).toMatchObject({
    data: {
      summaries: [
        {
          summary_template: '{account} called {method} on {target}, paid for by {paymaster}',
          summary_template_variables: { method: { type: 'method', value: 'transfer' } },
        },
      ],
    },
  });
});

test('what no input tells is null, and what is no operation is not found', async () => {
  const first = await api.get(`${BELOW}/operations/${hex(hash(3))}`);
  expect(first.body).toMatchObject({
    ...{ factory: { hash: bufferToAddress(FACTORY) }, gas: null, call_data: null, raw: null, index: 0 },
    ...{ user_logs_start_index: 1, user_logs_count: 2, revert_reason: null, bundle_index: 0 },
    sponsor_type: 'wallet_deposit',
  });
  const second = await api.get(`${BELOW}/operations/${hex(hash(5))}`);
  expect(second.body).toMatchObject({ bundle_index: 1, index: 0, sponsor_type: 'paymaster_hybrid' });
  const failed = await api.get(`${BELOW}/operations/${hex(hash(105))}`);
  expect(failed.body).toMatchObject({
    ...{ revert_reason: '0xdeadbeef', bundle_index: 0, index: 1, sponsor_type: 'paymaster_sponsor' },
    // the EntryPoint is called inside of the transaction, which the node traces
    ...{ call_data: EXECUTE, raw: { nonce: '7' } },
  });
  const unstarted = await api.get(`${BELOW}/operations/${hex(hash(103))}`);
  expect(unstarted.body).toMatchObject({
    ...{ user_logs_start_index: null, user_logs_count: null, sponsor_type: 'wallet_balance' },
    // no call of the trace has this operation
    raw: null,
  });
  const summary = await api.get(`${BELOW}/operations/${hex(hash(3))}/summary`);
  expect(summary.body).toMatchObject({
    data: { summaries: [{ summary_template: '{account} executed a user operation' }] },
  });
  for (const path of ['', '/summary']) {
    expect((await api.get(`${BELOW}/operations/${hex(hash(9))}${path}`)).status).toBe(404);
    expect((await api.get(`${BELOW}/operations/0x12${path}`)).status).toBe(422);
  }
});
