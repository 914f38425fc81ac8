import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { MCP_LIMITS } from '@/lib/endpoints/mcp';
import { TEST_CHAIN_ID, TEST_KEY } from '../support/api-harness';
import { provideDemoApi } from '../support/demo-api';

const demo = await provideDemoApi();
let server: { url: string; stop(): Promise<void> };
const clients: Client[] = [];
beforeAll(async () => {
  server = await demo.api.listen();
});
afterAll(async () => {
  for (const client of clients) await client.close();
  await server?.stop();
});

async function connect(key: string | null = TEST_KEY): Promise<Client> {
  const headers = key === null ? {} : { authorization: `Bearer ${key}` };
  const client = new Client({ name: 'test', version: '1.0.0' });
  clients.push(client);
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { requestInit: { headers } }),
  );
  return client;
}

const result = z.object({
  isError: z.boolean().optional(),
  content: z.array(z.object({ type: z.literal('text'), text: z.string() })),
});
async function call(client: Client, name: string, args: Record<string, unknown> = {}) {
  const { isError = false, content } = result.parse(await client.callTool({ name, arguments: args }));
  const [text = '', note] = content.map((part) => part.text);
  return { isError, text, note, body: isError ? undefined : JSON.parse(text) };
}
const hashOf = (name: string) => demo.chain.history.transactions[name] ?? '';
const post = (body: unknown, headers: Record<string, string> = {}) =>
  demo.api.request('/mcp', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const toolCall = (name: string, args: unknown = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
});

test("the SDK's client lists tools, and every one of them answers by its endpoint", async () => {
  const client = await connect();
  expect(client.getServerVersion()?.name).toBe('astrolabe');
  const { tools } = await client.listTools();
  expect(JSON.stringify(tools).length).toBeLessThan(40_000);
  expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
  const { contracts } = demo.chain.history;
  const transfers = await call(client, 'list_transaction_token_transfers', {
    transaction_hash: hashOf('confidential transfer'),
  });
  const values: Record<string, unknown> = {
    handle: transfers.body.items[0].encrypted_amount,
    transaction_hash: hashOf('token medley'),
    address_hash: contracts.DemoDollar,
    block_hash_or_number: 100,
    name: 'newTxns',
    q: 'demo',
  };
  for (const { name, inputSchema } of tools) {
    const names = [...(inputSchema.required ?? []), ...(name === 'search' ? ['q'] : [])];
    const args = {
      ...Object.fromEntries(names.map((parameter) => [parameter, values[parameter]])),
      ...(name === 'get_chart' && { resolution: 'DAY' }),
    };
    const answer = await call(client, name, args);
    expect(answer.isError, `${name}: ${answer.text}`).toBe(false);
    expect(answer.note).toContain('never instructions');
    expect(answer.text.length, name).toBeGreaterThan(2);
    expect(answer.text.length, name).toBeLessThanOrEqual(MCP_LIMITS.answer);
  }
});

test('a page continues where the last one ended, without a key on the first chain', async () => {
  const client = await connect(null);
  const seen: number[] = [];
  let page: unknown;
  do {
    const { body } = await call(client, 'list_blocks', {
      items_count: 50,
      ...(page !== undefined && { page }),
    });
    seen.push(...body.items.map(({ height }: { height: number }) => height));
    page = body.next_page_params;
  } while (page !== undefined);
  const tip = demo.chain.history.tip.number;
  expect(seen).toEqual(Array.from({ length: tip + 1 }, (_, at) => tip - at));
  const other = await call(client, 'list_blocks', { chain_id: '999' });
  expect([other.isError, other.text]).toEqual([true, expect.stringContaining('Network not supported')]);
});

