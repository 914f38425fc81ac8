import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { bufferToAddress } from '@/lib/evm/hex';
import { provideTestApi } from '../support/api-harness';
import { address, hex, insert } from '../support/api-rows';
import { walkPages } from '../support/api-walk';

const api = await provideTestApi();

const BLOCKS = 200;
const [ALICE, BOB, CAROL, COIN, NFT] = [address(40), address(41), address(42), address(43), address(44)];
const TRANSFER = Buffer.concat([Buffer.from('a9059cbb', 'hex'), Buffer.alloc(64)]);
const ETHER = 10n ** 18n;

type Entry = {
  name: string;
  from: Buffer;
  to: Buffer;
  type: string;
  value: bigint;
  token?: Buffer;
  selector?: string;
  block: number;
};
const entries: Entry[] = [];

/** Each block: Alice sends coin (every fifth time none), Bob calls the token, which moves tokens and coin; now and then an NFT, or Carol fails to create a contract. */
beforeAll(async () => {
  const { db } = api;
  await insert.token(db, { address: COIN, type: 'ERC-20', decimals: '6', symbol: Buffer.from('CN') });
  await insert.token(db, { address: NFT, type: 'ERC-721' });
  for (let block = 0; block < BLOCKS; block += 1) {
    await insert.block(db, block);
    if (block % 80 === 0) {
      const failed = {
        from_address: CAROL,
        to_address: null,
        value: '0',
        status: 0,
        input: Buffer.from('60'),
      };
      await insert.transaction(db, { block, index: 2 }, failed);
      const creation = { from: CAROL, to: address(0), type: 'contract_creation', value: 0n };
      entries.push({ name: `${block}/2`, ...creation, block });
    }
    const value = BigInt(block % 5) * ETHER;
    const to = block % 2 === 0 ? BOB : CAROL;
    await insert.transaction(
      db,
      { block, index: 0 },
      { from_address: ALICE, to_address: to, value: String(value) },
    );
    const type = value > 0n ? 'coin_transfer' : 'nothing';
    entries.push({ name: `${block}/0`, from: ALICE, to, type, value, block });
    await insert.transaction(
      db,
      { block, index: 1 },
      { from_address: BOB, to_address: COIN, input: TRANSFER, value: '0' },
    );
    const called = { type: 'contract_interaction', value: 0n, selector: '0xa9059cbb', block };
    entries.push({ name: `${block}/1`, from: BOB, to: COIN, ...called });
    await insert.internal(
      db,
      { block, index: 1, call: 1 },
      { from_address: COIN, to_address: CAROL, value: block % 50 === 0 ? String(ETHER) : '0' },
    );
    if (block % 50 === 0)
      entries.push({
        name: `${block}/1/1`,
        from: COIN,
        to: CAROL,
        type: 'coin_transfer',
        value: ETHER,
        block,
      });
    await insert.transfers(db, { block, index: 1 }, [
      {
        log_index: 3,
        token_type: 'ERC-20',
        token: COIN,
        from: BOB,
        to: ALICE,
        amount: String(block * 1_000_000),
      },
      ...(block % 60 === 0
        ? [
            {
              log_index: 4,
              token_type: 'ERC-721' as const,
              token: NFT,
              from: BOB,
              to: CAROL,
              token_ids: ['7'],
            },
          ]
        : []),
    ]);
    const moved = { from: BOB, selector: '0xa9059cbb', block };
    if (block % 60 === 0)
      entries.push({ name: `${block}/1#4`, to: CAROL, type: 'ERC-721', value: 0n, token: NFT, ...moved });
    entries.push({
      name: `${block}/1#3`,
      to: ALICE,
      type: 'ERC-20',
      value: BigInt(block),
      token: COIN,
      ...moved,
    });
  }
});

const item = z.object({
  block_number: z.int(),
  transaction_index: z.int(),
  internal_transaction_index: z.int().nullable(),
  token_transfer_index: z.int().nullable(),
  type: z.string(),
});
const nameOf = (one: z.output<typeof item>) =>
  `${one.block_number}/${one.transaction_index}${one.internal_transaction_index === null ? '' : `/${one.internal_transaction_index}`}${one.token_transfer_index === null ? '' : `#${one.token_transfer_index}`}`;
const walk = async (query: Record<string, string | number>) =>
  (await walkPages(api, '/api/v2/advanced-filters', { item, query })).map((page) => page.map(nameOf));
/** Newest first: of a transaction itself, then its calls, then its transfers. */
const expected = (isListed: (entry: Entry) => boolean) => {
  const blocks = new Map<number, Entry[]>();
  for (const entry of entries.filter(isListed))
    blocks.set(entry.block, [...(blocks.get(entry.block) ?? []), entry]);
  return [...blocks.values()]
    .reverse()
    .flatMap((of) =>
      ['/2', '/1', '/0'].flatMap((place) =>
        of.map(({ name }) => name).filter((name) => name.slice(name.indexOf('/')).startsWith(place)),
      ),
    );
};
const is = (one: Buffer, other: Buffer) => one.equals(other);

