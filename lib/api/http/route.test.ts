import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { OPERATIONS } from '../operations';
import { routeOf, routesOf } from './route';

const app = new Hono();
for (const { operation, paths } of routesOf(OPERATIONS))
  app.on('GET', paths, (c) => c.json({ id: operation?.endpoint.id ?? null, params: c.req.param() }));
app.notFound((c) => c.json({ id: null }));

const lead = async (path: string) => (await app.request(path)).json();

test('a path leads to its operation on both surfaces, with a slash at the end too', async () => {
  expect(await lead('/api/v2/blocks')).toEqual({ id: 'listBlocks', params: {} });
  expect(await lead('/1/api/v2/blocks/')).toEqual({ id: 'listBlocks', params: { chain_id: '1' } });
  expect(await lead('/1/stats-service/health')).toMatchObject({ id: 'getStatsHealth' });
  expect(await lead('/api/v2/blocks/7/')).toMatchObject({ params: { block_hash_or_number_param: '7' } });
});

test('fixed segments win over parameters', async () => {
  expect(await lead('/1/api/v2/transactions/stats')).toMatchObject({ id: 'getTransactionsStats' });
  expect(await lead('/1/api/v2/transactions/0x')).toMatchObject({ id: 'getTransaction' });
  expect(await lead('/api/v2/smart-contracts/verification/config')).toMatchObject({
    id: 'getVerificationConfig',
  });
});

test.each(['/1/api/v2/transactions/watchlist', '/1/api/v2/tokens/0x12/instances/refetch-metadata'])(
  '%s is known and not offered: it is no hash, address or ID',
  async (path) => {
    expect(await lead(path)).toMatchObject({ id: null });
  },
);

test('the search of the first version leads to its operation', async () => {
  expect(await lead('/api/v1/search')).toEqual({ id: 'searchAsBefore', params: {} });
});

test.each([
  '/api/v2/blocks//',
  '/api/v2//blocks',
  '/1/api/v2/blocks//transactions',
  '/1/api/v2/tokens//holders/',
  '//1/api/v2/blocks',
  '/1/2/api/v2/blocks',
  '/1/api/v2/nothing',
])('%s leads to no operation: empty segments count', async (path) => {
  expect(await lead(path)).toEqual({ id: null });
});

test('parameters are decoded; a malformed escape stays as it is', async () => {
  expect(await lead('/1/stats-service/api/v1/lines/new%2FTxns')).toMatchObject({
    params: { name: 'new/Txns' },
  });
  expect(await lead('/1/stats-service/api/v1/lines/%zz')).toMatchObject({ params: { name: '%zz' } });
});

test.each([
  ['/1/api/v2/blocks', 'multichain', '1'],
  ['/x//', 'multichain', 'x'],
  ['//x', 'multichain', ''],
  ['/api/v2', 'instance', ''],
  ['/stats-service/health/', 'instance', ''],
  ['/api/v2x/blocks', 'none', ''],
  ['/api/json', 'none', ''],
  ['/stats-service', 'none', ''],
  ['/api', 'instance', ''],
  ['/api/', 'instance', ''],
  ['/1/api', 'multichain', '1'],
  ['/v2/api', 'multichain', ''],
  ['/1/', 'none', ''],
  ['/', 'none', ''],
  ['//', 'none', ''],
] as const)('%s is on the surface %s, of the chain "%s"', (path, surface, chainId) => {
  expect(routeOf(path)).toEqual({ surface, chainId });
});

test('Etherscan V2 has the chain in the query', async () => {
  expect(routeOf('/v2/api', () => '7')).toEqual({ surface: 'multichain', chainId: '7' });
  expect(await lead('/v2/api?chainid=7')).toMatchObject({ id: 'callModule' });
  expect(await lead('/7/api')).toMatchObject({ id: 'callModule', params: { chain_id: '7' } });
  expect(await lead('/api/')).toMatchObject({ id: 'callModule' });
});
