import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { AccountStates } from '@/lib/api/nodes/account-states';
import { listTopics } from '@/lib/api/state-change/layout-query';
import { openDatabase } from '@/lib/db/open-database';
import { bufferToHex, hexToBuffer } from '@/lib/evm/hex';
import { keccak256 } from '@/lib/evm/keccak';
import { wordToHex } from '@/lib/evm/words';
import { encodeBlock } from '@/lib/proof/encode-block';
import { recoverSenders } from '@/lib/proof/recover-senders';
import { parseBlock } from '@/lib/rpc/block';
import { parseReceipt } from '@/lib/rpc/receipt';
import { NO_STATES } from '@/test/support/no-nodes';
import { AMSTERDAM } from '../support/amsterdam-chain';
import { createAmsterdamNode } from '../support/amsterdam-node';
import { STATE_CHANGES, type StateKey, stateBefore } from '../support/amsterdam-state';
import { createApiDatabase, createTestApi, type TestApi } from '../support/api-harness';
import { walkPages } from '../support/api-walk';
import { createFakeRpc } from '../support/fake-rpc';
import { indexAll } from '../support/indexer-harness';

const CHAIN = 7928;
let api: TestApi;
let traced = 0;
let isPruned = false;
/** Of the node's state, at these heights. */
let asked: number[] = [];

const read = ({ address, what }: StateKey, height: number) => {
  asked.push(height);
  return isPruned ? undefined : stateBefore({ address, what }, height + 1);
};
const readAll =
  <Item, Value>(keyOf: (item: Item) => StateKey, parse: (text: string) => Value) =>
  async (_: number, items: readonly Item[], height: number) =>
    items.map((item) => {
      const text = read(keyOf(item), height);
      return text === undefined ? undefined : parse(text);
    });
const accountState: AccountStates = {
  nonces: readAll((address: Buffer) => ({ address: bufferToHex(address), what: 'nonce' }), BigInt),
  codes: readAll((address: Buffer) => ({ address: bufferToHex(address), what: 'code' }), hexToBuffer),
  calls: NO_STATES.calls,
  slots: readAll(({ address, slot }) => ({ address: bufferToHex(address), what: wordToHex(slot) }), BigInt),
};
const trace = async () => {
  traced += 1;
  return { kind: 'refused' } as const;
};

beforeAll(async () => {
  const database = await createApiDatabase(CHAIN);
  const rpc = createFakeRpc(createAmsterdamNode());
  await indexAll({ rpc, db: openDatabase(database.sql, CHAIN), firstBlock: 1, mode: 'required' });
  api = await createTestApi({
    database,
    chainId: CHAIN,
    accountState,
    coinBalance: async (_, address, height) => {
      const value = read({ address: bufferToHex(address), what: 'balance' }, Number(height));
      return value === undefined ? undefined : BigInt(value);
    },
    traces: { stateDiff: trace, calls: trace, storageWrites: trace },
    blockProof: async (_, { number }) => {
      const { block, receipts } = AMSTERDAM.blocks[number - 1] ?? { block: {}, receipts: [] };
      const parts = { block: parseBlock(block), receipts: receipts.map(parseReceipt) };
      return { kind: 'answered', value: await encodeBlock(parts, recoverSenders) };
    },
  });
});
afterAll(() => api.stop());

const mention = z.object({ hash: z.string() }).transform(({ hash }) => hash.toLowerCase());
const value = z.string().nullable();
const coin = z.object({
  type: z.string(),
  address: mention,
  balance_before: value,
  balance_after: value,
  change: value,
  is_before_proven: z.boolean(),
});
const code = z.object({ hash: z.string(), size: z.number(), delegate: mention.nullable() });
const changeOf = <Value extends z.ZodType>(of: Value) =>
  z.object({ before: of.nullable(), after: of, is_before_proven: z.boolean() });
const storage = z.object({
  items: z.array(
    z.object({ address: mention, slots: z.array(changeOf(z.string()).extend({ slot: z.string() })) }),
  ),
  accounts: z.array(
    z.object({
      address: mention,
      nonce: changeOf(z.string()).nullable(),
      code: changeOf(code).nullable(),
    }),
  ),
  source: z.string(),
  is_proven: z.boolean(),
  meta: z.object({ code: z.string() }).nullable(),
});

