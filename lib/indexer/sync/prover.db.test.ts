import { beforeEach, describe, expect, test } from 'vitest';
import { createLog } from '@/lib/log';
import { recoverSenders } from '@/lib/proof/recover-senders';
import { parseBlock } from '@/lib/rpc/block';
import { parseReceipt } from '@/lib/rpc/receipt';
import { createFakeRpc } from '@/test/support/fake-rpc';
import { provideChain } from '@/test/support/indexer-harness';
import { type BlockAnswers, makeProvableBlock, withOwnType } from '@/test/support/provable-block';
import { readProvability, storeProvability } from './proven-ranges';
import { createStrictProver, openProver, type ProofMode } from './prover';
import { openState } from './state';

const db = await provideChain(7);
await openState(db, 0);
beforeEach(() => storeProvability(db, { status: 'unknown', reason: null, checks: [] }));

const thresholds = { first: { answers: 2, ms: 1_000 }, later: { answers: 3, ms: 5_000 } };

/** A prover whose clock is set by hand, of a chain with two endpoints. */
async function open(mode: ProofMode, chain = db) {
  let time = 0;
  const log = createLog({ name: 'test', level: 'silent' });
  const rpc = createFakeRpc({ 'a.example': async () => null, 'b.example': async () => null });
  const prover = await openProver({
    ...{ mode, db: chain, recover: recoverSenders, log, thresholds },
    now: () => time,
  });
  const prove = async ({ block, receipts }: BlockAnswers, answeredBy = ['a.example']) =>
    prover
      .prove({ block: parseBlock(block), receipts: receipts.map(parseReceipt), rpc, answeredBy })
      .catch((error: Error) => error.message);
  /** Answers the same block again and again, a second apart; returns what was said of each. */
  const insist = async (answers: BlockAnswers, times: number) => {
    const said: (boolean | string)[] = [];
    for (let turn = 0; turn < times; turn++) {
      said.push(await prove(answers));
      time += 1_000;
    }
    return said;
  };
  return { prove, insist, rpc };
}

const withStatus = async (number: number): Promise<BlockAnswers> => {
  const { block, receipts } = await makeProvableBlock(number);
  return { block, receipts: receipts.map((receipt) => ({ ...receipt, status: '0x0' })) };
};
const refused = expect.stringMatching(/^Block \d+ of a\.example is not proven: .*receipts_root/);

describe('auto', () => {
  test('proves, and notes that the chain can be proven', async () => {
    const { prove } = await open('auto');
    expect(await prove(await makeProvableBlock(1))).toBe(true);
    expect(await readProvability(db)).toEqual({ status: 'provable', reason: null, checks: [] });
  });

  test('a lie is refused, its endpoint benched, and the honest block proven', async () => {
    const { prove, rpc } = await open('auto');
    expect(await prove(await makeProvableBlock(1))).toBe(true);
    expect(await prove(await withStatus(2))).toEqual(refused);
    const [liar, other] = rpc.health();
    expect(liar).toMatchObject({ host: 'a.example', benches: 1, reason: expect.stringContaining('block 2') });
    expect(other).toMatchObject({ host: 'b.example', benches: 0 });
    expect(await prove(await makeProvableBlock(2), ['b.example'])).toBe(true);
    expect(await readProvability(db)).toMatchObject({ status: 'provable' });
  });

  test('what every answer says for long is stored without proof; after three such blocks it is not demanded', async () => {
    const { prove, insist } = await open('auto');
    await prove(await makeProvableBlock(1));
    for (const height of [2, 3, 4])
      expect(await insist(await withStatus(height), 6)).toEqual([...Array(5).fill(refused), false]);
    expect(await insist(await withStatus(5), 2)).toEqual([false, false]);
    expect(await readProvability(db)).toMatchObject({ status: 'unprovable', checks: ['receipts_root'] });
  });

  test('the other checks are still demanded then, also after a restart, and that one again once it is passed', async () => {
    await storeProvability(db, { status: 'unprovable', reason: 'no roots', checks: ['receipts_root'] });
    const { prove } = await open('auto');
    const { block, receipts } = await withStatus(1);
    expect(await prove({ block, receipts })).toBe(false);
    expect(await prove({ block: { ...block, timestamp: '0x1' }, receipts })).toMatch(/header_hash/);
    for (let height = 2; height < 18; height++)
      expect(await prove(await makeProvableBlock(height))).toBe(true);
    expect(await readProvability(db)).toEqual({ status: 'provable', reason: null, checks: [] });
    expect(await prove(await withStatus(18))).toEqual(refused);
  });

  test('every check is demanded again after all blocks were proven anew, without a restart', async () => {
    await storeProvability(db, { status: 'unprovable', reason: 'no roots', checks: ['receipts_root'] });
    const { prove } = await open('auto');
    expect(await prove(await withStatus(1))).toBe(false);
    // as npm run verify does
    await storeProvability(db, { status: 'provable', reason: null, checks: [] });
    expect(await prove(await makeProvableBlock(2))).toBe(true);
    expect(await prove(await withStatus(3))).toEqual(refused);
    expect(await readProvability(db)).toEqual({ status: 'provable', reason: null, checks: [] });
  });

  test('a check that blocks fail every now and then is demanded again ever more rarely', async () => {
    await storeProvability(db, { status: 'unprovable', reason: 'no roots', checks: ['receipts_root'] });
    const { prove, insist } = await open('auto');
    let height = 2;
    const honest = await makeProvableBlock(1);
    const pass = async (blocks: number) => {
      for (let count = 0; count < blocks; count++) expect(await prove(honest)).toBe(true);
    };
    for (const needed of [16, 32]) {
      await pass(needed - 1);
      expect(await prove(await withStatus(height++))).toBe(false);
      await pass(needed);
      while ((await readProvability(db)).status === 'provable') await insist(await withStatus(height++), 6);
    }
    await pass(63);
    expect(await readProvability(db)).toMatchObject({ status: 'unprovable', checks: ['receipts_root'] });
    await pass(1);
    expect(await readProvability(db)).toMatchObject({ status: 'provable', checks: [] });
  });

  test('whoever lies in a hundred ways does not keep a rule of the chain from being found out', async () => {
    const { prove, insist } = await open('auto');
    await prove(await makeProvableBlock(1));
    const { block, receipts } = await withStatus(2);
    for (let lie = 0; lie < 60; lie++) {
      const logs = { logs: [], gasUsed: `0x${lie + 1}` };
      const wrong = receipts.map((receipt) => ({ ...receipt, ...logs, cumulativeGasUsed: `0x${lie + 1}` }));
      expect(await prove({ block: { ...block, timestamp: `0x${lie + 1}` }, receipts: wrong })).toMatch(
        /not proven/,
      );
    }
    expect((await insist({ block, receipts }, 6)).at(-1)).toBe(false);
  });

  test('types of its own are no doubt where the receipts have them: stored at once, nobody is benched', async () => {
    const { prove, insist, rpc } = await open('auto');
    await prove(await makeProvableBlock(1));
    const ofRollup = await Promise.all(
      [2, 3, 4, 5].map(async (height) => withOwnType(await makeProvableBlock(height))),
    );
    for (const { block, receipts } of ofRollup) expect(await prove({ block, receipts })).toBe(false);
    expect(rpc.health().map(({ benches }) => benches)).toEqual([0, 0]);
    expect(await readProvability(db)).toMatchObject({ status: 'unprovable' });
    await storeProvability(db, { status: 'provable', reason: null, checks: [] });
    const other = await open('auto');
    const [{ block, receipts } = await makeProvableBlock(2)] = ofRollup;
    // the receipts have no such type
    const { block: honest, receipts: told } = await makeProvableBlock(6);
    const madeUp = { block: { ...honest, transactions: block.transactions }, receipts: told };
    expect(await other.insist(madeUp, 3)).toEqual(Array(3).fill(expect.stringMatching(/not proven/)));
    expect(await prove({ block: { ...block, timestamp: '0x1' }, receipts })).toMatch(/header_hash/);
    const failed = receipts.map((receipt) => ({ ...receipt, status: '0x0' }));
    expect(await insist({ block, receipts: failed }, 2)).toEqual(Array(2).fill(refused));
  });

  test('a chain whose first blocks fail is soon found out', async () => {
    const { insist } = await open('auto');
    expect(await insist(await withStatus(0), 4)).toEqual([refused, refused, refused, false]);
    expect(await readProvability(db)).toMatchObject({ status: 'unprovable', checks: ['receipts_root'] });
    expect(await insist(await withStatus(1), 1)).toEqual([false]);
  });
});