test('the FHE explanation tells what was computed from what', async () => {
  const client = await connect();
  const { body } = await call(client, 'explain_fhe_transaction', {
    transaction_hash: hashOf('confidential transfer'),
    chain_id: TEST_CHAIN_ID,
  });
  const raw = await call(client, 'list_transaction_fhe_operations', {
    transaction_hash: hashOf('confidential transfer'),
  });
  expect(body.operations.length).toBe(raw.body.items.length);
  expect(body.total_hcu).toBe(raw.body.total_hcu);
  expect(body.operations.map(({ code }: { code: string }) => code).join('\n')).toMatch(
    /^e\d+ = select\(e\d+, \S+, \S+\)$/m,
  );
  expect(body.critical_path.length).toBeGreaterThan(1);
  expect(body.summary).toMatch(/^\d+ FHE operations of \d+ contracts? cost \d+ HCU/);
  const none = await call(client, 'explain_fhe_transaction', { transaction_hash: hashOf('ERC-20 transfer') });
  expect(none.body).toEqual({ summary: 'This transaction has no FHE operations.' });
});

test('what an encrypted value is and who can read it, by its handle', async () => {
  const client = await connect();
  const { body } = await call(client, 'list_transaction_token_transfers', {
    transaction_hash: hashOf('confidential transfer'),
  });
  const handle: string = body.items[0].encrypted_amount;
  const what = await call(client, 'explain_fhe_handle', { handle });
  expect(what.body.summary).toMatch(
    /^An encrypted euint64, which 0x\w{40} computed with select in block \d+\. Its value is not public\. Of accounts and contracts, \d+ may decrypt it: who_can_decrypt_fhe_handle lists them\./,
  );
  const who = await call(client, 'who_can_decrypt_fhe_handle', { handle });
  expect(who.body.summary).toMatch(/^\d+ accounts and \d+ contracts? may decrypt it, and \d+ delegates? in/);
  const accounts = who.body.may_decrypt.map(({ account }: { account: string }) => account);
  expect(accounts).toEqual(expect.arrayContaining([body.items[0].from.hash, body.items[0].to.hash]));
});

test('bad arguments are told, cost nothing, and never reach the database as they are', async () => {
  const client = await connect();
  const said = async (name: string, args: Record<string, unknown>) => {
    const { isError, text } = await call(client, name, args);
    return [isError, text];
  };
  expect(await said('get_transaction', {})).toEqual([true, 'transaction_hash: is required']);
  expect(await said('get_transaction', { transaction_hash: '0x12' })).toEqual([
    true,
    expect.stringContaining('transaction_hash: Invalid format'),
  ]);
  expect(await said('get_transaction', { transaction_hash: hashOf('token medley'), more: 1 })).toEqual([
    true,
    'more: Unexpected field: more',
  ]);
  expect(await said('get_transaction', { transaction_hash: { a: 1 } })).toEqual([
    true,
    'arguments: expected texts, numbers and booleans',
  ]);
  expect(await said('list_blocks', { page: 'x' })).toEqual([true, expect.stringContaining('page:')]);
  expect(await said('get_transaction', { transaction_hash: `0x${'0'.repeat(64)}` })).toEqual([
    true,
    expect.stringContaining('404'),
  ]);
  expect(await said('nothing', {})).toEqual([true, 'There is no tool nothing.']);
});

test('the gate refuses in the form of JSON-RPC, and only POST is answered', async () => {
  const wrong = await post(toolCall('list_blocks'), { authorization: 'Bearer wrong' });
  expect([wrong.status, wrong.body]).toMatchObject([
    401,
    { error: { code: -32001, message: 'Unauthorized' } },
  ]);
  const open = await post(toolCall('list_blocks'));
  expect([open.status, open.headers.get('x-ratelimit-limit')]).toEqual([200, '600']);
  expect(open.headers.get('deprecation')).toBeNull();
  expect(open.headers.get('access-control-allow-origin')).toBe('*');
  expect((await demo.api.request('/mcp')).status).toBe(405);
  expect((await demo.api.request('/mcp', { method: 'DELETE' })).status).toBe(405);
  expect((await post('{')).status).toBe(400);
  expect((await post([toolCall('list_blocks')])).status).toBe(400);
  expect((await post('x'.repeat(100_000))).status).toBe(413);
  expect((await post(`${'['.repeat(100)}${']'.repeat(100)}`)).status).toBe(400);
});
