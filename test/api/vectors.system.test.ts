import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApi, TEST_KEY, type TestApi } from '../support/api-harness';
import { address, hash, hex, insert } from '../support/api-rows';
import { ROOT } from '../support/source-tree';

const FILE = join(ROOT, '../shared/reference/test-vectors.json');
const PREFIXES = ['http/', 'pro/', 'stats/', 'tx/confirmations/'];
const PAGING = 'written out in api-transfers.system.test.ts';
const CHART_FUNCTIONS = 'an inner function of the upstream service; its effect is in the recorded series';

/** Vectors (or prefixes that end with `/`) that are skipped here, and why. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  'http/token-transfers/': PAGING,
  'http/fhe/': 'written out in api-input.system.test.ts',
  'pro/no-credential': 'design/api.md: a missing key is 401',
  'pro/out-of-credits': 'asked of every operation in api-contract.system.test.ts',
  'pro/upstream-down': 'there is no service behind the gate',
  'pro/config-urls-normalised': 'about a client, not the service',
  'stats/fixture': 'loaded by stats-vectors.system.test.ts',
  'stats/chart/': 'run by stats-vectors.system.test.ts',
  'stats/fill/': 'run by stats-vectors.system.test.ts',
  'stats/limit/': 'written out in lib/api/charts/charts.test.ts',
  'stats/deltas/': CHART_FUNCTIONS,
  'stats/cumsum/': CHART_FUNCTIONS,
  'stats/counter/': 'run by stats-vectors.system.test.ts',
};

const vectorSchema = z.object({ name: z.string(), input: z.unknown(), expected: z.unknown() });
const requestSchema = z.object({ path: z.string() });
const answerSchema = z.object({ status: z.int(), body: z.record(z.string(), z.unknown()) });

describe.skipIf(!existsSync(FILE))('vectors about HTTP answers (../shared/reference)', () => {
  let api: TestApi;
  const vectors = existsSync(FILE)
    ? z
        .array(vectorSchema)
        .parse(JSON.parse(readFileSync(FILE, 'utf8')))
        .filter(({ name }) => PREFIXES.some((prefix) => name.startsWith(prefix)))
    : [];
  const isLeftOut = (name: string) =>
    Object.keys(LEFT_OUT).some((entry) => entry === name || (entry.endsWith('/') && name.startsWith(entry)));

  beforeAll(async () => {
    api = await createTestApi();
    await insert.token(api.db, { address: address(20), type: 'ERC-721' });
    await insert.token(api.db, { address: address(21) });
  });
  afterAll(() => api?.stop());

  test.each(vectors.filter(({ name }) => !isLeftOut(name)))('$name', async ({ name, input, expected }) => {
    if (name === 'tx/confirmations/next-block') return expectTwoConfirmations();
    if (name === 'tx/confirmations/pending') return expectNoPending();
    const { path } = requestSchema.parse(input);
    const answer = await ask(path, name);
    const { status, body } = answerSchema.parse(expected);
    // Every error of the statistics service has details here (design/api.md).
    const details = name.startsWith('stats/') ? { details: [] } : {};
    expect([answer.status, answer.body]).toEqual([status, { ...body, ...details }]);
  });

  test('every vector is either run or left out for a reason', () => {
    const names = vectors.map(({ name }) => name);
    expect(names.filter((name) => !isLeftOut(name)).length).toBeGreaterThan(14);
    expect(Object.keys(LEFT_OUT).filter((entry) => !names.some((name) => name.startsWith(entry)))).toEqual(
      [],
    );
  });

  function ask(path: string, name: string) {
    const below = path.replace('{erc721}', hex(address(20))).replace('{erc20}', hex(address(21)));
    if (name.startsWith('stats/')) return api.get(`/stats-service${below}`);
    if (name.startsWith('http/')) return api.get(below);
    const chain = `/${api.db.chainId}`;
    const headers = name === 'pro/bad-key' ? {} : { authorization: `Bearer ${TEST_KEY}` };
    return api.request(`${below.replace('/1', chain)}${name === 'pro/bad-key' ? '?apikey=garbage' : ''}`, {
      headers,
    });
  }

  async function expectTwoConfirmations() {
    await insert.block(api.db, 1);
    await insert.block(api.db, 2);
    const mined = await insert.transaction(api.db, { block: 1, index: 0 });
    expect((await api.get(`/api/v2/transactions/${hex(mined)}`)).body).toMatchObject({ confirmations: 2 });
  }

  async function expectNoPending() {
    expect((await api.get('/api/v2/transactions?filter=pending')).body).toEqual({
      items: [],
      next_page_params: null,
    });
    expect((await api.get(`/api/v2/transactions/${hex(hash(5))}`)).status).toBe(404);
  }
});
