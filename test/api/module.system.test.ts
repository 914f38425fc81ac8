import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { provideTestApi, TEST_CHAIN_ID, TEST_KEY } from '../support/api-harness';
import { address, hash, hex, insert } from '../support/api-rows';

const api = await provideTestApi({ coinBalance: async () => (isNodeSilent ? undefined : 5n * 10n ** 18n) });
let isNodeSilent = false;

const ALICE = address(30);
const BOB = address(31);
const CONTRACT = address(32);
const INNER = address(33);
const COIN = address(20);
const NFT = address(21);
const SECRET = address(22);
const MULTI = address(23);
const BLOCKS = 30;
const TIP = BLOCKS - 1;
const V2 = { chainid: TEST_CHAIN_ID };
const record = z.record(z.string(), z.unknown());
const answerSchema = z.object({ status: z.enum(['0', '1']), message: z.string(), result: z.unknown() });

/** Each block: Alice sends to Bob, which moves a coin and an NFT and calls the contract; Bob answers. */
beforeAll(async () => {
  const { db } = api;
  await insert.token(db, {
    address: COIN,
    name: Buffer.from('Coin'),
    symbol: Buffer.from('C'),
    decimals: 6,
    total_supply: '1000',
  });
  await insert.token(db, { address: NFT, type: 'ERC-721' });
  await insert.token(db, { address: SECRET, type: 'ERC-7984', balances_by: 'none' });
  await insert.token(db, { address: MULTI, type: 'ERC-1155' });
  for (let block = 0; block < BLOCKS; block += 1) {
    await insert.block(db, block);
    await insert.transaction(
      db,
      { block, index: 0 },
      { from_address: ALICE, to_address: BOB, input: Buffer.from('a9059cbb00', 'hex'), logs_count: 2 },
    );
    await insert.transaction(db, { block, index: 1 }, { from_address: BOB, to_address: ALICE, status: 0 });
    await insert.transfers(db, { block, index: 0 }, [
      { log_index: 0, token_type: 'ERC-20', amount: String(block), token: COIN, from: ALICE, to: BOB },
      { log_index: 1, token_type: 'ERC-721', token_ids: [block], token: NFT, from: ALICE, to: ALICE },
      {
        log_index: 2,
        token_type: 'ERC-1155',
        token_ids: [7, 8],
        amounts: [block, 1],
        token: MULTI,
        from: ALICE,
        to: BOB,
      },
    ]);
    const topics = { topic0: hash(block % 2), topic1: hash(block % 3) };
    await insert.log(db, { block, index: 0, log: 0 }, { address: COIN, ...topics, data: Buffer.of(block) });
    await insert.internal(
      db,
      { block, index: 0, call: 1 },
      { from_address: BOB, to_address: ALICE, value: '9' },
    );
  }
  await insert.transaction(
    db,
    { block: 7, index: 2 },
    { from_address: ALICE, to_address: null, created_contract: CONTRACT },
  );
  const created = { is_contract: true, created_block: 7, created_transaction_index: 2 };
  await insert.address(db, { address: CONTRACT, ...created });
  await insert.address(db, {
    address: INNER,
    is_contract: true,
    created_block: 8,
    created_transaction_index: 0,
  });
  await insert.internal(
    db,
    { block: 8, index: 0, call: 3 },
    { type: 'create', from_address: CONTRACT, to_address: null, created_contract: INNER },
  );
  const abi = Buffer.from('[{"type":"function","name":"f","inputs":[],"outputs":[]}]');
  await db.sql`insert into ${db.schema}.contract_interfaces ${db.sql({
    address: CONTRACT,
    source: 'verified',
    verified_via: 'sourcify',
    name: Buffer.from('Box'),
    abi,
    abi_hash: hash(1),
    is_exact: true,
    compiler_version: Buffer.from('0.8.30'),
    file_path: Buffer.from('src/Box.sol'),
    compiler_settings: Buffer.from('{"optimizer":{"enabled":true,"runs":200},"evmVersion":"paris"}'),
    sources: Buffer.from('{"src/Box.sol":"contract Box {}","src/Lid.sol":"contract Lid {}"}'),
  })}`;
  await db.sql`insert into ${db.schema}.token_holders (holder, token_address, value) values (${BOB}, ${COIN}, 435)`;
});

async function ask(module: string, action: string, query: Record<string, string | number> = {}) {
  const given = Object.entries(query).map(([name, value]) => [name, String(value)]);
  const answer = await api.get(
    `/api?${new URLSearchParams([['module', module], ['action', action], ...given])}`,
  );
  expect(answer.status).toBe(200);
  return answerSchema.parse(answer.body);
}
const list = async (...call: Parameters<typeof ask>) => z.array(record).parse((await ask(...call)).result);
const heightsOf = (items: Record<string, unknown>[]) => items.map(({ blockNumber }) => Number(blockNumber));