const TRANSACTIONS = AMSTERDAM.blocks.flatMap(({ block }, at) =>
  z
    .array(z.object({ hash: z.string() }))
    .parse(block.transactions)
    .map(({ hash }, index) => ({ hash, height: at + 1, index: index + 1 })),
);

type Told = StateKey & Readonly<{ before: string | null; after: string | null }>;

/** What the API says that a transaction changed. */
async function changesOf(hash: string): Promise<Told[]> {
  const path = `/api/v2/transactions/${hash}`;
  const coins = (await walkPages(api, `${path}/state-changes`, { item: coin, query: { items_count: 3 } }))
    .flat()
    .filter(({ type }) => type === 'coin');
  for (const { balance_before, balance_after, change } of coins)
    expect(change).toBe(
      balance_before === null ? null : String(BigInt(balance_after ?? 0) - BigInt(balance_before)),
    );
  const { items, accounts } = storage.parse((await api.get(`${path}/storage-changes`)).body);
  return [
    ...coins.map(({ address, balance_before, balance_after }) => ({
      ...{ address, what: 'balance', before: balance_before, after: balance_after },
    })),
    ...accounts.flatMap(({ address, nonce, code: changed }) => [
      ...(nonce ? [{ address, what: 'nonce', before: nonce.before, after: nonce.after }] : []),
      ...(changed
        ? [{ address, what: 'code', before: changed.before?.hash ?? null, after: changed.after.hash }]
        : []),
    ]),
    ...items.flatMap(({ address, slots }) =>
      slots.map(({ slot, before, after }) => ({ address, what: slot, before, after })),
    ),
  ];
}

const hashed = ({ what }: StateKey, text: string) =>
  what === 'code' ? bufferToHex(keccak256(hexToBuffer(text))) : text;
const sorted = (changes: readonly object[]) => changes.map((change) => JSON.stringify(change)).sort();

test('the state changes of every transaction are those of the list, before and after, without a trace', async () => {
  let compared = 0;
  for (const { hash, height, index } of TRANSACTIONS) {
    const expected = STATE_CHANGES.filter((one) => one.height === height && one.index === index).map(
      ({ address, what, value: after }) => ({
        ...{ address, what },
        before: hashed({ address, what }, stateBefore({ address, what }, height, index)),
        after: hashed({ address, what }, after),
      }),
    );
    expect(sorted(await changesOf(hash)), `block ${height}, index ${index}`).toEqual(sorted(expected));
    compared += expected.length;
  }
  expect({ transactions: TRANSACTIONS.length, compared, traced }).toEqual({
    transactions: 36,
    compared: 180,
    traced: 0,
  });
});

const isEarlier = (key: StateKey, { height, index }: { height: number; index: number }) =>
  STATE_CHANGES.some(
    (one) =>
      one.address === key.address &&
      one.what === key.what &&
      (one.height < height || (one.height === height && one.index < index)),
  );
const page = z.object({
  items: z.array(coin),
  source: z.string(),
  is_proven: z.boolean(),
  meta: z.object({ code: z.string() }).nullable(),
});
const coinsOf = async (hash: string) => {
  const { items, ...rest } = page.parse((await api.get(`/api/v2/transactions/${hash}/state-changes`)).body);
  return { ...rest, items: items.filter(({ type }) => type === 'coin') };
};

