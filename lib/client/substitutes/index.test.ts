import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { CHAIN, HASH, listSpecAnswers, SENDER, TRANSACTION_PATH } from '@/e2e/spec-service';
import { getCallTree } from '@/lib/endpoints/call-tree';
import { apiConfig } from '@/lib/endpoints/config';
import { getTransactionOverview, getTransactionStatus } from '@/lib/endpoints/transaction-overview';
import { SYSTEM_ADDRESS_HASH } from '@/lib/format/hash';
import { call } from '../call';
import { findChain, findOverview } from '../chains';

// The client reads its configuration once; another file of this worker may have done so.
vi.hoisted(() => vi.resetModules());

const CONTENTS = {
  token_types: ['ERC-20'],
  has_fhe_operations: false,
  has_withdrawals: false,
  has_user_operations: false,
  has_fhe: null,
  withdrawals_since: null,
};
const NETWORK = { id: '1', name: 'Mainnet', symbol: 'ETH', is_demo: false };
const CONFIG = apiConfig.parse({ chains: {}, endpoint_pricing: {}, networks: [NETWORK] });

/** Responses by path; other paths are a 404. */
const answers = new Map<string, unknown>();
let asked: string[] = [];
const server = createServer((request, response) => {
  const path = request.url?.split('?')[0] ?? '';
  asked.push(path);
  response.writeHead(answers.has(path) ? 200 : 404).end(JSON.stringify(answers.get(path) ?? {}));
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  vi.stubEnv('API_URL', `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`);
});
afterAll(() => {
  vi.unstubAllEnvs();
  server.close();
});
beforeEach(() => {
  answers.clear();
  asked = [];
});

test('our own API answers the frame of a page in one call', async () => {
  const head = { first_block: 3, indexed_block: 7, head_block: 8, timestamp: '2026-01-01T00:00:00.000000Z' };
  const overview = { networks: [NETWORK], head, contents: CONTENTS, development: null };
  answers.set('/1/api/v2/main-page/overview', overview);
  answers.set('/api/json/config', CONFIG);
  expect(await findOverview('1')).toEqual(overview);
  expect(asked).toHaveLength(1);
  expect(await findChain('2')).toBeUndefined();
});

test('another API is asked for its parts, and no more for what it lacks', async () => {
  answers.set('/api/json/config', CONFIG);
  answers.set('/1/api/v2/main-page/contents', CONTENTS);
  expect(await findOverview('1')).toEqual({
    ...{ networks: [NETWORK], head: null, contents: CONTENTS, development: null },
  });
  expect(asked).toContain('/1/api/v2/main-page/overview');
  asked = [];
  expect(await findChain('1')).toEqual({ id: '1', name: 'Mainnet', symbol: 'ETH', isDemo: false });
  expect(asked).not.toContain('/1/api/v2/main-page/overview');
});

test('an API without a list of chains is asked for its charts once, and is not understood without them', async () => {
  await expect(findChain('5')).rejects.toThrow('has no /api/json/config');
  answers.set('/5/stats-service/api/v1/lines', { sections: [] });
  expect(await findChain('5')).toMatchObject({ name: 'Chain 5' });
  asked = [];
  expect(await findChain('5')).toMatchObject({ name: 'Chain 5' });
  expect(asked).not.toContain('/5/stats-service/api/v1/lines');
});

test('a transaction of the specification alone has net changes, FHE totals and a status', async () => {
  for (const [path, body] of listSpecAnswers()) answers.set(path, body);
  // the log of a coin transfer (EIP-7708), which such an API may take for a token's
  const path = `${TRANSACTION_PATH}/token-transfers`;
  const page = z.object({ items: z.array(z.object({ token: z.object({}).loose() }).loose()) });
  const { items } = page.parse(answers.get(path));
  const ofCoin = items.map((item) => ({
    ...item,
    token: { ...item.token, address_hash: SYSTEM_ADDRESS_HASH },
  }));
  answers.set(path, { items: [...items, ...ofCoin], next_page_params: null });
  const where = { chain: CHAIN, params: { transaction_hash_param: HASH } };
  const overview = await call(getTransactionOverview, where);
  const [first] = overview?.net_changes?.items ?? [];
  expect(first?.address.hash).toBe(SENDER);
  expect(first?.changes.map(({ token, amount }) => [token?.symbol, amount])).toEqual([
    [undefined, '-21000000000000'],
    ['SUSD', '-2500000'],
  ]);
  expect(overview?.net_changes?.movements).toMatchObject([{ kind: 'transfer', amount: '2500000', count: 1 }]);
  expect(overview?.fhe).toEqual({
    ...{ operation_count: 1, total_hcu: 162_000, max_depth_hcu: 162_000 },
    deployments: [],
  });
  expect([overview?.block, overview?.approvals]).toEqual([null, []]);
  expect(await call(getTransactionStatus, where)).toMatchObject({ block_number: 12, confirmations: 41 });
  expect(await call(getCallTree, where)).toBeUndefined();
  answers.set(TRANSACTION_PATH, 'not a transaction');
  await expect(call(getTransactionOverview, where)).rejects.toThrow('another form');
});
