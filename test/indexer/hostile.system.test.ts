import { expect, test } from 'vitest';
import type { Database } from '@/lib/db/open-database';
import { AppError } from '@/lib/errors';
import { createContractCooldown } from '@/lib/indexer/enrich/contract-cooldown';
import { enrichContracts } from '@/lib/indexer/enrich/token-metadata';
import { converge, startProgress } from '@/lib/indexer/sync/converge';
import { createLog } from '@/lib/log';
import type { Rpc } from '@/lib/rpc/client';
import { RpcError } from '@/lib/rpc/rpc-error';
import { provideDatabase } from '../support/database';
import { createFakeRpc } from '../support/fake-rpc';
import { indexAll, openChain, openContext } from '../support/indexer-harness';

const CHAIN_ID = 66;
const MAX = (1n << 256n) - 1n;
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const TRANSFER_BATCH = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb';
const EXECUTOR_CAST = '0x31ccae6a2f8e3ced1692f77c8f668133e4afdaaa35afe844ff4659a6c27e627f';

type Json = Record<string, unknown>;
type HostileBlock = { header?: Json; transactions?: Json[]; receipts?: Json[]; trace?: unknown };

const quantity = (value: number | bigint) => `0x${value.toString(16)}`;
const word = (value: number | bigint) => value.toString(16).padStart(64, '0');
const hash = (seed: number | bigint) => `0x${word(seed)}`;
const address = (seed: number) => `0x${seed.toString(16).padStart(40, '0')}`;
const topic = (account: string) => `0x${account.slice(2).padStart(64, '0')}`;

const database = await provideDatabase();
let db: Database;

function refuse(message: string): never {
  throw new RpcError('the node', { code: -32000, message });
}

/** A node that returns the given blocks, completed with required fields. */
function createHostileRpc(
  blocks: readonly HostileBlock[],
  contract: (selector: string) => unknown = () => '0x',
): Rpc {
  const built = blocks.map((block, number) => {
    const place = { blockHash: hash(1000n + BigInt(number)), blockNumber: quantity(number) };
    const transactions = (block.transactions ?? []).map((extra, index) => ({
      ...place,
      hash: hash(BigInt(number) * 100_000n + BigInt(index) + 1n),
      transactionIndex: quantity(index),
      from: address(1),
      to: address(2),
      ...extra,
    }));
    const receipts = transactions.map((transaction, index) => ({
      ...place,
      transactionHash: transaction.hash,
      transactionIndex: quantity(index),
      logs: [],
      ...block.receipts?.[index],
    }));
    const header = {
      number: quantity(number),
      hash: place.blockHash,
      parentHash: hash(999n + BigInt(number)),
      timestamp: quantity(1_700_000_000 + number),
      ...block.header,
      transactions,
    };
    return { header, receipts, trace: block.trace };
  });
  const find = (tag: unknown) => built[Number(tag)];
  const answers: Record<string, (params: readonly unknown[]) => unknown> = {
    eth_chainId: () => quantity(CHAIN_ID),
    eth_blockNumber: () => quantity(built.length - 1),
    eth_getBlockByNumber: ([tag]) => find(tag)?.header ?? null,
    eth_getBlockReceipts: ([tag]) => find(tag)?.receipts ?? null,
    debug_traceBlockByNumber: ([tag]) => find(tag)?.trace ?? refuse('no trace of this block'),
    eth_getCode: () => '0x',
    eth_call: ([call]) => contract(JSON.stringify(call)),
  };
  return createFakeRpc(async (method, params) => {
    const answer = answers[method];
    if (!answer) throw new RpcError(method, { code: -32601, message: 'no such method' });
    return answer(params);
  });
}

async function indexHostile(
  blocks: readonly HostileBlock[],
  contract?: (selector: string) => unknown,
): Promise<void> {
  await database.sql`drop schema if exists chain_66 cascade`;
  db = await openChain(database.sql, CHAIN_ID);
  await indexAll({ rpc: createHostileRpc(blocks, contract), db });
  const [state] = await database.sql`select tip_number from chain_66.indexer_state`;
  expect(state?.tip_number).toBe(blocks.length - 1);
}