test('what was before is proven where earlier lists have it, else from the node, else unknown', async () => {
  const seen = { proven: 0, 'from the node': 0, unknown: 0 };
  for (const transaction of TRANSACTIONS) {
    const listed = new Map<string, boolean>();
    for (const { address, is_before_proven, balance_before } of (await coinsOf(transaction.hash)).items) {
      const isListed = isEarlier({ address, what: 'balance' }, transaction);
      expect([address, is_before_proven, balance_before !== null]).toEqual([address, isListed, true]);
      listed.set(address, isListed);
      seen[isListed ? 'proven' : 'from the node'] += 1;
    }
    isPruned = true;
    asked = [];
    const { items, meta, ...rest } = await coinsOf(transaction.hash);
    isPruned = false;
    const isWhole = items.every(({ address }) => listed.get(address));
    expect(rest).toEqual({ source: 'access_list', is_proven: true });
    expect(meta?.code).toBe(isWhole ? undefined : 'balances_before_unknown');
    expect(asked.length > 0).toBe(!isWhole);
    for (const { address, balance_before, change } of items)
      expect([balance_before === null, change === null]).toEqual(Array(2).fill(!listed.get(address)));
    seen.unknown += items.filter(({ balance_before }) => balance_before === null).length;
  }
  expect(seen).toEqual({ proven: 82, 'from the node': 14, unknown: 14 });
});

test('slots, codes and nonces of which the node has pruned the state', async () => {
  const created = TRANSACTIONS.find(({ height, index }) => height === 3 && index === 1)?.hash;
  isPruned = true;
  const answer = storage.parse((await api.get(`/api/v2/transactions/${created}/storage-changes`)).body);
  isPruned = false;
  const { accounts, ...rest } = answer;
  expect(rest).toMatchObject({ is_proven: true, meta: { code: 'slots_before_unknown' } });
  // of the sender's nonce alone: its transaction has it
  expect(
    accounts.map(({ nonce, code: changed }) => [nonce?.before ?? null, changed?.before ?? null]),
  ).toEqual([
    ['1', null],
    [null, null],
  ]);
});

test('delegations are told by where they lead', async () => {
  const of = TRANSACTIONS.filter(({ height }) => height === 8);
  const answers = await Promise.all(
    of.map(async ({ hash }) =>
      storage.parse((await api.get(`/api/v2/transactions/${hash}/storage-changes`)).body),
    ),
  );
  const codes = answers.flatMap(({ accounts }) => accounts.flatMap((one) => one.code ?? []));
  expect(codes.map(({ before, after }) => [before?.size, after.size, after.delegate !== null])).toEqual([
    [0, 23, true],
  ]);
});

test('slots of the list are named by the layout of the verified source', async () => {
  const store = hexToBuffer('0xa10a3b175f0f2641cf41912b887f77d8ef34fae8');
  const number = { encoding: 'inplace', label: 'uint256', numberOfBytes: '32' };
  const layout = {
    storage: [{ label: 'values', offset: 0, slot: '0', type: 't_array' }],
    types: { t_uint256: number, t_array: { ...number, base: 't_uint256', numberOfBytes: '3200' } },
  };
  const { sql, schema } = api.db;
  const row = { address: store, source: 'operator', abi: Buffer.from('[]'), abi_hash: Buffer.alloc(32, 1) };
  const storage_layout = Buffer.from(JSON.stringify(layout));
  await sql`insert into ${schema}.contract_interfaces ${sql({ ...row, storage_layout })}`;
  const named = z.object({
    items: z.array(
      z.object({
        address: mention,
        slots: z.array(z.object({ slot: z.string(), variables: z.array(z.object({ name: z.string() })) })),
      }),
    ),
  });
  let count = 0;
  for (const { hash } of TRANSACTIONS.filter(({ height }) => height === 5 || height === 6)) {
    const answer = named.parse((await api.get(`/api/v2/transactions/${hash}/storage-changes`)).body);
    for (const { address, slots } of answer.items)
      for (const { slot, variables } of slots) {
        const isOfStore = address === bufferToHex(store);
        expect(variables.map(({ name }) => name)).toEqual(isOfStore ? [`values[${BigInt(slot)}]`] : []);
        if (isOfStore) count += 1;
      }
  }
  expect(count).toBe(20);
  expect(traced).toBe(0);
  // keys of mappings are looked for among them
  const topics = await listTopics(api.db, { block_number: 4, index: 0 }, 20);
  expect(topics.map((topic) => topic.length)).toEqual(Array(topics.length).fill(32));
  expect(topics.length).toBeGreaterThan(0);
});

