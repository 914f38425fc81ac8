import { toEventSelector } from 'viem';
import { beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { deriveAccounts } from '@/demo/accounts';
import { asList, asRecord } from '@/demo/node-request';
import { readLogs } from '@/demo/read-logs';
import { getChart } from '@/lib/endpoints/chart';
import {
  type FheBlock,
  type FheCaller,
  type FheTransaction,
  getAddressFheProfile,
  getFheActivity,
  listAddressFheTokens,
  listFheBlocks,
  listFheCallers,
  listFheTransactions,
} from '@/lib/endpoints/fhe-activity';
import { type ListedTransaction, listTransactions } from '@/lib/endpoints/transaction';
import { bufferToAddress, hexToBuffer } from '@/lib/evm/hex';
import { decodeFheEvents } from '@/lib/fhe/events';
import { type FheOperation, measureOperations } from '@/lib/fhe/hcu';
import { ACCESS_TOPICS } from '@/lib/fhe/read-access';
import { provideDemoApi } from '../support/demo-api';

type Mined = { height: number; hash: string; to: string | null; operations: FheOperation[] };

const demo = await provideDemoApi();
/** Every transaction with operations, read from the node's receipts, newest first. */
let mined: Mined[];
/** Logs that made handles publicly decryptable. */
let opened = 0;

beforeAll(async () => {
  mined = await readChain();
});

async function readChain(): Promise<Mined[]> {
  const executor = hexToBuffer(demo.chain.history.contracts.FHEVMExecutor ?? '');
  const acl = hexToBuffer(demo.chain.history.contracts.ACL ?? '');
  const topic = hexToBuffer(ACCESS_TOPICS.AllowedForDecryption);
  const found: Mined[] = [];
  for (let height = 0; height <= demo.chain.history.tip.number; height += 1) {
    const receipts = await demo.chain.chain.request('eth_getBlockReceipts', [`0x${height.toString(16)}`]);
    for (const receipt of asList(receipts).map(asRecord)) {
      const logs = readLogs(receipt);
      opened += logs.filter((log) => log.address.equals(acl) && log.topics[0]?.equals(topic)).length;
      const operations = measureOperations(decodeFheEvents(logs, [executor]));
      const to = receipt.to === null ? null : String(receipt.to);
      if (operations.length > 0)
        found.push({ height, hash: String(receipt.transactionHash), to, operations });
    }
  }
  return found.reverse();
}

async function get<T>(schema: z.ZodType<T>, path: string): Promise<T> {
  const { status, body } = await demo.api.get(`/api/v2${path}`);
  expect([path, status]).toEqual([path, 200]);
  return schema.parse(body);
}

/** Follows a list in pages of this size. */
async function listAll<Item>(
  {
    response,
    path,
  }: { response: z.ZodType<{ items: Item[]; next_page_params: object | null }>; path: string },
  size: number,
  query: Record<string, string> = {},
): Promise<Item[]> {
  const items: Item[] = [];
  let next: object | null = {};
  while (next !== null) {
    const cursor = Object.entries(next).map(([name, value]) => [name, String(value)]);
    const search = new URLSearchParams({
      ...query,
      ...Object.fromEntries(cursor),
      items_count: String(size),
    });
    const page: { items: Item[]; next_page_params: object | null } = await get(response, `${path}?${search}`);
    items.push(...page.items);
    next = page.next_page_params;
  }
  return items;
}

const sum = (operations: readonly FheOperation[]) =>
  operations.reduce((total, { hcuCost }) => total + hcuCost, 0);

/** Sums of operations with the transactions that they are of, by a key; null: left out. */
function sumBy(keyOf: (operation: FheOperation) => string | null) {
  const sums = new Map<string, { operation_count: number; transaction_count: number; total_hcu: number }>();
  for (const { operations } of mined) {
    const seen = new Set<string>();
    for (const operation of operations) {
      const key = keyOf(operation);
      if (key === null) continue;
      const known = sums.get(key) ?? { operation_count: 0, transaction_count: 0, total_hcu: 0 };
      known.operation_count += 1;
      known.total_hcu += operation.hcuCost;
      if (!seen.has(key)) known.transaction_count += 1;
      seen.add(key);
      sums.set(key, known);
    }
  }
  return sums;
}

test('the activity of the chain is what the receipts say', async () => {
  const activity = await get(getFheActivity.response, '/fhe');
  const all = mined.flatMap(({ operations }) => operations);
  expect(all.length).toBeGreaterThan(100);
  expect(activity).toMatchObject({
    operations_count: String(all.length),
    total_hcu: String(sum(all)),
    transactions_count: String(mined.length),
    callers_count: sumBy(({ caller }) => caller?.toString('hex') ?? null).size,
    sample: { from_block: mined.at(-1)?.height, operation_count: all.length, total_hcu: sum(all) },
  });
  const kinds = activity.kinds.map(({ operation, type: _, ...sums }) => [operation, sums] as const);
  expect(new Map(kinds)).toEqual(sumBy(({ operation }) => operation));
  expect(activity.deployments.map(({ deployment }) => deployment.executor)).toContain(
    bufferToAddress(hexToBuffer(demo.chain.history.contracts.FHEVMExecutor ?? '')),
  );
  const { ConfidentialDollar, ConfidentialCredit, LogForge } = demo.chain.history.contracts;
  const told = new Map(activity.tokens.map((one) => [one.token.address_hash, one.is_confirmed]));
  const proper = [ConfidentialDollar, ConfidentialCredit].map((one) =>
    bufferToAddress(hexToBuffer(one ?? '')),
  );
  expect([...told.keys()].slice(0, 2).sort()).toEqual(proper.sort());
  expect(proper.map((one) => told.get(one))).toEqual([true, true]);
  expect([...told].at(-1)).toEqual([bufferToAddress(hexToBuffer(LogForge ?? '')), false]);
  expect(opened).toBeGreaterThan(0);
  expect(activity.opened_count).toBe(opened);
  const { body } = await demo.api.get('/stats-service/api/v1/lines/newFheDecryptions');
  const { chart } = getChart.response.parse(body);
  expect(chart.reduce((total, { value }) => total + Number(value), 0)).toBe(opened);
});

test('transactions, blocks and callers are all listed once, in pages of any size', async () => {
  const transactions = await listAll<FheTransaction>(listFheTransactions, 7);
  expect(
    transactions.map(({ hash, fhe_operations_count: count, total_hcu: hcu }) => [hash, count, hcu]),
  ).toEqual(mined.map(({ hash, operations }) => [hash, operations.length, sum(operations)]));
  const depths = mined.map(({ operations }) => Math.max(...operations.map(({ hcuDepth }) => hcuDepth)));
  expect(transactions.map(({ max_depth_hcu: depth }) => depth)).toEqual(depths);
  const heights = [...new Set(mined.map(({ height }) => height))];
  const blocks = await listAll<FheBlock>(listFheBlocks, 11);
  expect(blocks.map((block) => [block.height, block.fhe_operations_count, block.total_hcu])).toEqual(
    heights.map((height) => {
      const operations = mined.filter((one) => one.height === height).flatMap((one) => one.operations);
      return [height, operations.length, String(sum(operations))];
    }),
  );
  for (const { deployments, total_hcu } of blocks)
    expect(deployments.flatMap(({ callers }) => callers).reduce((all, one) => all + one.total_hcu, 0)).toBe(
      Number(total_hcu),
    );
  const callers = await listAll<FheCaller>(listFheCallers, 2);
  expect(new Map(callers.map(({ caller, ...sums }) => [caller.hash, sums]))).toEqual(
    sumBy(({ caller }) => caller && bufferToAddress(caller)),
  );
  const hcu = callers.map(({ total_hcu }) => total_hcu);
  expect(hcu).toEqual([...hcu].sort((one, other) => other - one));
});

test.each([1, 5, 20])(
  'transactions with at least %s operations are listed, in either order',
  async (least) => {
    const most = { fhe_operations_count: String(least) };
    const expected = mined.filter(({ operations }) => operations.length >= least).map(({ hash }) => hash);
    expect(expected.length).toBeGreaterThan(1);
    for (const size of [7, 50]) {
      const listed = await listAll<ListedTransaction>(listTransactions, size, most);
      expect(listed.map(({ hash }) => hash)).toEqual(expected);
    }
    const oldest = await listAll<ListedTransaction>(listTransactions, 11, { ...most, order: 'asc' });
    expect(oldest.map(({ hash }) => hash)).toEqual(expected.toReversed());
  },
);

test('a number of operations that no transaction has finds none; of pending ones, and below 1, it is refused', async () => {
  const path = '/transactions?fhe_operations_count';
  expect(await get(listTransactions.response, `${path}=999999`)).toEqual({
    ...{ items: [], next_page_params: null, meta: null },
  });
  expect(await get(listTransactions.response, `${path}=1&type=blob_transaction`)).toMatchObject({
    items: [],
  });
  for (const query of ['0', '-1', '1000001', 'x', '', '1&filter=pending'])
    expect([query, (await demo.api.get(`/api/v2${path}=${query}`)).status]).toEqual([query, 422]);
});

test('a contract has the transactions and the profile of its own operations', async () => {
  const [[busiest = ''] = []] = [...sumBy(({ caller }) => caller && bufferToAddress(caller))].sort(
    ([, one], [, other]) => other.transaction_count - one.transaction_count,
  );
  const isOwn = ({ caller }: FheOperation) => caller !== null && bufferToAddress(caller) === busiest;
  const own = mined.filter(({ operations }) => operations.some(isOwn));
  const listed = await listAll<FheTransaction>(listFheTransactions, 3, { caller: busiest });
  expect(listed.map(({ hash }) => hash)).toEqual(own.map(({ hash }) => hash));
  const profile = await get(getAddressFheProfile.response, `/addresses/${busiest}/fhe/profile`);
  const operations = own.map((one) => one.operations.filter(isOwn));
  expect(profile.sample).toMatchObject({
    operation_count: operations.flat().length,
    transaction_count: own.length,
    total_hcu: sum(operations.flat()),
  });
  const ordered = operations.map(sum).sort((one, other) => one - other);
  expect(profile.hcu).toMatchObject({
    ...{ minimum: ordered[0], maximum: ordered.at(-1), median: ordered[Math.ceil(ordered.length / 2) - 1] },
  });
  expect(profile.functions.reduce((all, { total_hcu: hcu }) => all + hcu, 0)).toBe(sum(operations.flat()));
  expect(profile.functions.length).toBeGreaterThan(1);
  for (const { method } of profile.functions) expect(method).not.toBe('');
});

test('an address has the confidential tokens that its logged transfers moved, with the newest of each', async () => {
  const user = deriveAccounts().users[1]?.address ?? '';
  const topic = toEventSelector('ConfidentialTransfer(address,address,bytes32)');
  const tokens = [
    demo.chain.history.contracts.ConfidentialCredit,
    demo.chain.history.contracts.ConfidentialDollar,
  ];
  const { items } = await get(listAddressFheTokens.response, `/addresses/${user}/fhe/tokens`);
  for (const address of tokens) {
    const logs = asList(
      await demo.chain.chain.request('eth_getLogs', [{ address, fromBlock: '0x0', topics: [topic] }]),
    ).map(asRecord);
    const own = logs.filter(({ topics }) =>
      asList(topics)
        .slice(1, 3)
        .some((word) => String(word).endsWith(user.slice(2).toLowerCase())),
    );
    const [last, held] = [own.at(-1), items.find(({ token }) => token.address_hash === address)];
    expect(own.length).toBeGreaterThan(1);
    expect(held).toMatchObject({
      transfers_count: own.length,
      last_change: {
        transaction_hash: last?.transactionHash,
        log_index: Number(last?.logIndex),
        encrypted_amount: asList(last?.topics)[3],
      },
    });
  }
  const nobody = await get(listAddressFheTokens.response, `/addresses/0x${'9'.repeat(40)}/fhe/tokens`);
  expect(nobody.items).toEqual([]);
});

test('a transaction of thousands of operations costs a list no more than others', async () => {
  const { db } = demo.api;
  const [last] = await db.sql<{ block: number; index: number }[]>`
    select block_number as block, index from ${db.schema}.transactions order by block_number desc, index desc limit 1`;
  if (!last) throw new Error('the demo chain has no transactions');
  await db.sql`
    delete from ${db.schema}.fhe_operations where block_number = ${last.block} and transaction_index = ${last.index}`;
  await db.sql`
    insert into ${db.schema}.fhe_operations
    select ${last.block}, ${last.index}, n, ${Buffer.alloc(20, 7)}::bytea, 'FheAdd', 'Uint64', false, '{}', null,
      sha256(n::text::bytea), 10, 10
    from generate_series(1, 5000) n`;
  const [first, second] = await listAll<FheTransaction>(listFheTransactions, 50);
  expect(first?.total_hcu).toBe(50_000);
  expect(second?.hash).toBe(mined.find(({ hash }) => hash !== first?.hash)?.hash);
});
