import { beforeAll, expect, test } from 'vitest';
import { provideTestApi } from '../support/api-harness';
import { address, hash, hex, insert } from '../support/api-rows';

const api = await provideTestApi();

const NFT = address(21);
const MULTI = address(22);
const OWNER = address(30);
const TRANSACTION = `/api/v2/transactions/${hex(hash(2_000_000))}`;

beforeAll(async () => {
  const { db } = api;
  await insert.block(db, 0);
  await insert.token(db, { address: NFT, type: 'ERC-721', name: Buffer.from('Stars') });
  await insert.token(db, { address: MULTI, type: 'ERC-1155' });
  await insert.token(db, { address: address(20) });
  await insert.address(db, { address: OWNER, is_contract: true });
  const metadata = (name: string) => JSON.stringify({ name, image: 'data:image/png;base64,AAAA' });
  await insert.instance(db, { token: NFT, id: 0, owner: OWNER, metadata: metadata('Vega') });
  await insert.instance(db, { token: MULTI, id: 2n ** 256n - 1n, metadata: metadata('x'.repeat(5_000)) });
  await insert.transaction(db, { block: 0, index: 0 });
  await insert.transfers(db, { block: 0, index: 0 }, [
    { log_index: 0, token_type: 'ERC-721', token_ids: [0], token: NFT },
    { log_index: 1, token_type: 'ERC-1155', token_ids: [2n ** 256n - 1n, 8], amounts: [3, 1], token: MULTI },
    { log_index: 2, token_type: 'ERC-20', amount: '5' },
  ]);
});

const star = {
  id: '0',
  is_unique: true,
  metadata: expect.objectContaining({ name: 'Vega' }),
  image_url: 'data:image/png;base64,AAAA',
  owner: expect.objectContaining({ hash: expect.stringMatching(/^0x0000001e/i), is_contract: true }),
  token: expect.objectContaining({ name: 'Stars', type: 'ERC-721' }),
};
/** Metadata that is too large is omitted in lists; the NFT itself has it. */
const largest = { id: String(2n ** 256n - 1n), is_unique: null, metadata: null, owner: null };

test.each([
  ['of a transaction', `${TRANSACTION}/token-transfers`, 'items'],
  ['inside transaction info', TRANSACTION, 'token_transfers'],
  ['of the chain', '/api/v2/token-transfers', 'items'],
  ['of an address', `/api/v2/addresses/${hex(address(10))}/token-transfers`, 'items'],
])('the NFT stands in the transfers %s', async (_, path, member) => {
  const { status, body } = await api.get(path);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    [member]: expect.arrayContaining([
      expect.objectContaining({
        total: expect.objectContaining({ token_id: '0', token_instance: expect.objectContaining(star) }),
      }),
      expect.objectContaining({
        total: expect.objectContaining({ value: '3', token_instance: expect.objectContaining(largest) }),
      }),
      expect.objectContaining({ total: expect.objectContaining({ token_id: '8', token_instance: null }) }),
      expect.objectContaining({ total: { decimals: null, value: '5' } }),
    ]),
  });
});