const log = (logIndex: number, fields: Json): Json => ({
  address: address(9),
  logIndex: quantity(logIndex),
  data: '0x',
  topics: [],
  ...fields,
});

test('ten transfers of 2^256-1 and their sums fit', async () => {
  const transfer = (at: number) =>
    log(at, { topics: [TRANSFER, topic(address(3)), topic(address(4))], data: hash(MAX) });
  await indexHostile([
    { transactions: [{}], receipts: [{ logs: Array.from({ length: 10 }, (_, at) => transfer(at)) }] },
  ]);
  const [sum] = await database.sql`select sum(amount) as sum from chain_66.token_transfers`;
  expect(sum?.sum).toBe(String(MAX * 10n));
});

test('the largest quantities fit everywhere', async () => {
  const all = quantity(MAX);
  const header = {
    gasLimit: all,
    gasUsed: all,
    baseFeePerGas: all,
    size: all,
    difficulty: all,
    totalDifficulty: all,
    timestamp: all,
    blobGasUsed: all,
    excessBlobGas: all,
  };
  const transaction = {
    nonce: all,
    value: all,
    gas: all,
    gasPrice: all,
    maxFeePerGas: all,
    maxPriorityFeePerGas: all,
    maxFeePerBlobGas: all,
    type: quantity(2 ** 31 - 1),
  };
  const receipt = {
    gasUsed: all,
    cumulativeGasUsed: all,
    effectiveGasPrice: all,
    blobGasUsed: all,
    blobGasPrice: all,
    l1Fee: all,
    operatorFeeScalar: all,
    operatorFeeConstant: all,
  };
  const heavy = { header, transactions: [transaction, transaction], receipts: [receipt, receipt] };
  await indexHostile([heavy, heavy]);
  const [row] = await database.sql`select fee_sum, day::text as day from chain_66.daily_stats`;
  expect(row).toEqual({ fee_sum: String(MAX * MAX * 4n), day: '9999-12-31' });
});

test("an old and poor chain fits: no status, no prices, no sizes, creations without receipts' word", async () => {
  const header = {
    timestamp: '0x0',
    uncles: [hash(5), hash(6)],
    extraData: '0x00ff00',
    nonce: '0x',
    miner: null,
  };
  await indexHostile([
    { header },
    {
      header,
      transactions: [{ to: null, gas: '0x64' }],
      receipts: [{ root: hash(1), gasUsed: '0x64', contractAddress: address(77) }],
    },
    {
      transactions: [{ to: null, gas: '0x64' }],
      receipts: [{ root: hash(1), gasUsed: '0x63', contractAddress: address(78) }],
    },
    { transactions: [{ to: null }], receipts: [{ status: '0x0', contractAddress: address(79) }] },
  ]);
  const created = await database.sql`
    select block_number, created_contract from chain_66.transactions where created_contract is not null`;
  expect([...created]).toEqual([
    { block_number: 2, created_contract: Buffer.from(address(78).slice(2), 'hex') },
  ]);
  const days = await database.sql`select blocks from chain_66.daily_stats`;
  expect([...days]).toEqual([{ blocks: 2 }]);
});

test('five thousand logs, huge inputs and a batch of equal token ids fit', async () => {
  const logs = Array.from({ length: 5_000 }, (_, at) =>
    log(at, {
      address: address(100 + (at % 50)),
      topics: [TRANSFER, topic(address(at + 10)), topic(address(0)), hash(at)],
    }),
  );
  const ids = `${word(3)}${word(7)}${word(7)}${word(MAX)}`;
  const batch = log(5_000, {
    topics: [TRANSFER_BATCH, topic(address(1)), topic(address(0)), topic(address(5))],
    data: `0x${word(64)}${word(64 + 128)}${ids}${ids}`,
  });
  await indexHostile([
    { transactions: [{ input: `0x${'00ff'.repeat(2_000_000)}` }], receipts: [{ logs: [...logs, batch] }] },
  ]);
  const [counts] = await database.sql`
    select (select count(*) from chain_66.logs) as logs, (select count(*) from chain_66.token_instances) as instances,
      (select length(input) from chain_66.transactions) as bytes`;
  expect(counts).toEqual({ logs: 5_001, instances: 5_002, bytes: 4_000_000 });
});

