import { FetchRequest, Interface, JsonRpcProvider } from 'ethers';
import { createPublicClient, http, parseAbi } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { TEST_CHAIN_ID, TEST_KEY } from '../support/api-harness';
import { provideDemoApi } from '../support/demo-api';

const demo = await provideDemoApi();
let server: { url: string; stop(): Promise<void> };
beforeAll(async () => {
  server = await demo.api.listen();
});
afterAll(async () => {
  await server?.stop();
});

const PATH = `/${TEST_CHAIN_ID}/json-rpc`;
const post = (body: unknown, { path = PATH, key = TEST_KEY }: { path?: string; key?: string | null } = {}) =>
  demo.api.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const request = (method: string, params: unknown[] = [], id: number | string = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});
const addressOf = (text: string | undefined) => z.templateLiteral(['0x', z.string()]).parse(text);

test("viem's client reads over it what it reads from the node", async () => {
  const fetchOptions = { headers: { authorization: `Bearer ${TEST_KEY}` } };
  const ours = createPublicClient({
    transport: http(`${server.url}${PATH}`, { fetchOptions, batch: { batchSize: 20 } }),
  });
  const node = createPublicClient({ transport: http(demo.chain.rpcUrl) });
  const token = addressOf(demo.chain.history.contracts.DemoDollar);
  const hash = addressOf(demo.chain.history.transactions['ERC-20 transfer']);
  const abi = parseAbi(['function symbol() view returns (string)', 'function transfer(address, uint256)']);
  const read = async (client: typeof ours) => ({
    chain: await client.getChainId(),
    block: await client.getBlock({ blockNumber: 7n, includeTransactions: true }),
    facts: await Promise.all([
      client.getBlockNumber(),
      client.getBalance({ address: token }),
      client.getCode({ address: token }),
      client.getTransaction({ hash }),
      client.getTransactionReceipt({ hash }),
      client.getTransactionCount({ address: token }),
      client.getStorageAt({ address: token, slot: '0x2' }),
      client.readContract({ address: token, abi, functionName: 'symbol' }),
      client.getLogs({ address: token, fromBlock: 0n, toBlock: 'latest' }),
      client.getFeeHistory({ blockCount: 3, rewardPercentiles: [50] }),
    ]),
  });
  expect(await read(ours)).toEqual(await read(node));
  const call = { address: token, abi, functionName: 'transfer', args: [token, 2n ** 200n] } as const;
  const [refused, expected] = await Promise.all(
    [ours, node].map((client) =>
      client.simulateContract({ ...call, account: token }).catch((error) => error),
    ),
  );
  expect(refused.shortMessage).toBe(expected.shortMessage);
  expect(refused.name).toBe('ContractFunctionExecutionError');
});

test("ethers' provider reads over it what it reads from the node, in batches", async () => {
  const request = new FetchRequest(`${server.url}${PATH}`);
  request.setHeader('authorization', `Bearer ${TEST_KEY}`);
  const options = { staticNetwork: true, batchMaxCount: 20 };
  const ours = new JsonRpcProvider(request, TEST_CHAIN_ID, options);
  const node = new JsonRpcProvider(demo.chain.rpcUrl, TEST_CHAIN_ID, options);
  const token = demo.chain.history.contracts.DemoDollar ?? '';
  const hash = demo.chain.history.transactions['ERC-20 transfer'] ?? '';
  const erc20 = new Interface([
    'function symbol() view returns (string)',
    'function transfer(address to, uint256 value) returns (bool)',
    'event Transfer(address indexed from, address indexed to, uint256 value)',
  ]);
  const read = async (provider: JsonRpcProvider) => {
    const [block, transaction, receipt, ...rest] = await Promise.all([
      provider.getBlock(7, true),
      provider.getTransaction(hash),
      provider.getTransactionReceipt(hash),
      provider.getBlockNumber(),
      provider.getBalance(token),
      provider.getCode(token),
      provider.getTransactionCount(token),
      provider.call({ to: token, data: erc20.encodeFunctionData('symbol') }),
      provider.getLogs({ address: token, fromBlock: 0, topics: erc20.encodeFilterTopics('Transfer', []) }),
    ]);
    return { transaction: transaction?.toJSON(), receipt: receipt?.toJSON(), block: block?.toJSON(), rest };
  };
  try {
    const [told, expected] = [await read(ours), await read(node)];
    expect(expected.receipt).toMatchObject({ hash });
    expect(JSON.stringify(told, writeBigint)).toBe(JSON.stringify(expected, writeBigint));
    const tooMuch = {
      to: token,
      from: token,
      data: erc20.encodeFunctionData('transfer', [token, 2n ** 200n]),
    };
    await expect(ours.estimateGas(tooMuch)).rejects.toMatchObject({ code: 'CALL_EXCEPTION' });
  } finally {
    ours.destroy();
    node.destroy();
  }
});
const writeBigint = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value);

test('a batch costs as much as its requests, and is answered in order with its ids', async () => {
  const batch = [request('eth_chainId', [], 'a'), request('eth_accounts', [], 2), { nothing: true }];
  const answer = await post(batch);
  expect([answer.status, answer.body]).toEqual([
    200,
    [
      { jsonrpc: '2.0', id: 'a', result: '0x7a69' },
      { jsonrpc: '2.0', id: 2, error: { code: -32601, message: 'This method is not offered' } },
      { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'This is not a JSON-RPC request' } },
    ],
  ]);
  expect(answer.headers.get('x-credits-remaining')).not.toBeNull();
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
});