test('an address has its transactions by block range, page and order', async () => {
  const address = hex(ALICE);
  const all = await list('account', 'txlist', { address });
  expect(all).toHaveLength(2 * BLOCKS + 1);
  expect(heightsOf(all)).toEqual(heightsOf(all).sort((a, b) => b - a));
  expect(all.at(-1)).toEqual({
    blockNumber: '0',
    blockHash: hex(hash(1_000_000)),
    timeStamp: '1700000000',
    hash: hex(hash(2_000_000)),
    nonce: '1',
    transactionIndex: '0',
    from: hex(ALICE),
    to: hex(BOB),
    contractAddress: '',
    value: '1000',
    gas: '21000',
    gasPrice: '10',
    gasUsed: '21000',
    cumulativeGasUsed: '21000',
    confirmations: String(BLOCKS),
    input: '0xa9059cbb00',
    methodId: '0xa9059cbb',
    functionName: '',
    isError: '0',
    txreceipt_status: '1',
  });
  const gas = (items: Record<string, unknown>[]) => items.map((item) => item.cumulativeGasUsed);
  const inBlock = { startblock: 7, endblock: 7 };
  expect(gas(await list('account', 'txlist', { address, ...inBlock }))).toEqual(['63000', '42000', '21000']);
  expect(gas(await list('account', 'tokennfttx', { address, ...inBlock }))).toEqual(['21000']);
  const oldest = await list('account', 'txlist', { address, sort: 'asc' });
  expect(oldest).toEqual([...all].reverse());
  expect(await list('account', 'txlist', { address, ...V2 })).toEqual(oldest);
  const pages = await Promise.all(
    [1, 2, 3, 4].map((page) => list('account', 'txlist', { address, page, offset: 20, sort: 'asc' })),
  );
  expect(pages.map((page) => page.length)).toEqual([20, 20, 20, 1]);
  expect(pages.flat()).toEqual(oldest);
  const range = await list('account', 'txlist', { address, startblock: 7, endblock: 8 });
  expect(heightsOf(range)).toEqual([8, 8, 7, 7, 7]);
  expect(await list('account', 'txlist', { address: hex(CONTRACT) })).toMatchObject([
    { contractAddress: hex(CONTRACT), to: '', methodId: '0x' },
  ]);
  expect(all.filter(({ isError }) => isError === '1')).toHaveLength(BLOCKS);
  expect(await ask('account', 'txlist', { address: hex(COIN) })).toEqual({
    status: '0',
    message: 'No transactions found',
    result: [],
  });
});

test('transfers come by address, by token, and by both', async () => {
  const [newest] = await list('account', 'tokentx', { address: hex(BOB), offset: 1 });
  expect(newest).toMatchObject({
    blockNumber: String(TIP),
    from: hex(ALICE),
    to: hex(BOB),
    contractAddress: hex(COIN),
    value: String(TIP),
    tokenName: 'Coin',
    tokenSymbol: 'C',
    tokenDecimal: '6',
    confirmations: '1',
  });
  const ofToken = await list('account', 'tokentx', { contractaddress: hex(COIN), sort: 'asc' });
  expect(ofToken.map(({ value }) => Number(value))).toEqual(Array.from({ length: BLOCKS }, (_, at) => at));
  const both = { address: hex(ALICE), contractaddress: hex(NFT) };
  const nfts = await list('account', 'tokennfttx', { ...both, startblock: 3, endblock: 5 });
  expect(nfts.map(({ tokenID }) => tokenID)).toEqual(['5', '4', '3']);
  expect(await list('account', 'tokentx', both)).toEqual([]);
});

test('of an event of several token IDs each is a transfer, also between pages', async () => {
  const query = { address: hex(BOB), contractaddress: hex(MULTI), sort: 'asc' };
  const all = await list('account', 'token1155tx', query);
  expect(all).toHaveLength(2 * BLOCKS);
  expect(all[2]).toMatchObject({ blockNumber: '1', tokenID: '7', tokenValue: '1', logIndex: '2' });
  const pages = await Promise.all(
    [1, 2, 3].map((page) => list('account', 'token1155tx', { ...query, page, offset: 25 })),
  );
  expect(pages.flat()).toEqual(all);
  expect(await list('account', 'tokentx', { contractaddress: hex(MULTI) })).toEqual([]);
});

