import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { bufferToAddress } from '@/lib/evm/hex';
import { provideTestApi } from '../support/api-harness';
import { address, hex, insert } from '../support/api-rows';
import { walkPages } from '../support/api-walk';

const api = await provideTestApi();

const NFT = address(500);
const CONFIDENTIAL = address(501);
const BIGGEST = 2n ** 256n - 1n;
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"/>';
const token = z.object({
  address_hash: z.string(),
  type: z.string(),
  holders_count: z.string().nullable(),
});

beforeAll(async () => {
  const { db } = api;
  for (let at = 0; at < 120; at += 1)
    await insert.token(db, {
      address: address(100 + at),
      type: at % 3 === 0 ? 'ERC-1155' : 'ERC-20',
      holders_count: Math.floor(at / 10),
      transfers_count: at,
      search_text: `Coin C${at}`,
    });
  await insert.token(db, {
    address: NFT,
    type: 'ERC-721',
    name: Buffer.from('Stars'),
    transfers_count: 7,
    holders_count: 3,
  });
  await insert.token(db, { address: CONFIDENTIAL, type: 'ERC-7984', transfers_count: 2 });
  for (let id = 0; id < 60; id += 1) await insert.instance(db, { token: NFT, id, owner: address(id) });
});

test('all tokens are listed once, those with the most holders first, confidential ones without a count', async () => {
  const pages = await walkPages(api, '/api/v2/tokens', { item: token });
  expect(pages.map((page) => page.length)).toEqual([50, 50, 22]);
  const tokens = pages.flat();
  expect(new Set(tokens.map(({ address_hash }) => address_hash)).size).toBe(122);
  const counts = tokens.map(({ holders_count }) => Number(holders_count));
  expect(counts).toEqual([...counts].sort((a, b) => b - a));
  expect(tokens.find(({ type }) => type === 'ERC-7984')?.holders_count).toBeNull();
  const small = await walkPages(api, '/api/v2/tokens', { item: token, query: { items_count: 7 } });
  expect(small.flat()).toEqual(tokens);
  const fewest = await walkPages(api, '/api/v2/tokens', {
    item: token,
    query: { items_count: 7, sort: 'holders_count', order: 'asc' },
  });
  expect(fewest.flat()).toEqual([...tokens].reverse());
});

test('tokens of a standard, and tokens by name', async () => {
  const multi = await walkPages(api, '/api/v2/tokens', { item: token, query: { type: 'ERC-1155' } });
  expect(multi.flat()).toHaveLength(40);
  const both = await walkPages(api, '/api/v2/tokens', { item: token, query: { type: 'ERC-721,ERC-7984' } });
  expect(both.flat().map(({ type }) => type)).toEqual(['ERC-721', 'ERC-7984']);
  const named = await api.get('/api/v2/tokens?q=coin%20c11&type=ERC-20');
  const found = z.object({ items: z.array(token) }).parse(named.body).items;
  expect(found.map(({ address_hash }) => address_hash)).toEqual(
    [119, 118, 116, 115, 113, 112, 110, 11].map((at) => bufferToAddress(address(100 + at))),
  );
});

test('the quick search finds the same, once there is something to look for', async () => {
  const find = async (q: string) => (await api.get(`/api/v2/search/quick?q=${encodeURIComponent(q)}`)).body;
  expect(await find('coin c119')).toMatchObject([
    { type: 'token', address_hash: bufferToAddress(address(219)) },
  ]);
  expect(await find('coin')).toHaveLength(50);
  expect(await find('co')).toEqual([]);
  expect(await find(' ')).toEqual([]);
  expect((await api.get('/api/v2/search/quick')).body).toEqual([]);
});

test('a page has as many as `limit` says, at most fifty', async () => {
  const page = z.object({ items: z.array(token), next_page_params: z.looseObject({}).nullable() });
  const limited = page.parse((await api.get('/api/v2/tokens?limit=7')).body);
  expect([limited.items.length, limited.next_page_params]).toMatchObject([7, { items_count: 7 }]);
  expect(page.parse((await api.get('/api/v2/tokens?limit=500')).body).items).toHaveLength(50);
  expect(page.parse((await api.get('/api/v2/tokens?q=coin&limit=2')).body).items).toHaveLength(2);
  expect((await api.get('/api/v2/tokens?limit=0')).status).toBe(422);
  for (const path of ['token-transfers', 'internal-transactions'])
    expect((await api.get(`/api/v2/${path}?limit=1`)).status).toBe(200);
});

