import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { provideTestApi } from '../support/api-harness';
import { address, hex, insert } from '../support/api-rows';
import { walkPages } from '../support/api-walk';

const topic = (digits: string) => Buffer.from(digits, 'hex');
const APPROVAL = topic('8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925');
const FOR_ALL = topic('17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31');
const OPERATOR_UNTIL = topic('921a218a75d18e8ec5704851e6b234a85725b21a2521ce889622c35dedc1fa12');
const OF_ID = topic('b3fd5071835887567a0671151121894ddccc2842f1d10bedad13e0d17cace9a7');

/** The largest uint160, as Permit2 has it. */
const UNLIMITED = 2n ** 160n - 1n;
const OWNER = address(1);
const [COIN, NFT, OTHER] = [address(20), address(21), address(22)];
const [ANN, BOB] = [address(30), address(31)];
const NOBODY = Buffer.alloc(20);
/** The time of block 9. */
const NOW = 1_700_000_000 + 12 * 9;

const item = z.object({
  kind: z.string(),
  limit: z.string().nullable(),
  is_unlimited: z.boolean(),
  token_id: z.string().nullable(),
  valid_until: z.string().nullable(),
  is_revoked: z.boolean(),
  block_number: z.int(),
  log_index: z.int(),
  spender: z.object({ hash: z.string() }),
  contract: z.object({ hash: z.string() }),
});

type Given = Readonly<{
  contract: Buffer;
  topic0: Buffer;
  spender: Buffer;
  id?: number;
  value?: bigint;
  owner?: Buffer;
}>;

const api = await provideTestApi();

const word = (value: Buffer | bigint | number) =>
  Buffer.from((Buffer.isBuffer(value) ? value.toString('hex') : value.toString(16)).padStart(64, '0'), 'hex');

async function approve(at: { block: number; log: number }, given: Given): Promise<void> {
  const { contract, topic0, spender, id, value, owner = OWNER } = given;
  await insert.log(
    api.db,
    { ...at, index: 0 },
    {
      address: contract,
      ...{ topic0, topic1: word(owner), topic2: word(spender), topic3: id === undefined ? null : word(id) },
      data: value === undefined ? Buffer.alloc(0) : word(value),
    },
  );
}

beforeAll(async () => {
  for (let block = 0; block < 10; block += 1) {
    await insert.block(api.db, block);
    await insert.transaction(api.db, { block, index: 0 });
  }
  await insert.token(api.db, { address: COIN, decimals: '6' });
  const coin = { contract: COIN, topic0: APPROVAL };
  await approve({ block: 0, log: 0 }, { ...coin, spender: ANN, value: 7n });
  await approve({ block: 1, log: 0 }, { ...coin, spender: ANN, value: 5n });
  await approve({ block: 1, log: 1 }, { ...coin, spender: BOB, value: UNLIMITED });
  await approve({ block: 1, log: 2 }, { ...coin, spender: OTHER, value: 9n });
  await approve({ block: 2, log: 0 }, { ...coin, spender: OTHER, value: 0n });
  await approve({ block: 2, log: 1 }, { ...coin, spender: NOBODY, value: 9n });
  await approve({ block: 2, log: 2 }, { ...coin, spender: ANN, value: 99n, owner: BOB });
  // five NFTs: approved, to another spender, withdrawn, moved since, moved before
  const nft = { contract: NFT, topic0: APPROVAL };
  for (const id of [1, 2, 3, 4, 5]) await approve({ block: 3, log: id }, { ...nft, spender: ANN, id });
  await approve({ block: 4, log: 2 }, { ...nft, spender: BOB, id: 2 });
  await approve({ block: 4, log: 3 }, { ...nft, spender: NOBODY, id: 3 });
  await api.sql`
    insert into ${api.db.schema}.token_instance_transfers (token_address, token_id, block_number, log_index)
    values (${NFT}, 4, 4, 4), (${NFT}, 5, 3, 0)`;
  await approve({ block: 5, log: 0 }, { contract: NFT, topic0: FOR_ALL, spender: BOB, value: 1n });
  await approve({ block: 5, log: 1 }, { contract: NFT, topic0: FOR_ALL, spender: ANN, value: 0n });
  const until = { contract: OTHER, topic0: OPERATOR_UNTIL };
  await approve({ block: 6, log: 0 }, { ...until, spender: ANN, value: BigInt(NOW) });
  await approve({ block: 6, log: 1 }, { ...until, spender: BOB, value: BigInt(NOW + 1) });
  await approve({ block: 6, log: 2 }, { ...until, spender: OTHER, value: 2n ** 48n - 1n });
  await approve({ block: 7, log: 0 }, { contract: OTHER, topic0: OF_ID, spender: ANN, id: 8, value: 3n });
  // neither an amount nor an ID
  await approve({ block: 7, log: 1 }, { contract: OTHER, topic0: APPROVAL, spender: ANN });
});

const path = `/api/v2/addresses/${hex(OWNER)}/approvals`;
const places = (pages: { block_number: number; log_index: number }[][]) =>
  pages.map((page) => page.map((one) => `${one.block_number}/${one.log_index}`));

const IN_FORCE = ['7/0', '6/2', '6/1', '5/0', '4/2', '3/5', '3/1', '1/1', '1/0'];

test('approvals in force are listed by their last log, newest first, whatever the page size', async () => {
  expect(places(await walkPages(api, path, { item })).flat()).toEqual(IN_FORCE);
  const small = places(await walkPages(api, path, { item, query: { items_count: 2 } }));
  expect(small.flat()).toEqual(IN_FORCE);
  expect(small).toHaveLength(5);
});

test('with revoked ones also what was withdrawn, moved or has expired', async () => {
  const pages = await walkPages(api, path, { item, query: { revoked: 'true', items_count: 4 } });
  const revoked = pages.flat().filter((one) => one.is_revoked);
  expect(places([revoked])).toEqual([['6/0', '5/1', '3/4', '3/3', '2/0']]);
  expect(pages.flat()).toHaveLength(IN_FORCE.length + revoked.length);
});

test('each kind says what it allows', async () => {
  const found = (await walkPages(api, path, { item })).flat();
  const at = (block: number, log: number) =>
    found.find((one) => one.block_number === block && one.log_index === log);
  expect(at(7, 0)).toMatchObject({ kind: 'amount_of_id', limit: '3', token_id: '8' });
  expect(at(6, 2)).toMatchObject({ kind: 'all_until', valid_until: null, limit: null });
  expect(at(6, 1)).toMatchObject({
    valid_until: new Date((NOW + 1) * 1000).toISOString().replace('Z', '000Z'),
  });
  expect(at(5, 0)).toMatchObject({ kind: 'all', limit: null, token_id: null });
  expect(at(4, 2)).toMatchObject({
    kind: 'nft',
    token_id: '2',
    spender: { hash: expect.stringMatching(/^0x0000001f/i) },
  });
  expect(at(1, 1)).toMatchObject({ kind: 'amount', is_unlimited: true, limit: String(UNLIMITED) });
  expect(at(1, 0)).toMatchObject({ kind: 'amount', is_unlimited: false, limit: '5' });
});

test('the token is null where no transfer of the contract is indexed', async () => {
  const { body } = await api.get(`${path}?items_count=50`);
  const tokens = z.object({
    items: z.array(z.object({ token: z.object({ decimals: z.string() }).nullable() })),
  });
  const { items } = tokens.parse(body);
  expect(items.map(({ token }) => token?.decimals ?? null)).toEqual([...Array(7).fill(null), '6', '6']);
});