const CASES: readonly [Record<string, string | number>, (entry: Entry) => boolean][] = [
  [{}, () => true],
  [{ items_count: 7, transaction_types: 'ERC-721' }, ({ type }) => type === 'ERC-721'],
  [{ transaction_types: 'COIN_TRANSFER' }, ({ type }) => type === 'coin_transfer'],
  [
    { transaction_types: 'COIN_TRANSFER', amount_from: '3' },
    (e) => e.type === 'coin_transfer' && e.value >= 3n * ETHER,
  ],
  [{ transaction_types: 'CONTRACT_CREATION' }, ({ type }) => type === 'contract_creation'],
  [{ methods: '0xA9059cbb' }, ({ selector }) => selector !== undefined],
  [{ from_address_hashes_to_include: hex(ALICE) }, ({ from }) => is(from, ALICE)],
  [
    { from_address_hashes_to_include: hex(ALICE), to_address_hashes_to_include: hex(ALICE) },
    ({ from, to }) => is(from, ALICE) || is(to, ALICE),
  ],
  [
    {
      address_relation: 'and',
      from_address_hashes_to_include: `${hex(ALICE)},${hex(BOB)}`,
      to_address_hashes_to_include: hex(CAROL),
    },
    ({ from, to }) => (is(from, ALICE) || is(from, BOB)) && is(to, CAROL),
  ],
  [
    { to_address_hashes_to_exclude: `${hex(ALICE)},${hex(COIN)}` },
    ({ to }) => !is(to, ALICE) && !is(to, COIN),
  ],
  [
    { token_contract_address_hashes_to_include: hex(COIN), amount_from: '190' },
    (e) => e.token === COIN && e.value >= 190n,
  ],
  [{ token_contract_address_hashes_to_include: 'native' }, ({ token }) => token === undefined],
  [{ token_contract_address_hashes_to_exclude: `native,${hex(COIN)}` }, ({ token }) => token === NFT],
  [
    { age_from: '2023-11-14T22:33:20Z', age_to: '2023-11-14T22:53:19.900Z' },
    ({ block }) => block >= 100 && block <= 199,
  ],
];

test.each(CASES)(
  'filtered by %j, the list has what a search of all finds, once and in order',
  async (query, isListed) => {
    const all = expected(isListed);
    expect(all.length).toBeGreaterThan(2);
    const pages = await walk(query);
    expect(pages.flat()).toEqual(all);
    expect(pages.slice(0, -1).every((page) => page.length === Number(query.items_count ?? 50))).toBe(true);
  },
);

test('an entry tells what moved, and the search names what it was asked for', async () => {
  const query = `token_contract_address_hashes_to_include=${hex(COIN)}&methods=0xa9059cbb&items_count=1`;
  const { body } = await api.get(`/api/v2/advanced-filters?${query}`);
  expect(body).toMatchObject({
    items: [
      {
        ...{ type: 'ERC-20', method: 'transfer', value: null, created_from: 'token_transfer' },
        total: { decimals: '6', value: '199000000', token_id: null, ids_count: 0 },
        token: { symbol: 'CN' },
      },
    ],
    search_params: {
      methods: { '0xa9059cbb': 'transfer' },
      tokens: { [bufferToAddress(COIN)]: { symbol: 'CN' } },
    },
  });
});

test('the file has what the list has', async () => {
  const { text } = await api.get('/api/v2/advanced-filters/csv?transaction_types=ERC-721');
  const lines = text.trim().split('\n');
  expect(lines).toHaveLength(1 + Math.ceil(BLOCKS / 60));
  expect(lines[1]).toMatch(/^0x\w{64},ERC-721,transfer,2023-/);
});

test('functions are found by name and selector, and bad conditions are refused', async () => {
  const methods = await api.get('/api/v2/advanced-filters/methods?q=0xa9059cbb');
  expect(methods.body).toEqual([{ method_id: '0xa9059cbb', name: 'transfer' }]);
  const named = await api.get('/api/v2/advanced-filters/methods?q=TRANSFER');
  expect(z.array(z.object({ name: z.string() })).parse(named.body)[0]?.name).toBe('transfer');
  const many = Array.from({ length: 11 }, (_, at) => hex(address(at))).join();
  for (const query of [
    ...['methods=transfer', 'amount_from=-1', 'age_from=yesterday', 'transaction_types=COINS'],
    ...[`from_address_hashes_to_include=${many}`, 'to_address_hashes_to_include=0x12'],
    // A symbol is anyone's: what a client shows for an address does not filter alone.
    ...['token_contract_symbols_to_include=USD', 'token_contract_names_to_exclude=Dollar'],
    ...['methods_names=transfer', 'methods=&methods_names=transfer'],
  ])
    expect([query, (await api.get(`/api/v2/advanced-filters?${query}`)).status]).toEqual([query, 422]);
  const shown = `token_contract_address_hashes_to_include=${hex(COIN)}&token_contract_symbols_to_include=USD`;
  expect((await api.get(`/api/v2/advanced-filters?${shown}`)).status).toBe(200);
  const selected = 'methods=0xa9059cbb';
  const { body } = await api.get(`/api/v2/advanced-filters?${selected}`);
  expect((await api.get(`/api/v2/advanced-filters?${selected}&methods_names=transfer`)).body).toEqual(body);
  expect((await api.get(`/api/v2/advanced-filters/csv?token_contract_names_to_include=USD`)).status).toBe(
    422,
  );
});