test('one token and its counters', async () => {
  expect((await api.get(`/api/v2/tokens/${hex(NFT)}`)).body).toMatchObject({
    name: 'Stars',
    type: 'ERC-721',
    holders_count: '3',
  });
  expect((await api.get(`/api/v2/tokens/${hex(NFT)}/counters`)).body).toEqual({
    transfers_count: '7',
    token_holders_count: '3',
    are_holders_known: true,
  });
  expect((await api.get(`/api/v2/tokens/${hex(CONFIDENTIAL)}/counters`)).body).toEqual({
    transfers_count: '2',
    token_holders_count: '0',
    are_holders_known: false,
  });
  for (const path of ['', '/counters', '/instances', '/instances/1'])
    expect((await api.get(`/api/v2/tokens/${hex(address(9))}${path}`)).status).toBe(404);
  expect((await api.get('/api/v2/tokens/0x12')).status).toBe(422);
});

test('the NFTs of a collection, the highest id first', async () => {
  const item = z.object({ id: z.string(), owner: z.object({ hash: z.string() }).nullable() });
  const path = `/api/v2/tokens/${hex(NFT)}/instances`;
  const pages = await walkPages(api, path, { item });
  expect(pages.map((page) => page.length)).toEqual([50, 10]);
  expect(pages.flat().map(({ id }) => Number(id))).toEqual(Array.from({ length: 60 }, (_, at) => 59 - at));
  const far = await walkPages(api, path, { item, query: { unique_token: '9'.repeat(90) } });
  expect(far.flat()).toHaveLength(60);
  const none = await walkPages(api, path, { item, query: { unique_token: -4 } });
  expect(none).toEqual([[]]);
});

test('ids of 256 bits go through paths and cursors', async () => {
  const collection = address(510);
  await insert.token(api.db, { address: collection, type: 'ERC-1155' });
  await insert.instance(api.db, { token: collection, id: BIGGEST });
  await insert.instance(api.db, { token: collection, id: BIGGEST - 1n });
  const page = await api.get(`/api/v2/tokens/${hex(collection)}/instances?items_count=1`);
  expect(page.body).toMatchObject({
    items: [{ id: BIGGEST.toString(), is_unique: null }],
    next_page_params: { unique_token: BIGGEST.toString() },
  });
  const one = await api.get(`/api/v2/tokens/${hex(collection)}/instances/${BIGGEST}`);
  expect(one.body).toMatchObject({ id: BIGGEST.toString(), token_type: 'ERC-1155' });
});

test('metadata inside the chain is shown, what is elsewhere is only named', async () => {
  const collection = address(511);
  await insert.token(api.db, { address: collection, type: 'ERC-721' });
  const show = async (id: number, metadata: { uri?: string; metadata?: string }) => {
    await insert.instance(api.db, { token: collection, id, ...metadata });
    return (await api.get(`/api/v2/tokens/${hex(collection)}/instances/${id}`)).body;
  };
  const image = `data:image/svg+xml;base64,${Buffer.from(SVG).toString('base64')}`;
  const json = JSON.stringify({
    name: 'One\u0000',
    image,
    attributes: [{ trait_type: 'Plate', value: 3 }],
    external_url: 'https://one.example',
    animation_url: 'javascript:alert(1)',
  });
  expect(await show(1, { metadata: json })).toMatchObject({
    metadata: { name: 'One', attributes: [{ trait_type: 'Plate', value: 3 }] },
    image_url: image,
    media_url: image,
    media_type: 'image/svg+xml',
    external_app_url: 'https://one.example',
    animation_url: null,
    external_animation_url: null,
    metadata_url: null,
    is_unique: true,
    token: { type: 'ERC-721' },
  });
  expect(await show(2, { metadata: '{"image":"ipfs://Qm/2.png"}' })).toMatchObject({
    image_url: null,
    media_type: null,
    external_image_url: 'ipfs://Qm/2.png',
  });
  expect(await show(3, { uri: 'https://three.example/3' })).toMatchObject({
    metadata: null,
    metadata_url: 'https://three.example/3',
  });
  expect(await show(4, { uri: `data:image/svg+xml,${SVG}` })).toMatchObject({ image_url: image });
  expect(await show(5, { metadata: '{"name":' })).toMatchObject({ metadata: null, image_url: null });
  expect(await show(6, { metadata: JSON.stringify({ name: 'x'.repeat(100_000) }) })).toMatchObject({
    metadata: { name: expect.stringMatching(/^x{1999}…$/) },
  });
  const list = await api.get(`/api/v2/tokens/${hex(collection)}/instances`);
  expect(list.body).toMatchObject({
    items: [{ id: '6', metadata: null }, {}, {}, {}, {}, { image_url: image }],
  });
  expect((await api.get(`/api/v2/tokens/${hex(collection)}/instances/7`)).status).toBe(404);
});
