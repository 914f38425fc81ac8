import { pino } from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import { runTransaction } from '@/lib/db/transaction';
import { bufferToHex } from '@/lib/evm/hex';
import { message, serializeMessage } from '@/lib/messages/message';
import { bloomOf } from '@/lib/proof/bloom';
import { encodeReceipt } from '@/lib/proof/receipt';
import { recoverSenders } from '@/lib/proof/recover-senders';
import { deriveRoot } from '@/lib/proof/trie';
import { parseBlock } from '@/lib/rpc/block';
import { parseReceipt } from '@/lib/rpc/receipt';
import { createFakeRpc } from '@/test/support/fake-rpc';
import { provideChain } from '@/test/support/indexer-harness';
import {
  type BlockAnswers,
  makeProvableBlock,
  seal,
  withLaterFields,
  withOwnHash,
} from '@/test/support/provable-block';
import { forgetNewerHeader, readNewerHeader, storeNewerHeader } from './newer-header';
import { type Provability, readProvability, storeProvability } from './proven-ranges';
import { type Comparison, createStrictProver, openProver, type ProofMode } from './prover';
import { openState } from './state';

const db = await provideChain(7);
const mainnet = { ...db, chainId: 1 };
await openState(db, 0);
const PROVABLE: Provability = { status: 'provable', reason: null, checks: [] };
beforeEach(async () => {
  await storeProvability(db, PROVABLE);
  await forgetNewerHeader(db.sql, db, { from: 0, to: 1_000 });
});

const SENTENCE =
  /this chain has a newer header than version \d+\.\d+\.\d+ knows \(laterHash, laterSlot\): upgrade/;
const LATER = { laterHash: `0x${'5a'.repeat(32)}`, laterSlot: '0x99' };

/** A block of a fork: its gas is not the sum of its receipts'. */
async function newer(number: number, change: object = {}): Promise<BlockAnswers> {
  const { block, receipts } = await makeProvableBlock(number);
  return { block: withLaterFields({ ...block, gasUsed: '0x20000', ...change }, LATER), receipts };
}
const withStatus = ({ block, receipts }: BlockAnswers): BlockAnswers => ({
  block,
  receipts: receipts.map((receipt) => ({ ...receipt, status: '0x0' })),
});
/** What a liar answers of an honest block: other contents, and a field so that the header cannot be checked. */
async function disguised(number: number): Promise<BlockAnswers> {
  const { block, receipts } = withStatus(await makeProvableBlock(number));
  return { block: { ...seal(block, receipts), hash: block.hash, later: '0x1' }, receipts };
}

async function open(mode: ProofMode, { chain = db, hosts = ['a.example', 'b.example'] } = {}) {
  let time = 0;
  const lines: { level: number; msg: string }[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) });
  const rpc = createFakeRpc(Object.fromEntries(hosts.map((host) => [host, async () => null])));
  const thresholds = { first: { answers: 2, ms: 1_000 }, later: { answers: 3, ms: 5_000 } };
  const prover = await openProver({
    mode,
    db: chain,
    recover: recoverSenders,
    log,
    thresholds,
    now: () => time,
  });
  const compared: number[] = [];
  const prove = ({ block, receipts }: BlockAnswers, others?: Comparison) => {
    const fetched = { block: parseBlock(block), receipts: receipts.map(parseReceipt) };
    time += 1_000;
    const compare = async () => {
      compared.push(fetched.block.number);
      return others ?? 'unclear';
    };
    return prover
      .prove({ ...fetched, rpc, answeredBy: ['a.example'], compare: others && compare })
      .catch((error: Error) => error.message);
  };
  const warned = () => lines.flatMap(({ level, msg }) => (level >= 40 ? [msg] : []));
  const benches = () => rpc.health().map((health) => health.benches);
  return { prove, warned, benches, compared };
}