test('errors with NUL bytes, lone surrogates and long texts fit', async () => {
  const output = `0x08c379a0${word(32)}${word(4)}00ff5c09${'0'.repeat(56)}`;
  const frame = (error: string) => ({ result: { type: 'CALL', error, output, to: address(2) } });
  const errors = ['execution reverted: \u0000\\N\t\n"', '\ud800 lone', 'x'.repeat(100_000)];
  await indexHostile([
    {
      transactions: errors.map(() => ({})),
      receipts: errors.map(() => ({ status: '0x0' })),
      trace: errors.map(frame),
    },
  ]);
  const rows = await database.sql`select error, revert_output from chain_66.transactions order by index`;
  expect(rows[0]?.error.toString()).toBe(errors[0]);
  expect(rows[0]?.revert_output).toEqual(Buffer.from(output.slice(2), 'hex'));
  expect(rows[2]?.error.length).toBe(1000);
});

test('tokens that answer nonsense are tolerated', async () => {
  const text = (bytes: Buffer) =>
    `0x${word(32)}${word(bytes.length)}${bytes.toString('hex').padEnd(Math.ceil(bytes.length / 32) * 64, '0')}`;
  const answers: Record<number, (call: string) => unknown> = {
    1: () => text(Buffer.from('a\u0000b\\"{}')),
    2: () => `0x${word(MAX)}${word(MAX)}`,
    3: () => text(Buffer.from([0xff, 0xfe, 0x00, 0xc3])),
    4: () => text(Buffer.alloc(1_000_000, 'é')),
    5: () => '0x',
    6: () => {
      throw new RpcError('eth_call', { code: 3, message: 'execution reverted', data: '0x' });
    },
    7: () => hash(0),
  };
  const logs = Object.keys(answers).map((token, at) =>
    log(at, {
      address: address(200 + Number(token)),
      topics: [TRANSFER, topic(address(3)), topic(address(4))],
      data: hash(1),
    }),
  );
  const contract = (call: string) => {
    const token = Object.keys(answers).find((seed) => call.includes(address(200 + Number(seed))));
    return answers[Number(token)]?.(call) ?? '0x';
  };
  await indexHostile([{ transactions: [{}], receipts: [{ logs }] }], contract);
  const tokens = await database.sql`
    select metadata_status as status, length(name) as bytes, search_text from chain_66.tokens order by address`;
  expect(tokens.map(({ status }) => status)).toEqual([
    'fetched',
    'fetched',
    'fetched',
    'fetched',
    'failed',
    'failed',
    'fetched',
  ]);
  expect(tokens[0]?.search_text).toBe('a b\\"{} a b\\"{}');
  expect(tokens[3]?.bytes).toBe(1000);
});

test('events that only look like FHE operations or transfers are left out', async () => {
  const logs = [
    log(0, { topics: [EXECUTOR_CAST], data: '0x1234' }),
    log(1, { topics: [EXECUTOR_CAST, topic(address(3))], data: `0x${word(MAX).repeat(3)}` }),
    log(2, { topics: [TRANSFER], data: `0x${word(MAX).repeat(3)}` }),
    log(3, { topics: [TRANSFER_BATCH, hash(1), hash(2), hash(3)], data: `0x${word(MAX)}${word(MAX)}` }),
    log(7, { topics: [hash(1), hash(2), hash(3), hash(4)], data: `0x${'00'.repeat(100_000)}` }),
  ];
  await indexHostile([{ transactions: [{}], receipts: [{ logs }] }]);
  const [counts] = await database.sql`
    select (select count(*) from chain_66.token_transfers) as transfers, (select count(*) from chain_66.fhe_operations) as operations`;
  expect(counts).toEqual({ transfers: 0, operations: 0 });
});

