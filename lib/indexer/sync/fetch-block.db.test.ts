import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createLog } from '@/lib/log';
import { recoverSenders } from '@/lib/proof/recover-senders';
import type { Rpc, Send } from '@/lib/rpc/failover';
import { RpcError } from '@/lib/rpc/rpc-error';
import { createFakeRpc } from '@/test/support/fake-rpc';
import { provideChain } from '@/test/support/indexer-harness';
import { type BlockAnswers, makeProvableBlock } from '@/test/support/provable-block';
import { fetchBareBundle } from './fetch-block';
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
beforeEach(() => storeProvability(db, provable));

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

async function fetch(rpc: Rpc, height: number) {
  const prover = await openProver({ mode: 'auto', db, recover: recoverSenders, log });
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
