import { expect, test } from 'vitest';
import { createLog } from '@/lib/log';
import { serveNode } from '@/test/support/serve-node';
import { createAccountStates } from './account-states';

const log = createLog({ name: 'test', level: 'silent' });
const [ALICE, BOB] = [Buffer.alloc(20, 1), Buffer.alloc(20, 2)];

test('values of one call are answered in their order', async () => {
  const node = await serveNode(
    () => 7,
    (method, [address, second]) => {
      const isAlice = address === `0x${'01'.repeat(20)}`;
      if (method === 'eth_getTransactionCount') return isAlice ? '0x5' : '0x0';
      if (method === 'eth_getCode') return isAlice ? '0x60' : '0x';
      return `0x${BigInt(String(second)).toString(16).padStart(64, '0')}`;
    },
  );
  const states = createAccountStates({ chains: [{ id: 7, rpcUrls: [node.url] }], log });
  expect(await states.nonces(7, [ALICE, BOB], 4)).toEqual([5n, 0n]);
  expect(await states.codes(7, [BOB, ALICE], 4)).toEqual([Buffer.alloc(0), Buffer.from([0x60])]);
  const slots = [2n ** 255n, 0n].map((slot) => ({ address: ALICE, slot }));
  expect(await states.slots(7, slots, 4)).toEqual([2n ** 255n, 0n]);
  expect(await states.slots(8, slots, 4)).toEqual([undefined, undefined]);
});

test('what a node answers wrongly, or no node is there for, is unknown', async () => {
  const node = await serveNode(
    () => 7,
    (_, [address]) => (address === `0x${'01'.repeat(20)}` ? '0x1' : 'nonsense'),
  );
  const states = createAccountStates({ chains: [{ id: 7, rpcUrls: [node.url] }], log });
  expect(await states.nonces(7, [ALICE, BOB], 4)).toEqual([1n, undefined]);
  const none = createAccountStates({ chains: [], log });
  const [nonces, codes, slots] = await Promise.all([
    none.nonces(7, [ALICE], 4),
    none.codes(7, [ALICE], 4),
    none.slots(7, [{ address: ALICE, slot: 0n }], 4),
  ]);
  expect([nonces, codes, slots]).toEqual([[undefined], [undefined], [undefined]]);
});