test('signatures that no key made leave an authorization without authority', async () => {
  const authorization = (s: bigint) => ({
    chainId: '0x1',
    address: address(4),
    nonce: quantity(MAX),
    yParity: '0x0',
    r: quantity(MAX),
    s: quantity(s),
  });
  await indexHostile([
    { transactions: [{ type: '0x4', authorizationList: [authorization(MAX), authorization(0n)] }] },
  ]);
  const rows =
    await database.sql`select index, authority, nonce from chain_66.transaction_authorizations order by index`;
  expect([...rows]).toEqual([0, 1].map((index) => ({ index, authority: null, nonce: String(MAX) })));
});

test('calls and withdrawals of any content are written, sums of any size kept', async () => {
  const all = quantity(MAX);
  const withdrawal = { index: all, validatorIndex: all, address: address(5), amount: all };
  const inner = { type: 'CALL', from: address(2), to: address(3), value: all, gas: all, gasUsed: all };
  const calls = [
    {
      ...inner,
      error: 'nul\0 and \ud800',
      output: `0x${'00'.repeat(5_000)}`,
      input: `0x${'00'.repeat(5_000)}`,
    },
    { ...inner, type: 'SELFDESTRUCT', to: null },
    { type: 'CALL', from: 'nobody', calls: 'none' },
  ];
  await indexHostile([
    { header: { withdrawals: [withdrawal, withdrawal] } },
    { transactions: [{}], trace: [{ result: { ...inner, from: address(1), to: address(2), calls } }] },
  ]);
  const [state] = await database.sql`select withdrawals_count, withdrawals_sum from chain_66.indexer_state`;
  expect(state).toEqual({ withdrawals_count: 2, withdrawals_sum: String(2n * MAX * 10n ** 9n) });
  const rows = await database.sql`
    select index, type, value, input_size, octet_length(output) as output, is_undone
    from chain_66.internal_transactions order by index`;
  expect([...rows]).toEqual([
    { index: 1, type: 'call', value: String(MAX), input_size: 5_000, output: 512, is_undone: true },
    { index: 2, type: 'selfdestruct', value: String(MAX), input_size: 0, output: null, is_undone: false },
  ]);
});

test.each<[string, HostileBlock]>([
  ['a receipt of another transaction', { transactions: [{}], receipts: [{ transactionHash: hash(4) }] }],
  ['receipts of another block', { transactions: [{}], receipts: [{ blockHash: hash(4) }] }],
  ['a log of another block', { transactions: [{}], receipts: [{ logs: [log(0, { blockHash: hash(4) })] }] }],
  ['log indexes that do not rise', { transactions: [{}], receipts: [{ logs: [log(1, {}), log(1, {})] }] }],
  ['transactions out of order', { transactions: [{ transactionIndex: '0x1' }, { transactionIndex: '0x0' }] }],
  ['a quantity above 256 bits', { transactions: [{ value: quantity(MAX + 1n) }] }],
  ['hashes only', { transactions: [{ hash: '0x12' }] }],
  [
    'a trace of another transaction',
    { transactions: [{}], trace: [{ txHash: hash(4), result: { type: 'CALL' } }] },
  ],
])('%s is a disagreement that is asked about again', async (_, block) => {
  await database.sql`drop schema if exists chain_66 cascade`;
  db = await openChain(database.sql, CHAIN_ID);
  const indexing = indexAll({ rpc: createHostileRpc([{}, block]), db });
  await expect(indexing).rejects.toMatchObject({ code: 'node_answer', retryable: true });
});

