import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { presentBlockProof, presentTransactionProof } from '@/lib/api/proof/present';
import { loadFastKeccak } from '@/lib/evm/fast-keccak';
import { hexToBuffer } from '@/lib/evm/hex';
import { checkTransactionProof } from '@/lib/proof/check-transaction-proof';
import { encodeBlock } from '@/lib/proof/encode-block';
import { recoverSenders } from '@/lib/proof/recover-senders';
import { parseBlock } from '@/lib/rpc/block';
import { parseReceipt } from '@/lib/rpc/receipt';
import { ROOT } from '../support/source-tree';

const BLOCKS = join(ROOT, '../shared/realdata/blocks/1');
const names = existsSync(BLOCKS) ? readdirSync(BLOCKS) : [];

await loadFastKeccak();

const log = z.looseObject({ address: z.string(), topics: z.array(z.string()), data: z.string() });
const recording = z.object({
  block: z.looseObject({
    hash: z.string(),
    parentHash: z.string(),
    transactions: z.array(
      z.looseObject({
        hash: z.string(),
        from: z.string(),
        to: z.string().nullable(),
        value: z.string(),
        input: z.string(),
      }),
    ),
  }),
  receipts: z.array(
    z.looseObject({
      status: z.string().nullish(),
      root: z.string().nullish(),
      cumulativeGasUsed: z.string(),
      logs: z.array(log),
    }),
  ),
});
type Recording = z.output<typeof recording>;

const encode = ({ block, receipts }: Recording) =>
  encodeBlock({ block: parseBlock(block), receipts: receipts.map(parseReceipt) }, recoverSenders);

/** At most five indexes, the first and the last among them, and those where the keys of the trie change length. */
function chooseIndexes(count: number): number[] {
  const wanted = [0, 127, 128, Math.floor(count / 2), count - 1];
  return [...new Set(wanted)].filter((index) => index >= 0 && index < count);
}

/** What the recording says of a transaction, in the words of the check. */
function expectedOf({ block, receipts }: Recording, index: number) {
  const transaction = block.transactions[index];
  const receipt = receipts[index];
  if (!transaction || !receipt) throw new Error(`no transaction ${index}`);
  const { hash, from, to, value, input } = transaction;
  const { status = null, root = null } = receipt;
  return {
    transaction: { hash, index, from, to, value: BigInt(value), input },
    receipt: {
      status: status === null ? null : status === '0x1' ? 'success' : 'failure',
      stateRoot: status === null ? root : null,
      cumulativeGasUsed: BigInt(receipt.cumulativeGasUsed),
      logs: receipt.logs.map(({ address, topics, data }, position) => ({ position, address, topics, data })),
    },
  };
}

const lowered = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? `${inner}n` : inner)).toLowerCase(),
  );

describe.skipIf(names.length === 0)('recorded blocks (../shared/realdata)', () => {
  test.each(names)('Ethereum %s: proofs of its transactions say what the node said', async (name) => {
    const recorded = recording.parse(JSON.parse(gunzipSync(readFileSync(join(BLOCKS, name))).toString()));
    const { block } = recorded;
    const encoded = await encode(recorded);
    const proof = presentBlockProof(encoded, hexToBuffer(block.parentHash));
    const failing = proof.checks.filter(({ status }) => status !== 'holds');
    expect(failing.every(({ name: check }) => check === 'withdrawals_root')).toBe(true);
    for (const index of chooseIndexes(block.transactions.length)) {
      const hash = hexToBuffer(block.transactions[index]?.hash ?? '');
      const answer = presentTransactionProof(encoded, { hash, index });
      expect([answer.status, answer.reason]).toEqual(['proven', null]);
      const result = checkTransactionProof(JSON.parse(JSON.stringify(answer)));
      if (!result.holds) throw new Error(result.fault);
      const { transaction, receipt } = result.proven;
      const { type: _, nonce: __, ...told } = transaction;
      expect(lowered({ transaction: told, receipt })).toEqual(lowered(expectedOf(recorded, index)));
      expect(result.proven.block).toMatchObject({ hash: block.hash, parentHash: block.parentHash });
    }
  });

  test('of a block that does not prove no branch is told, but what fails', async () => {
    const recorded = recording.parse(
      JSON.parse(gunzipSync(readFileSync(join(BLOCKS, names[0] ?? ''))).toString()),
    );
    const hash = hexToBuffer(recorded.block.transactions[0]?.hash ?? '');
    const changed = (lie: Partial<Recording['block']>): Recording => ({
      ...recorded,
      block: { ...recorded.block, ...lie },
    });
    const [first, ...others] = recorded.receipts;
    if (!first) throw new Error('no receipts');
    const gas = { ...first, cumulativeGasUsed: '0x1' };
    const lies: [string, Recording][] = [
      ['header_hash', changed({ extraData: '0x00' })],
      ['header_hash', changed({ stateRoot: `0x${'12'.repeat(32)}` })],
      ['transactions_root', changed({ transactions: recorded.block.transactions.slice(0, -1) })],
      ['receipts_root', { ...recorded, receipts: [gas, ...others] }],
      ['receipts_root', { ...recorded, receipts: others }],
    ];
    for (const [check, lie] of lies) {
      const encoded = await encode(lie);
      const presented = presentTransactionProof(encoded, { hash, index: 0 });
      expect(presented).toMatchObject({ status: 'refuted', header: null, transaction: null, receipt: null });
      expect(presented.reason).toMatch(new RegExp(`^${check}: `));
      const proof = presentBlockProof(encoded, null);
      expect(proof.status).toBe('refuted');
      expect(proof.checks.find(({ name }) => name === check)).toMatchObject({
        status: 'refuted',
        reason: expect.any(String),
      });
    }
  });

  test('a transaction that is not at its index, and a parent that is another, are not proven', async () => {
    const recorded = recording.parse(
      JSON.parse(gunzipSync(readFileSync(join(BLOCKS, names[0] ?? ''))).toString()),
    );
    const encoded = await encode(recorded);
    const presented = presentTransactionProof(encoded, { hash: Buffer.alloc(32, 7), index: 0 });
    expect(presented).toMatchObject({
      status: 'refuted',
      reason: expect.stringContaining('another hash'),
      header: null,
    });
    const beyond = presentTransactionProof(encoded, { hash: Buffer.alloc(32, 7), index: 100_000 });
    expect(beyond).toMatchObject({ status: 'refuted', transaction: null });
    const parent = presentBlockProof(encoded, Buffer.alloc(32, 7));
    expect(parent).toMatchObject({ status: 'refuted', header: expect.stringMatching(/^0xf9/) });
    const checks = presentBlockProof(encoded, null).checks;
    expect(checks.at(-1)).toMatchObject({
      name: 'parent_hash',
      status: 'unknown',
      reason: 'the parent is not indexed',
      ...{ code: 'parent_unknown', params: {} },
    });
  });
});