test('what is refused is an error in the form of JSON-RPC', async () => {
  const refused = async (...call: Parameters<typeof post>) => {
    const { status, body } = await post(...call);
    const { error } = z
      .object({ jsonrpc: z.literal('2.0'), id: z.null(), error: z.object({ code: z.int() }) })
      .parse(body);
    return [status, error.code];
  };
  expect(await refused(request('eth_chainId'), { key: null })).toEqual([401, -32001]);
  expect(await refused(request('eth_chainId'), { key: 'wrong' })).toEqual([401, -32001]);
  expect(await refused(request('eth_chainId'), { path: '/999/json-rpc' })).toEqual([404, -32001]);
  expect(await refused('{')).toEqual([400, -32700]);
  expect(await refused(`${'['.repeat(100)}${']'.repeat(100)}`)).toEqual([400, -32700]);
  expect(await refused([])).toEqual([400, -32600]);
  expect(await refused(Array(21).fill(request('eth_chainId')))).toEqual([413, -32600]);
  expect(await refused('x'.repeat(300_000))).toEqual([413, -32600]);
});

test('it is open for the default chain, and for pages of other origins', async () => {
  const open = await post(request('eth_chainId'), { path: '/json-rpc', key: null });
  expect([open.status, open.body]).toMatchObject([200, { result: '0x7a69' }]);
  expect(open.headers.get('x-ratelimit-limit')).toBe('600');
  const preflight = await demo.api.request(PATH, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://dapp.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    },
  });
  expect(preflight.headers.get('access-control-allow-methods')).toContain('POST');
  expect(preflight.headers.get('access-control-allow-headers')).toMatch(/content-type|\*/);
  expect((await post(request('eth_chainId'), { path: `/${TEST_CHAIN_ID}/api/v2/blocks` })).status).toBe(405);
});

const answerOf = z.object({ status: z.string(), result: z.unknown() });
const recordsOf = z.array(z.record(z.string(), z.unknown()));
async function askModule(query: Record<string, string>) {
  const search = new URLSearchParams({ chainid: String(TEST_CHAIN_ID), apikey: TEST_KEY, ...query });
  const { body } = await demo.api.request(`/v2/api?${search}`);
  return body;
}

test('module and action tell what the node and the REST API tell', async () => {
  const { contracts, transactions } = demo.chain.history;
  const [token, hash] = [contracts.DemoDollar ?? '', transactions['ERC-20 transfer'] ?? ''];
  const proxied = async (query: Record<string, string>) => askModule({ module: 'proxy', ...query });
  const direct = async (method: string, params: unknown[]) => (await post(request(method, params))).body;
  expect(await proxied({ action: 'eth_getTransactionReceipt', txhash: hash })).toEqual(
    await direct('eth_getTransactionReceipt', [hash]),
  );
  expect(await proxied({ action: 'eth_getCode', address: token })).toEqual(
    await direct('eth_getCode', [token, 'latest']),
  );
  expect(await proxied({ action: 'eth_call', to: token, data: '0x95d89b41', tag: 'latest' })).toEqual(
    await direct('eth_call', [{ to: token, data: '0x95d89b41' }, 'latest']),
  );
  expect(await proxied({ action: 'eth_sendRawTransaction', hex: '0x' })).toMatchObject({ message: 'NOTOK' });
  const sender = z.object({ result: z.object({ from: z.string(), blockNumber: z.string() }) });
  const { from, blockNumber } = sender.parse(await direct('eth_getTransactionByHash', [hash])).result;
  const balance = answerOf.parse(await askModule({ module: 'account', action: 'balance', address: from }));
  const atNode = z.object({ result: z.string() }).parse(await direct('eth_getBalance', [from, 'latest']));
  expect(balance.result).toBe(String(BigInt(atNode.result)));
  const block = String(Number(blockNumber));
  const listing = { module: 'account', action: 'txlist', address: from, startblock: block, endblock: block };
  const [listed] = recordsOf.parse(answerOf.parse(await askModule(listing)).result);
  const rest = z
    .object({
      hash: z.string(),
      gas_used: z.string(),
      gas_price: z.string(),
      nonce: z.number(),
      value: z.string(),
      raw_input: z.string(),
      confirmations: z.number(),
    })
    .parse((await demo.api.get(`/api/v2/transactions/${hash}`)).body);
  expect(listed).toMatchObject({
    hash: rest.hash,
    gasUsed: rest.gas_used,
    gasPrice: rest.gas_price,
    nonce: String(rest.nonce),
    value: rest.value,
    input: rest.raw_input,
    confirmations: String(rest.confirmations),
    isError: '0',
    txreceipt_status: '1',
  });
  expect(String(listed?.functionName)).toMatch(/^transfer\(/);
});

test('without a key a batch counts as all of its requests, heavy ones more', async () => {
  const remaining = async (body: unknown) => {
    const answer = await fetch(`${server.url}/json-rpc`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return Number(answer.headers.get('x-ratelimit-remaining'));
  };
  const one = request('eth_chainId', [], 1);
  const before = await remaining(one);
  expect(await remaining([one, one, one])).toBe(before - 3);
  expect(await remaining([request('eth_call', [{}], 1), one])).toBe(before - 9);
});
