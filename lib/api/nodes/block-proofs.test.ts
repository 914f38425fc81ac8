import { expect, test } from 'vitest';
import { hexToBuffer } from '@/lib/evm/hex';
import { createLog } from '@/lib/log';
import { makeProvableBlock } from '@/test/support/provable-block';
import { serveNode } from '@/test/support/serve-node';
import { createBlockProofs } from './block-proofs';

const log = createLog({ name: 'test', level: 'silent' });
const told = await makeProvableBlock(5);
const lied = { ...told, block: { ...told.block, gasUsed: '0x1' } };
const stored = { number: 5, hash: hexToBuffer(String(told.block.hash)) };
const serve = ({ block, receipts }: typeof told) =>
  serveNode(
    () => 7,
    (method) => (method === 'eth_getBlockByNumber' ? block : receipts),
  );
const proofsOf = (...rpcUrls: string[]) => createBlockProofs({ chains: [{ id: 7, rpcUrls }], log });

test('what one endpoint refutes another one proves, and the liar rests', async () => {
  const [liar, honest] = [await serve(lied), await serve(told)];
  const proofs = proofsOf(liar.url, honest.url);
  expect(await proofs(7, stored)).toMatchObject({ kind: 'answered', value: { failures: [] } });
  const { length } = liar.asked;
  // The answer is cached by hash; another hash is asked for again.
  expect(await proofs(7, { number: 5, hash: Buffer.alloc(32) })).toMatchObject({ value: undefined });
  expect(honest.asked.length).toBeGreaterThan(2);
  expect(liar.asked.length).toBeLessThanOrEqual(length + 2);
});

test('a block that no endpoint proves is refuted, and nobody is benched for it', async () => {
  const nodes = [await serve(lied), await serve(lied)];
  const proofs = proofsOf(...nodes.map(({ url }) => url));
  for (let time = 1; time <= 2; time += 1) {
    const answer = await proofs(7, stored);
    const failures = answer.kind === 'answered' ? answer.value?.failures : undefined;
    expect(failures).toContainEqual(expect.objectContaining({ check: 'header_hash', kind: 'refuted' }));
    expect(nodes.map(({ asked }) => asked.length)).toEqual([2 * time, 2 * time]);
  }
});
