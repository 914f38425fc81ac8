import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createLog } from '@/lib/log';
import { recoverSenders } from '@/lib/proof/recover-senders';
import type { Rpc, Send } from '@/lib/rpc/failover';
import { RpcError } from '@/lib/rpc/rpc-error';
import { createFakeRpc } from '@/test/support/fake-rpc';
import { provideChain } from '@/test/support/indexer-harness';
import {
  type BlockAnswers,
  makeProvableBlock,
  seal,
  withLaterFields,
  withOwnHash,
} from '@/test/support/provable-block';
import { fetchBareBundle } from './fetch-block';
import { forgetNewerHeader, readNewerHeader } from './newer-header';
import { type Provability, storeProvability } from './proven-ranges';
import { openProver } from './prover';
import { openState } from './state';

const db = await provideChain(7);
let blocks: ReadonlyMap<number, BlockAnswers>;
beforeAll(async () => {
  await openState(db, 0);
  blocks = new Map(await Promise.all([15, 16].map(async (at) => [at, await makeProvableBlock(at)] as const)));
});

const log = createLog({ name: 'test', level: 'silent' });
const provable: Provability = { status: 'provable', reason: null, checks: [] };
beforeEach(async () => {
  await storeProvability(db, provable);
  await forgetNewerHeader(db.sql, db, { from: 0, to: 99 });
});

type Node = Readonly<{ lacksBlockReceipts?: boolean; change?: (answers: BlockAnswers) => BlockAnswers }>;

/** A node with the blocks, which it may change before it answers. */
const nodeOf = ({ lacksBlockReceipts = false, change = (answers) => answers }: Node): Send =>
  async function send(method, [subject]) {
    const given = [...blocks.values()].map(change);
    if (method === 'eth_getBlockByNumber') return given.find(({ block }) => block.number === subject)?.block;
    if (method === 'eth_getBlockReceipts' && !lacksBlockReceipts)
      return given.find(({ block }) => block.number === subject)?.receipts;
    if (method === 'eth_getTransactionReceipt')
      return given
        .flatMap(({ receipts }) => receipts)
        .find(({ transactionHash }) => transactionHash === subject);
    throw new RpcError(method, { code: -32601, message: 'the method does not exist' });
  };
const withFalseStatus = ({ block, receipts }: BlockAnswers): BlockAnswers => ({
  block,
  receipts: receipts.map((receipt) => ({ ...receipt, status: '0x0' })),
});

async function fetch(rpc: Rpc, height: number, chain = db) {
  const prover = await openProver({ mode: 'auto', db: chain, recover: recoverSenders, log });
  return fetchBareBundle({ rpc, tracing: { method: null }, prover }, height);
}
const benched = (rpc: Rpc) => rpc.health().flatMap(({ host, lies }) => (lies > 0 ? [host] : []));

test('when block and receipts come from two endpoints and one lies, it is found out and the block is proven', async () => {
  const rpc = createFakeRpc({
    'plain.example': nodeOf({ lacksBlockReceipts: true }),
    'liar.example': nodeOf({ change: withFalseStatus }),
    'honest.example': nodeOf({}),
  });
  expect(await fetch(rpc, 15)).toMatchObject({ isProven: true, receipts: { 0: { status: 1 } } });
  expect(benched(rpc)).toEqual(['liar.example']);
});

test('what a node does not have at first is asked for again', async () => {
  const lost = new Set(['eth_getBlockByNumber', 'eth_getBlockReceipts']);
  const node = nodeOf({});
  const rpc = createFakeRpc({
    'lagging.example': async (method, params) => (lost.delete(method) ? null : node(method, params)),
  });
  expect(await fetch(rpc, 15)).toMatchObject({ isProven: true, block: { number: 15 } });
  expect(lost.size).toBe(0);
});

test('a node that makes the chain seem unprovable is found out by another now and then', async () => {
  await storeProvability(db, { status: 'unprovable', reason: 'said so', checks: ['receipts_root'] });
  const rpc = createFakeRpc({
    'liar.example': nodeOf({ change: withFalseStatus }),
    'honest.example': nodeOf({}),
  });
  expect(await fetch(rpc, 15)).toMatchObject({ isProven: false });
  expect(await fetch(rpc, 16)).toMatchObject({ isProven: true, receipts: { 0: { status: 1 } } });
  expect(benched(rpc)).toEqual(['liar.example']);
  expect(await fetch(rpc, 15)).toMatchObject({ isProven: true });
});

/** False contents, and a field that nobody knows, so that the header cannot be checked. */
const withInventedField = (answers: BlockAnswers): BlockAnswers => {
  const { block, receipts } = withFalseStatus(answers);
  return { block: { ...seal(block, receipts), hash: block.hash, invented: '0x1' }, receipts };
};
const ofFork = ({ block, receipts }: BlockAnswers) => ({
  block: withLaterFields(block, { later: '0x1' }),
  receipts,
});

test.each([1, 7])(
  'who invents a field of the header is found out by who proves the block (chain %i)',
  async (chainId) => {
    const rpc = createFakeRpc({
      'liar.example': nodeOf({ change: withInventedField }),
      'honest.example': nodeOf({}),
    });
    const chain = { ...db, chainId };
    expect(await fetch(rpc, 15, chain)).toMatchObject({ isProven: true, receipts: { 0: { status: 1 } } });
    expect(benched(rpc)).toEqual(['liar.example']);
    expect(await readNewerHeader(db)).toBeUndefined();
  },
);

test('a node that renames fields of the header is found out by who calls them as all do', async () => {
  const later = { blockAccessListHash: `0x${'5a'.repeat(32)}`, slotNumber: '0x99' };
  const known = ({ block, receipts }: BlockAnswers) => ({
    block: withOwnHash({ ...block, ...later }),
    receipts,
  });
  const renamed = (answers: BlockAnswers) => {
    const { blockAccessListHash, slotNumber, ...block } = known(answers).block;
    return { ...answers, block: { ...block, one: blockAccessListHash, other: slotNumber } };
  };
  const rpc = createFakeRpc({
    'a.example': nodeOf({ change: renamed }),
    'b.example': nodeOf({ change: known }),
  });
  expect(await fetch(rpc, 15)).toMatchObject({ isProven: true });
  expect(benched(rpc)).toEqual(['a.example']);
  expect(await readNewerHeader(db)).toBeUndefined();
});

test('on Ethereum it is not believed either while the others do not answer', async () => {
  const rpc = createFakeRpc({
    'liar.example': nodeOf({ change: withInventedField }),
    'silent.example': () => Promise.reject(new RpcError('any', { code: -32000, message: 'overloaded' })),
  });
  await expect(fetch(rpc, 15, { ...db, chainId: 1 })).rejects.toThrow('unknown meaning (invented)');
  expect(await fetch(rpc, 15)).toMatchObject({ isProven: false });
});

test.each([1, 7])(
  'a header that every endpoint has is believed, and none is benched (chain %i)',
  async (chainId) => {
    const fields = (answers: BlockAnswers) => ({
      ...answers,
      block: { ...answers.block, hash: `0x${'ab'.repeat(32)}`, later: ['0x1'] },
    });
    for (const change of [fields, ofFork]) {
      const rpc = createFakeRpc({ 'a.example': nodeOf({ change }), 'b.example': nodeOf({ change }) });
      expect(await fetch(rpc, 15, { ...db, chainId })).toMatchObject({ isProven: false });
      expect(benched(rpc)).toEqual([]);
      expect(await readNewerHeader(db)).toMatchObject({ since: 15, fields: ['later'] });
    }
  },
);
