import { expect, test } from 'vitest';
import { address } from '@/test/support/api-rows';
import { createFakeRpc, createLaggingRpc } from '@/test/support/fake-rpc';
import { provideChain } from '@/test/support/indexer-harness';
import { collectPlainBlocks, type PlainTransaction } from '@/test/support/plain-chain';
import { encodeBatch } from './encode-batch';
import { completeCodes } from './known-addresses';
import { writeBatch } from './write';

const [SENDER, FACTORY] = [address(1), address(2)];
const HAVE_CODE = [FACTORY, address(10)].map((contract) => `0x${contract.toString('hex')}`);

const db = await provideChain(7);
const asked: unknown[] = [];
const rpc = createFakeRpc(async (_method, [contract]) => {
  asked.push(contract);
  return HAVE_CODE.includes(String(contract)) ? '0x60' : '0x';
});

async function index(number: number, transactions: readonly PlainTransaction[]) {
  const batch = await collectPlainBlocks(db, [{ number, timestamp: number, transactions }]);
  await completeCodes(batch, { rpc, db, known: new Map() });
  expect(await writeBatch(db, encodeBatch(batch, db.chainId))).toBe('written');
}

async function read(contract: Buffer) {
  const [row] = await db.sql`
    select is_contract from ${db.schema}.addresses where address = ${contract}`;
  return row;
}

test('what only a trace calls created is a contract if it has code', async () => {
  await index(0, [{ from: SENDER, to: FACTORY, creates: [address(10), address(11)] }]);
  expect(await read(address(10))).toEqual({ is_contract: true });
  expect(await read(address(11))).toEqual({ is_contract: false });
});

test('a trace makes no contract of a known account, of one that it creates again, or of a sender', async () => {
  await index(1, [{ from: SENDER, to: FACTORY, creates: [SENDER, address(11), address(10)] }]);
  expect(await read(SENDER)).toMatchObject({ is_contract: false });
  expect(await read(address(11))).toMatchObject({ is_contract: false });
  expect(await read(address(10))).toMatchObject({ is_contract: true });
});

test('what a receipt calls created is a contract without being asked for, even after it destroyed itself', async () => {
  asked.length = 0;
  await index(2, [{ from: SENDER, to: null, creates: [address(20)] }]);
  expect(asked).not.toContain(`0x${address(20).toString('hex')}`);
  await index(3, [{ from: SENDER, to: FACTORY, creates: [address(20)] }]);
  expect(await read(address(20))).toMatchObject({ is_contract: true });
});

test('a node that lags does not make an account of a contract that it has not seen yet', async () => {
  const chain = { since: 4, head: 3 };
  const lagging = createLaggingRpc(chain, async () => '0x60');
  const transactions = [{ from: SENDER, to: FACTORY, creates: [address(30)] }];
  const batch = await collectPlainBlocks(db, [{ number: 4, timestamp: 4, transactions }]);
  const complete = () => completeCodes(batch, { rpc: lagging, db, known: new Map() });
  await expect(complete()).rejects.toThrow('header not found');
  chain.head = 4;
  await complete();
  expect(await writeBatch(db, encodeBatch(batch, db.chainId))).toBe('written');
  expect(await read(address(30))).toMatchObject({ is_contract: true });
});