const history = z.object({
  block_number: z.number(),
  value: z.string(),
  delta: z.string(),
  is_proven: z.boolean(),
});
const ACCOUNTS = [...new Set(STATE_CHANGES.map(({ address }) => address))];
/** The blocks that changed a balance, newest first, by the state of the generator. */
const historyOf = (address: string) =>
  AMSTERDAM.blocks
    .map((_, at) => {
      const key = { address, what: 'balance' };
      const [value, before] = [stateBefore(key, at + 2), stateBefore(key, at + 1)];
      return { block_number: at + 1, value, delta: String(BigInt(value) - BigInt(before)), is_proven: true };
    })
    .filter(({ delta }) => delta !== '0')
    .reverse();

test('the balance history of every account is that of the lists, and needs the node for nothing but the first change', async () => {
  let compared = 0;
  for (const address of ACCOUNTS) {
    asked = [];
    const path = `/api/v2/addresses/${address}/coin-balance-history`;
    const told = (await walkPages(api, path, { item: history, query: { items_count: 2 } })).flat();
    expect(told, address).toEqual(historyOf(address));
    const first = told.at(-1)?.block_number;
    expect(asked.every((height) => height + 1 === first)).toBe(true);
    compared += told.length;
  }
  expect({ accounts: ACCOUNTS.length, compared }).toEqual({ accounts: 23, compared: 45 });
});

test('the balance by day is that of the lists', async () => {
  asked = [];
  const [address = ''] = ACCOUNTS.filter((one) => historyOf(one).length > 3);
  const { body } = await api.get(`/api/v2/addresses/${address}/coin-balance-history-by-day`);
  expect(body).toMatchObject({ items: [{ value: historyOf(address)[0]?.value }] });
  expect(asked).toEqual([]);
});

/** Every account whose balance a block changed, with that after the last one, by the state of the generator. */
const LATEST = ACCOUNTS.filter((address) => historyOf(address).length > 0).map((address) => ({
  address,
  balance: stateBefore({ address, what: 'balance' }, AMSTERDAM.blocks.length + 1),
}));

test('the latest balance of every account is that of the lists, and no node is asked', async () => {
  asked = [];
  for (const { address, balance } of LATEST)
    expect((await api.get(`/api/v2/addresses/${address}`)).body, address).toMatchObject({
      ...{ coin_balance: balance, is_coin_balance_proven: true, block_number_balance_updated_at: 10 },
    });
  const multi = LATEST.map(({ address }) => address).slice(0, 20);
  const { body } = await api.get(`/api?module=account&action=balancemulti&address=${multi}`);
  expect(body).toMatchObject({
    result: LATEST.slice(0, 20).map(({ address, balance }) => ({ account: address, balance })),
  });
  const at = `/api?module=account&action=balance&address=${LATEST[0]?.address}&tag=0xa`;
  expect((await api.get(at)).body).toMatchObject({ result: LATEST[0]?.balance });
  expect(asked).toEqual([]);
  expect(LATEST.length).toBe(15);
});

test('the accounts are ranked by balances of the lists, and the node is asked for those that no list has', async () => {
  asked = [];
  const item = z.object({ hash: z.string(), coin_balance: z.string(), is_coin_balance_proven: z.boolean() });
  const ranked = (await walkPages(api, '/api/v2/addresses', { item })).flat();
  const known = new Map(LATEST.map(({ address, balance }) => [address, balance]));
  expect(ranked.length).toBeGreaterThan(LATEST.length / 2);
  for (const { hash, coin_balance, is_coin_balance_proven } of ranked) {
    const address = hash.toLowerCase();
    expect(coin_balance).toBe(stateBefore({ address, what: 'balance' }, AMSTERDAM.blocks.length + 1));
    expect(is_coin_balance_proven).toBe(known.has(address));
  }
  expect(asked.length).toBe(ranked.filter((row) => !row.is_coin_balance_proven).length);
});