describe('auto', () => {
  test('a newer header is stored at once, said once, held against nobody, and no check is given up', async () => {
    const { prove, warned, benches } = await open('auto');
    expect(await prove(await makeProvableBlock(4))).toBe(true);
    for (const height of [5, 6, 7, 8]) expect(await prove(await newer(height))).toBe(false);
    expect(warned()).toEqual([expect.stringMatching(SENTENCE)]);
    expect(benches()).toEqual([0, 0]);
    expect(await readNewerHeader(db)).toEqual({ since: 5, fields: ['laterHash', 'laterSlot'] });
    expect(await readProvability(db)).toEqual(PROVABLE);
    expect(await prove(withStatus(await makeProvableBlock(4)))).toMatch(/receipts_root/);
  });

  test('the first one counts, in whichever order they are asked for; a known one above it shows that there is none', async () => {
    const { prove } = await open('auto');
    for (const height of [7, 6, 8]) await prove(await newer(height));
    expect(await prove(await makeProvableBlock(5))).toBe(true);
    expect(await readNewerHeader(db)).toMatchObject({ since: 6 });
    expect(await prove(await makeProvableBlock(7))).toBe(true);
    expect(await readNewerHeader(db)).toBeUndefined();
  });

  test('what contradicts its roots is asked for with patience once, not per block, and again after such blocks', async () => {
    const { prove, benches } = await open('auto');
    const told = [];
    for (let turn = 0; turn < 6; turn++) told.push(await prove(withStatus(await newer(5))));
    expect(told).toEqual([...Array(5).fill(expect.stringMatching(/receipts_root/)), false]);
    expect(await prove(withStatus(await newer(6)))).toBe(false);
    expect(benches()).toEqual([1, 0]);
    expect(await readProvability(db)).toEqual(PROVABLE);
    expect(await prove(await makeProvableBlock(7))).toBe(true);
    expect(await prove(withStatus(await newer(8)))).toMatch(/receipts_root/);
  });

  test('types of transactions that came with it are stored at once; what the node leaves out is not', async () => {
    const { prove } = await open('auto');
    const { block, receipts } = await newer(5);
    const transactions = Array.isArray(block.transactions) ? block.transactions : [];
    const withFirst = (change: object) => ({
      block: { ...block, transactions: [{ ...transactions[0], ...change }, ...transactions.slice(1)] },
      receipts,
    });
    // its receipt has the type in front, so a type that is made up contradicts the receipts' root
    expect(await prove(withFirst({ type: '0x55' }))).toMatch(/receipts_root/);
    const encoded = receipts.map(parseReceipt).map((receipt, at) =>
      encodeReceipt(receipt, {
        type: at === 0 ? 0x55 : Number(transactions[at]?.type),
        bloom: bloomOf(receipt.logs),
      }),
    );
    const typed = withFirst({ type: '0x55' });
    const rooted = { ...typed.block, receiptsRoot: bufferToHex(deriveRoot(encoded)) };
    expect(await prove({ block: withLaterFields(rooted, LATER), receipts })).toBe(false);
    expect(await prove(withFirst({ r: undefined, s: undefined, v: undefined }))).toMatch(
      /transaction_hashes/,
    );
    const { cumulativeGasUsed: _, ...incomplete } = receipts[0] ?? {};
    expect(await prove({ block, receipts: [incomplete, ...receipts.slice(1)] })).toMatch(/receipts_root/);
  });

  test('fields beside the header are told from new ones, and excuse no other header', async () => {
    const { prove, warned } = await open('auto');
    const { block, receipts } = await makeProvableBlock(4);
    const beside = { l1BlockNumber: '0x7', sendCount: '0x1' };
    expect(await prove({ block: { ...block, ...beside }, receipts })).toBe(true);
    const lie = withStatus({ block: { ...block, ...beside, timestamp: '0x1' }, receipts });
    expect(await prove(lie)).toMatch(/unknown meaning \(l1BlockNumber, sendCount\)/);
    const upgraded = await newer(5);
    expect(await prove({ ...upgraded, block: { ...beside, ...upgraded.block } })).toBe(false);
    expect(warned().at(-1)).toMatch(SENTENCE);
  });
});