test('calls are told where the node gives traces, else it is said', async () => {
  const { sql, db } = api;
  const address = hex(ALICE);
  expect(await ask('account', 'txlistinternal', { address })).toMatchObject({
    status: '0',
    message: 'NOTOK',
  });
  await sql`update ${db.schema}.indexer_state set has_traces = true`;
  const calls = await list('account', 'txlistinternal', { address, offset: 2, page: 2 });
  expect(calls).toMatchObject([
    { blockNumber: String(TIP - 2), from: hex(BOB), to: address, value: '9', type: 'call', isError: '0' },
    { blockNumber: String(TIP - 3) },
  ]);
  expect(await list('account', 'txlistinternal', { startblock: 3, endblock: 4, sort: 'asc' })).toMatchObject([
    { blockNumber: '3' },
    { blockNumber: '4' },
  ]);
  const txhash = hex(hash(2_004_000));
  expect(await ask('account', 'txlistinternal', { txhash })).toMatchObject({ message: 'NOTOK' });
  await sql`update ${db.schema}.transactions set internal_transactions_count = 1`;
  expect(await list('account', 'txlistinternal', { txhash })).toMatchObject([{ hash: txhash, index: '1' }]);
  await sql`update ${db.schema}.indexer_state set internal_transactions_since = 20`;
  const partial = await ask('account', 'txlistinternal', { address });
  expect([partial.status, partial.message]).toEqual([
    '1',
    'OK-Internal transactions are indexed from block 20',
  ]);
  expect((await ask('account', 'txlistinternal', { address, startblock: 20 })).message).toBe('OK');
});

test('balances are those of the node, of tokens those of the index', async () => {
  expect(await ask('account', 'balance', { address: hex(ALICE) })).toEqual({
    status: '1',
    message: 'OK',
    result: '5000000000000000000',
  });
  const two = await list('account', 'balancemulti', { address: `${hex(ALICE)},${hex(BOB)}` });
  expect(two).toEqual([ALICE, BOB].map((who) => ({ account: hex(who), balance: '5000000000000000000' })));
  isNodeSilent = true;
  expect(await ask('account', 'balance', { address: hex(ALICE) })).toMatchObject({
    status: '0',
    message: 'NOTOK',
  });
  isNodeSilent = false;
  const token = { contractaddress: hex(COIN) };
  expect((await ask('account', 'tokenbalance', { address: hex(BOB), ...token })).result).toBe('435');
  expect((await ask('account', 'tokenbalance', { address: hex(ALICE), ...token })).result).toBe('0');
  const secret = { address: hex(BOB), contractaddress: hex(SECRET) };
  expect((await ask('account', 'tokenbalance', secret)).result).toBe(
    'The balance is not known at the moment',
  );
  expect(await list('account', 'tokenlist', { address: hex(BOB) })).toEqual([
    { contractAddress: hex(COIN), balance: '435', name: 'Coin', symbol: 'C', decimals: '6', type: 'ERC-20' },
  ]);
  expect((await ask('stats', 'tokensupply', token)).result).toBe('1000');
  expect((await ask('token', 'getToken', token)).result).toMatchObject({
    totalSupply: '1000',
    type: 'ERC-20',
  });
});

test('a contract tells its interface, its sources and who made it', async () => {
  const contract = { address: hex(CONTRACT) };
  const abi = z.string().parse((await ask('contract', 'getabi', contract)).result);
  expect(JSON.parse(abi)).toMatchObject([{ name: 'f' }]);
  expect(await list('contract', 'getsourcecode', contract)).toMatchObject([
    {
      ContractName: 'Box',
      SourceCode: expect.stringMatching(/^\{\{.*\}\}$/),
      ContractFileName: 'src/Box.sol',
      CompilerVersion: 'v0.8.30',
      OptimizationUsed: '1',
      Runs: '200',
      EVMVersion: 'paris',
      Proxy: '0',
    },
  ]);
  const [source] = await list('contract', 'getsourcecode', contract);
  expect(JSON.parse(String(source?.SourceCode).slice(1, -1))).toEqual({
    language: 'Solidity',
    sources: { 'src/Box.sol': { content: 'contract Box {}' }, 'src/Lid.sol': { content: 'contract Lid {}' } },
    settings: { optimizer: { enabled: true, runs: 200 }, evmVersion: 'paris' },
  });
  const unknown = { address: hex(COIN) };
  expect(await ask('contract', 'getabi', unknown)).toEqual({
    status: '0',
    message: 'NOTOK',
    result: 'Contract source code not verified',
  });
  expect(await list('contract', 'getsourcecode', unknown)).toMatchObject([
    { SourceCode: '', ABI: 'Contract source code not verified', OptimizationUsed: '' },
  ]);
  const asked = { contractaddresses: `${hex(CONTRACT)},${hex(COIN)},${hex(INNER)}` };
  expect(await list('contract', 'getcontractcreation', asked)).toEqual([
    {
      contractAddress: hex(CONTRACT),
      contractCreator: hex(ALICE),
      txHash: hex(hash(2_007_002)),
      blockNumber: '7',
      timestamp: String(1_700_000_000 + 12 * 7),
      contractFactory: '',
    },
    {
      contractAddress: hex(INNER),
      contractCreator: hex(ALICE),
      txHash: hex(hash(2_008_000)),
      blockNumber: '8',
      timestamp: String(1_700_000_000 + 12 * 8),
      contractFactory: hex(CONTRACT),
    },
  ]);
});