test('the accounts of a list, in pages, and its size with the block', async () => {
  const item = z.object({
    address: mention,
    balance: value,
    nonce: value,
    balance_changes_count: z.number(),
    changed_slots_count: z.number(),
    read_slots_count: z.number(),
  });
  let accounts = 0;
  for (const [at, { accessList, accessListRlp }] of AMSTERDAM.blocks.entries()) {
    const path = `/api/v2/blocks/${at + 1}`;
    const told = (await walkPages(api, `${path}/access-list`, { item, query: { items_count: 4 } })).flat();
    expect(told.map(({ address }) => address)).toEqual(accessList.map(({ address }) => address));
    for (const { address, balance, nonce } of told)
      for (const [what, after] of Object.entries({ balance, nonce })) {
        const last = STATE_CHANGES.findLast(
          (one) => one.height === at + 1 && one.address === address && one.what === what,
        );
        expect(after).toBe(last?.value ?? null);
      }
    const sum = (read: (row: (typeof told)[number]) => number) =>
      told.reduce((all, row) => all + read(row), 0);
    expect((await api.get(path)).body).toMatchObject({
      access_list: {
        bytes: accessListRlp.length / 2 - 1,
        accounts_count: accessList.length,
        changed_slots_count: sum(({ changed_slots_count }) => changed_slots_count),
        read_slots_count: sum(({ read_slots_count }) => read_slots_count),
      },
    });
    expect((await api.get(`${path}/access-list`)).body).toMatchObject({ is_proven: true });
    accounts += told.length;
  }
  expect(accounts).toBe(125);
  expect((await api.get('/api/v2/blocks/11/access-list')).status).toBe(404);
});

test('a block has its slot, the slots skipped before it, and what builders paid', async () => {
  const skipped = [null, '0', '0', '0', '0', '2', '0', '0', '0', '0'];
  for (const [at, { block }] of AMSTERDAM.blocks.entries())
    expect((await api.get(`/api/v2/blocks/${at + 1}`)).body).toMatchObject({
      slot_number: String(BigInt(String(block.slotNumber))),
      skipped_slots_count: skipped[at],
      builder_withdrawals: at === 8 ? { count: 1, amount: '1000000000000000000' } : { count: 0, amount: '0' },
      block_access_list_hash: block.blockAccessListHash,
    });
});

test('the proof of a block has the list that its header commits to', async () => {
  const proof = z.object({
    status: z.string(),
    header: z.string(),
    access_list: z.string(),
    block_access_list_hash: z.string(),
    checks: z.array(z.object({ name: z.string(), status: z.string() })),
  });
  for (const [at, { accessListRlp }] of AMSTERDAM.blocks.entries()) {
    const told = proof.parse((await api.get(`/api/v2/blocks/${at + 1}/proof`)).body);
    expect(told.status).toBe('proven');
    expect(told.access_list).toBe(accessListRlp);
    expect(told.header).toContain(told.block_access_list_hash.slice(2));
    expect(bufferToHex(keccak256(hexToBuffer(told.access_list)))).toBe(told.block_access_list_hash);
    expect(told.checks.at(-1)).toEqual({ name: 'access_list', status: 'holds' });
  }
});

test('a list of a block that is not proven proves nothing; without the list the node is asked for traces', async () => {
  const { hash = '' } = TRANSACTIONS.at(-1) ?? {};
  const { sql, schema } = api.db;
  await sql`update ${schema}.proven_ranges set to_block = 9`;
  const [{ address = '', balance = '' } = {}] = LATEST;
  expect((await api.get(`/api/v2/addresses/${address}`)).body).toMatchObject({
    ...{ coin_balance: balance, is_coin_balance_proven: false },
  });
  const unproven = { source: 'access_list', is_proven: false };
  // lists are cached for seconds
  await expect.poll(() => coinsOf(hash), { timeout: 60_000 }).toMatchObject(unproven);
  const path = `/api/v2/transactions/${hash}/storage-changes`;
  await expect.poll(async () => (await api.get(path)).body, { timeout: 60_000 }).toMatchObject(unproven);
  await sql`update ${schema}.block_access_lists set rlp = null where block_number = 10`;
  await expect
    .poll(() => coinsOf(hash), { timeout: 60_000 })
    .toMatchObject({ source: 'computed', is_proven: false });
  expect((await api.get(path)).body).toMatchObject({ source: null, meta: { code: 'state_changes_refused' } });
  expect(traced).toBeGreaterThan(0);
});