describe('a header whose hash does not follow from its fields', () => {
  test('goes on at once on a chain of unknown rules, unless another endpoint proves the block', async () => {
    const { prove, benches, compared } = await open('auto');
    expect(await prove(await disguised(5), 'proven')).toMatch(/not proven/);
    expect(await readNewerHeader(db)).toBeUndefined();
    expect(await prove(await disguised(5), 'unclear')).toBe(false);
    expect(await readNewerHeader(db)).toEqual({ since: 5, fields: ['later'] });
    expect(await prove(await disguised(6), 'unclear')).toBe(false);
    expect(compared).toEqual([5, 5]);
    expect(benches()).toEqual([0, 0]);
  });

  test('of Ethereum is believed at once only if every endpoint has it', async () => {
    const { prove, warned, compared } = await open('auto', { chain: mainnet });
    for (let turn = 0; turn < 3; turn++)
      expect(await prove(await disguised(5), 'unclear')).toMatch(/not proven/);
    expect(await prove(await disguised(5), 'proven')).toMatch(/not proven/);
    expect([await readNewerHeader(db), warned()]).toEqual([undefined, []]);
    expect(await prove(await disguised(5), 'shared')).toBe(false);
    expect(await prove(await disguised(6), 'proven')).toMatch(/not proven/);
    expect(compared).toEqual([5, 5, 5, 5, 5, 6]);
  });

  test('of Ethereum from the only endpoint is asked for with patience, once', async () => {
    const { prove, warned } = await open('auto', { chain: mainnet, hosts: ['a.example'] });
    const told = [];
    for (let turn = 0; turn < 6; turn++) told.push(await prove(await disguised(5)));
    expect(told).toEqual([...Array(5).fill(expect.stringMatching(/unknown meaning \(later\)/)), false]);
    expect(await prove(await disguised(6))).toBe(false);
    expect(warned()).toHaveLength(2);
    expect(await prove(await makeProvableBlock(7))).toBe(true);
    expect(await prove(await disguised(8))).toMatch(/not proven/);
  });

  test('of Ethereum that is bound by its hash is stored at once', async () => {
    const { prove } = await open('auto', { chain: mainnet, hosts: ['a.example'] });
    expect(await prove(await newer(5))).toBe(false);
    expect(await readNewerHeader(db)).toMatchObject({ since: 5 });
  });
});

test('a header that only an endpoint makes seem newer is not believed if another proves the block', async () => {
  const { prove, compared } = await open('auto');
  expect(await prove(await newer(5), 'proven')).toMatch(/not proven/);
  expect(await readNewerHeader(db)).toBeUndefined();
  expect(await prove(await newer(5), 'unclear')).toBe(false);
  expect(await prove(await newer(6), 'unclear')).toBe(false);
  expect(compared).toEqual([5, 5]);
});

test('required stops, and says why in that sentence, without blaming an endpoint', async () => {
  const { prove, warned, benches } = await open('required');
  expect(await prove(await makeProvableBlock(4))).toBe(true);
  for (let turn = 0; turn < 9; turn++) expect(await prove(await newer(5))).toMatch(SENTENCE);
  expect(warned()).toEqual([expect.stringMatching(SENTENCE)]);
  expect(benches()).toEqual([0, 0]);
  expect(await readNewerHeader(db)).toMatchObject({ since: 5 });
});

test('a strict prover says the same, and blames nobody', async () => {
  const { block, receipts } = await newer(5);
  const rpc = createFakeRpc({ 'a.example': async () => null, 'b.example': async () => null });
  const proving = createStrictProver(recoverSenders).prove({
    ...{ block: parseBlock(block), receipts: receipts.map(parseReceipt) },
    ...{ rpc, answeredBy: ['a.example'] },
  });
  await expect(proving).rejects.toThrow(SENTENCE);
  expect(rpc.health().map(({ benches }) => benches)).toEqual([0, 0]);
});

describe('an upgraded version', () => {
  test('forgets what it knows, and only that', async () => {
    await storeNewerHeader(db, { since: 5, fields: ['slotNumber', 'later'] });
    await open('auto');
    expect(await readNewerHeader(db)).toMatchObject({ since: 5 });
    await storeNewerHeader(db, { since: 5, fields: ['blockAccessListHash', 'slotNumber'] });
    const { prove } = await open('auto');
    expect(await readNewerHeader(db)).toBeUndefined();
    const { block, receipts } = await makeProvableBlock(5);
    const fields = { blockAccessListHash: LATER.laterHash, slotNumber: '0x1', gasUsed: '0x20000' };
    expect(await prove({ block: withOwnHash({ ...block, ...fields }), receipts })).toBe(true);
  });

  test.each([
    ['blockAccessListHash', PROVABLE.status, []],
    ['later', 'unprovable', ['header_hash', 'receipt_fields']],
  ])('demands what an old version gave up for %s if it knows that', async (field, status, left) => {
    const reason = serializeMessage(message('header_field_unknown', { field }));
    const checks = ['header_hash', 'receipt_fields'];
    await storeProvability(db, { status: 'unprovable', reason, checks });
    await open('auto');
    expect(await readProvability(db)).toMatchObject({ status, checks: left });
  });
});

test('blocks that are removed take along what was known of their headers', async () => {
  await storeNewerHeader(db, { since: 5, fields: ['later'] });
  const remove = (from: number) =>
    runTransaction(db.sql, (sql) => forgetNewerHeader(sql, db, { from, to: 9 }));
  await remove(6);
  expect(await readNewerHeader(db)).toMatchObject({ since: 5 });
  await remove(5);
  expect(await readNewerHeader(db)).toBeUndefined();
});