test('logs of an address are found by topics, joined by and or by or', async () => {
  const find = async (query: Record<string, string | number>) =>
    (await list('logs', 'getLogs', { address: hex(COIN), ...query })).map(({ data }) => Number(data));
  const all = Array.from({ length: BLOCKS }, (_, at) => at);
  expect(await find({})).toEqual(all);
  expect(await find({ fromBlock: 4, toBlock: 6 })).toEqual([4, 5, 6]);
  const [topic0, topic1] = [hex(hash(1)), hex(hash(2))];
  expect(await find({ topic0 })).toEqual(all.filter((at) => at % 2 === 1));
  expect(await find({ topic0, topic1 })).toEqual(all.filter((at) => at % 2 === 1 && at % 3 === 2));
  const either = all.filter((at) => at % 2 === 1 || at % 3 === 2);
  expect(await find({ topic0, topic1, topic0_1_opr: 'or' })).toEqual(either);
  expect(await find({ topic0, topic1, topic0_1_opr: 'or', page: 2, offset: 3 })).toEqual(either.slice(3, 6));
  const three = { topic0, topic1, topic2: topic0, topic0_1_opr: 'or' };
  expect((await ask('logs', 'getLogs', { address: hex(COIN), ...three })).result).toContain('all by or');
  expect(
    (await list('logs', 'getLogs', { address: hex(COIN), fromBlock: 17, toBlock: 17 }))[0],
  ).toMatchObject({
    blockNumber: '0x11',
    timeStamp: `0x${(1_700_000_000 + 12 * 17).toString(16)}`,
    topics: [topic0, hex(hash(2))],
    logIndex: '0x0',
    gasUsed: '0x5208',
  });
});

test('what is too much to look through or to send is refused, not cut', async () => {
  const { sql, db } = api;
  await sql`
    insert into ${db.schema}.logs (block_number, transaction_index, log_index, address, data)
    select 10, 1, 100 + n, ${BOB}, '' from generate_series(1, 5001) n`;
  const query = { address: hex(BOB), topic0: hex(hash(1)) };
  expect((await ask('logs', 'getLogs', query)).result).toContain('More than 5000 logs');
  expect((await ask('logs', 'getLogs', { ...query, toBlock: 9 })).message).toBe('No records found');
  expect(await list('logs', 'getLogs', { address: hex(BOB), offset: 7 })).toHaveLength(7);
  await sql`
    insert into ${db.schema}.logs (block_number, transaction_index, log_index, address, data)
    select 11, 1, n, ${ALICE}, decode(repeat('00', 3000000), 'hex') from generate_series(100, 103) n`;
  expect((await ask('logs', 'getLogs', { address: hex(ALICE) })).result).toContain('too large');
  expect(await list('logs', 'getLogs', { address: hex(ALICE), offset: 2 })).toHaveLength(2);
  const big = { from_address: NFT, to_address: NFT, input: Buffer.alloc(3_000_000) };
  for (const index of [10, 11, 12]) await insert.transaction(db, { block: 12, index }, big);
  expect((await ask('account', 'txlist', { address: hex(NFT) })).result).toContain('too large');
  expect(await list('account', 'txlist', { address: hex(NFT), offset: 1, page: 3 })).toHaveLength(1);
});