test('a contract that the node says nothing of rests, and keeps no other from being asked', async () => {
  const tokens = [201, 202, 203].map(address);
  const logs = tokens.map((token, at) =>
    log(at, { address: token, topics: [TRANSFER, topic(address(3)), topic(address(4))], data: hash(1) }),
  );
  const node = createHostileRpc([{ transactions: [{}], receipts: [{ logs }] }]);
  const silent = new AppError('node_unreachable', 'The node did not answer in time.');
  let isIndexed = false;
  let isAway = false;
  const requests: string[] = [];
  const rpc = createFakeRpc(async (method, params) => {
    if (isAway) throw silent;
    const subject = JSON.stringify(params);
    const of = tokens.find((token) => subject.includes(token));
    if (isIndexed && of !== undefined) requests.push(of);
    if (isIndexed && of === tokens[0] && method === 'eth_call') throw silent;
    if (isIndexed && of === tokens[1] && method === 'eth_getCode') throw silent;
    return method === 'eth_getCode' ? '0x60' : node.request(method, params);
  });
  await database.sql`drop schema if exists chain_66 cascade`;
  db = await openChain(database.sql, CHAIN_ID);
  const context = await openContext({ rpc, db });
  while ((await converge(context, startProgress())).kind !== 'idle');
  isIndexed = true;
  let now = 0;
  const quiet = createLog({ name: 'test', level: 'silent' });
  const cooldown = createContractCooldown({ rpc, log: quiet, now: () => now });
  const enrich = () => enrichContracts({ rpc, db, cooldown }, { isAtHead: true });
  while ((await enrich()) > 0);
  const states = () => database.sql`
    select t.metadata_status, a.proxy_status from chain_66.tokens t join chain_66.addresses a using (address)
    order by address`;
  expect(await states()).toEqual([
    { metadata_status: 'pending', proxy_status: 'pending' },
    { metadata_status: 'failed', proxy_status: 'asked' },
    { metadata_status: 'failed', proxy_status: 'read' },
  ]);
  requests.length = 0;
  expect(await enrich()).toBe(0);
  expect(requests).toEqual([]);
  now = 11 * 60_000;
  isAway = true;
  await expect(enrich()).rejects.toThrow(silent);
  [isAway, isIndexed] = [false, false];
  while ((await enrich()) > 0);
  expect((await states()).map(({ proxy_status }) => proxy_status)).toEqual(['read', 'read', 'read']);
});

test.each([
  ['a backend that lags', -32000, 'header not found'],
  ['a state that is not there', -32000, 'missing trie node 3e9a (path )'],
  ['a call that takes too long', -32000, 'execution aborted (timeout = 5s)'],
])('%s says nothing of a contract, which is asked again', async (_, code, message) => {
  const token = address(201);
  const logs = [
    log(0, { address: token, topics: [TRANSFER, topic(address(3)), topic(address(4))], data: hash(1) }),
    log(1, { address: token, topics: [TRANSFER, topic(address(3)), topic(address(4)), hash(7)] }),
  ];
  let isLagging = true;
  const rpc = createHostileRpc([{ transactions: [{}], receipts: [{ logs }] }], () => {
    if (isLagging) throw new RpcError('eth_call', { code, message });
    return hash(1);
  });
  await database.sql`drop schema if exists chain_66 cascade`;
  db = await openChain(database.sql, CHAIN_ID);
  const context = await openContext({ rpc, db });
  while ((await converge(context, startProgress())).kind !== 'idle');
  await database.sql`
    update chain_66.addresses set is_contract = true, first_fhe_block = 0 where address = ${Buffer.from(token.slice(2), 'hex')}`;
  let now = 0;
  const quiet = createLog({ name: 'test', level: 'silent' });
  const cooldown = createContractCooldown({ rpc, log: quiet, now: () => now });
  const enrich = () => enrichContracts({ rpc, db, cooldown }, { isAtHead: true });
  while ((await enrich()) > 0);
  const state = () => database.sql`
    select t.metadata_status, a.is_fhe, i.metadata_status as instance_status
    from chain_66.tokens t join chain_66.addresses a using (address)
    join chain_66.token_instances i on i.token_address = t.address`;
  expect([...(await state())]).toEqual([
    { metadata_status: 'pending', is_fhe: null, instance_status: 'pending' },
  ]);
  [isLagging, now] = [false, 60_000];
  while ((await enrich()) > 0);
  expect([...(await state())]).toEqual([
    { metadata_status: 'fetched', is_fhe: true, instance_status: 'failed' },
  ]);
});