test('on a chain of known rules auto never stores what contradicts the block hash, unless it is of a new fork', async () => {
  const exempt = {
    status: 'unprovable',
    reason: 'no roots',
    checks: ['receipts_root', 'withdrawals_root'],
  } as const;
  const mainnet = { ...db, chainId: 1 };
  await storeProvability(db, exempt);
  const { insist } = await open('auto', mainnet);
  expect(await insist(await withStatus(1), 20)).toEqual(Array(20).fill(refused));
  const { block, receipts } = await withStatus(2);
  const ofFork = { block: { ...block, hash: `0x${'ab'.repeat(32)}`, later: '0x1' }, receipts };
  await storeProvability(db, { status: 'unknown', reason: null, checks: [] });
  expect((await (await open('auto', mainnet)).insist(ofFork, 6)).at(-1)).toBe(false);
});

test('of a development node, also with the ID of a known chain, what it says three times is stored without proof', async () => {
  const log = createLog({ name: 'test', level: 'silent' });
  const known = { ...db, chainId: 1 };
  const prover = await openProver({ mode: 'auto', db: known, recover: recoverSenders, log, isDev: true });
  const rpc = createFakeRpc(async () => null);
  const { block, receipts } = await withStatus(1);
  const prove = () =>
    prover
      .prove({
        ...{ block: parseBlock(block), receipts: receipts.map(parseReceipt), rpc, answeredBy: ['a.example'] },
      })
      .catch((error: Error) => error.message);
  expect([await prove(), await prove(), await prove()]).toEqual([refused, refused, false]);
});

test('required never stores what is not proven, whatever was found out before', async () => {
  await storeProvability(db, { status: 'unprovable', reason: 'no roots', checks: ['receipts_root'] });
  const { insist } = await open('required');
  expect(await insist(await withStatus(1), 20)).toEqual(Array(20).fill(refused));
});

test('a strict prover demands every check of a stored block, and changes nothing that is known of the chain', async () => {
  const known = { status: 'unprovable', reason: 'no roots', checks: ['receipts_root'] } as const;
  await storeProvability(db, known);
  const prover = createStrictProver(recoverSenders);
  const rpc = createFakeRpc(async () => null);
  const prove = ({ block, receipts }: BlockAnswers) =>
    prover.prove({
      block: parseBlock(block),
      receipts: receipts.map(parseReceipt),
      rpc,
      answeredBy: ['a.example'],
    });
  expect(await prove(await makeProvableBlock(1))).toBe(true);
  await expect(prove(await withStatus(2))).rejects.toThrow(
    /^Block 2 of a\.example is not proven: .*receipts_root/,
  );
  expect(await readProvability(db)).toEqual(known);
});

test('off proves nothing, and refuses nothing', async () => {
  const { prove } = await open('off');
  expect(await prove(await withStatus(1))).toBe(false);
});