test('blocks by time, and how a transaction ended', async () => {
  const near = async (timestamp: number, closest: string) =>
    (await ask('block', 'getblocknobytime', { timestamp, closest })).result;
  const second = 1_700_000_000;
  expect(await near(second + 25, 'before')).toEqual({ blockNumber: '2' });
  expect(await near(second + 25, 'after')).toEqual({ blockNumber: '3' });
  expect(await near(second + 24, 'after')).toEqual({ blockNumber: '2' });
  expect(await near(second - 1, 'before')).toBe('Error! No closest block found');
  expect(
    (await ask('block', 'getblocknobytime', { ...V2, timestamp: second + 25, closest: 'before' })).result,
  ).toBe('2');
  expect((await ask('block', 'getblockcountdown', { blockno: 129 })).result).toMatchObject({
    CurrentBlock: String(TIP),
    RemainingBlock: '100',
    EstimateTimeInSec: '1200.0',
  });
  expect((await ask('block', 'getblockcountdown', { blockno: 3 })).result).toBe(
    'Error! Block number already pass',
  );
  const [good, bad] = [hex(hash(2_003_000)), hex(hash(2_003_001))];
  expect((await ask('transaction', 'gettxreceiptstatus', { txhash: good })).result).toEqual({ status: '1' });
  expect((await ask('transaction', 'getstatus', { txhash: good })).result).toEqual({
    isError: '0',
    errDescription: '',
  });
  expect((await ask('transaction', 'getstatus', { txhash: bad })).result).toEqual({
    isError: '1',
    errDescription: 'execution reverted',
  });
  expect((await ask('transaction', 'getstatus', { txhash: hex(hash(9)) })).message).toBe('NOTOK');
  const unknown = await ask('transaction', 'gettxreceiptstatus', { txhash: hex(hash(9)) });
  expect(unknown).toEqual({ status: '1', message: 'OK', result: { status: '' } });
});

test.each([
  ['account', 'txlist', {}, 'Missing parameter address'],
  ['account', 'txlist', { address: '0x12' }, 'address: Invalid address format'],
  ['account', 'txlist', { address: hex(ALICE), startblock: '-1' }, 'startblock: Invalid block number'],
  ['account', 'txlist', { address: hex(ALICE), page: '2' }, 'Result window is too large'],
  ['account', 'txlist', { address: hex(ALICE), sort: 'up' }, 'sort: asc or desc'],
  ['account', 'tokentx', {}, 'Missing parameter address or contractaddress'],
  ['account', 'balancemulti', { address: Array(21).fill(hex(ALICE)).join(',') }, 'At most 20 addresses'],
  ['block', 'getblocknobytime', { timestamp: '5' }, 'Missing parameter closest'],
  ['transaction', 'getstatus', { txhash: hex(ALICE) }, 'txhash: Invalid hash'],
  ['account', 'nonsense', {}, 'invalid Action name'],
  ['constructor', 'name', {}, 'invalid Module name'],
  ['account', 'balance', { address: hex(ALICE), chainid: '1' }, 'chainid is not that'],
])('%s %s with %j says what is wrong', async (...[module, action, query, reason]) => {
  const answer = await ask(module, action, query);
  expect([answer.status, answer.message]).toEqual(['0', 'NOTOK']);
  expect(answer.result).toContain(reason);
});

test('it is at three addresses, through the gate; other parameters are ignored', async () => {
  const query = `module=Account&action=BALANCE&address=${hex(ALICE)}&tag=latest&chainid=${TEST_CHAIN_ID}`;
  const refused = await api.get(`/api?${query}`, { key: null });
  expect([refused.status, refused.body]).toMatchObject([
    401,
    { status: '0', message: 'NOTOK', result: 'Missing/Invalid API Key' },
  ]);
  const keyed = await api.get(`/api?${query}`);
  expect(keyed.headers.get('x-credits-remaining')).not.toBeNull();
  const open = await api.request(`/api?${query}`);
  expect(open.body).toEqual(keyed.body);
  expect(open.headers.get('deprecation')).not.toBeNull();
  const madeUp = await api.request(`/api?${query}&apikey=made-up`);
  expect([madeUp.status, madeUp.body]).toEqual([200, keyed.body]);
  expect(madeUp.headers.get('x-credits-remaining')).toBeNull();
  expect((await api.request(`/v2/api?${query}&apikey=made-up`)).status).toBe(401);
  expect((await api.request(`/${TEST_CHAIN_ID}/api?${query}&apikey=made-up`)).status).toBe(401);
  const v2 = await api.request(`/v2/api?${query}&apikey=${TEST_KEY}`);
  expect([v2.status, v2.body, v2.headers.has('deprecation')]).toEqual([200, keyed.body, false]);
  expect((await api.request(`/v2/api?${query}`)).status).toBe(401);
  const elsewhere = await api.request(`/v2/api?module=account&chainid=999&apikey=${TEST_KEY}`);
  expect([elsewhere.status, elsewhere.body]).toMatchObject([404, { status: '0', message: 'NOTOK' }]);
  expect((await api.request('/api/nothing')).status).toBe(404);
  expect((await api.get('/api/')).body).toMatchObject({ status: '0' });
});
