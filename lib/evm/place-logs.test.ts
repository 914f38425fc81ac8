import { expect, test } from 'vitest';
import { addressOf } from '@/test/support/evm-logs';
import { buildCallTree } from './call-tree';
import type { InternalCall } from './internal-calls';
import { placeLogs } from './place-logs';
import { addressToWord, wordToHex } from './words';

const [ALICE, ROUTER, TOKEN, CODE] = [addressOf(1), addressOf(2), addressOf(3), addressOf(4)];
const word = (value: bigint) => Buffer.from(wordToHex(value).slice(2), 'hex');
const transferOf = (to: Buffer, amount: bigint) =>
  Buffer.concat([Buffer.from('a9059cbb', 'hex'), addressToWord(to), word(amount)]);

const callAt = (depth: number, [from, to]: readonly [Buffer, Buffer], extra: Partial<InternalCall> = {}) => ({
  ...{ type: 'call' as const, depth, from, to, createdContract: null, value: 0n },
  ...{ gasLimit: 1n, gasUsed: 1n, input: Buffer.alloc(0), inputSize: 0 },
  ...{ output: null, error: null, isReverted: false },
  ...extra,
});
const treeOf = (...calls: Omit<InternalCall, 'index'>[]) =>
  buildCallTree(calls.map((call, index) => ({ ...call, index })));
const logOf = (index: number, address: Buffer, said: Partial<{ words: Buffer[]; data: Buffer }> = {}) => ({
  ...{ index, address, data: Buffer.alloc(0) },
  topics: [word(99n), ...(said.words ?? [])],
  ...(said.data && { data: said.data }),
});
const moved = (index: number, to: Buffer, amount: bigint) =>
  logOf(index, TOKEN, { words: [addressToWord(ROUTER), addressToWord(to)], data: word(amount) });

test('a log is of the only call that its contract could emit it in: no static, undone or delegated one', () => {
  const tree = treeOf(
    callAt(0, [ALICE, ROUTER]),
    callAt(1, [ROUTER, TOKEN], { type: 'staticcall' }),
    callAt(2, [TOKEN, TOKEN]),
    callAt(1, [ROUTER, TOKEN], { isReverted: true, error: 'reverted' }),
    callAt(1, [ROUTER, TOKEN]),
    callAt(2, [TOKEN, CODE], { type: 'delegatecall' }),
  );
  expect(placeLogs(tree, [logOf(7, TOKEN, { words: [word(5n)] }), logOf(8, CODE)])).toEqual(
    new Map([[7, 4]]),
  );
});

test('among several it is of the one that was told all that it says, else of none', () => {
  const tree = treeOf(
    callAt(0, [ALICE, ROUTER]),
    callAt(1, [ROUTER, TOKEN], { input: transferOf(ALICE, 5n) }),
    callAt(1, [ROUTER, TOKEN], { input: transferOf(CODE, 5n) }),
  );
  const logs = [moved(0, CODE, 5n), moved(1, ALICE, 5n), moved(2, ALICE, 4n), logOf(3, TOKEN)];
  expect(placeLogs(tree, logs)).toEqual(
    new Map([
      [0, 2],
      [1, 1],
    ]),
  );
});

test('equal logs of as many equal calls are in their order; of more or fewer none is placed', () => {
  const equal = callAt(1, [ROUTER, TOKEN], { input: transferOf(ALICE, 5n) });
  const tree = treeOf(callAt(0, [ALICE, ROUTER]), equal, equal);
  const [first, second, third] = [moved(0, ALICE, 5n), moved(3, ALICE, 5n), moved(4, ALICE, 5n)];
  expect([...placeLogs(tree, [first, second])]).toEqual([
    [0, 1],
    [3, 2],
  ]);
  expect(placeLogs(tree, [first]).size + placeLogs(tree, [first, second, third]).size).toBe(0);
});

test('none is placed at one of several calls where another may have emitted it: of nested or cut arguments', () => {
  const [said, nested] = [transferOf(ALICE, 5n), Buffer.concat([Buffer.from('ac9650d8', 'hex'), word(32n)])];
  const plain = callAt(1, [ROUTER, TOKEN], { input: said });
  const batch = callAt(1, [ROUTER, TOKEN], { input: Buffer.concat([nested, said]) });
  const cut = callAt(1, [ROUTER, TOKEN], { input: nested, inputSize: 1_000 });
  const packed = callAt(1, [ROUTER, TOKEN], { input: Buffer.concat([ALICE, Buffer.from([5])]) });
  const logs = [moved(0, ALICE, 5n), moved(1, ALICE, 5n)];
  for (const other of [batch, cut, packed]) {
    const tree = treeOf(callAt(0, [ALICE, ROUTER]), plain, other);
    expect(placeLogs(tree, logs).size + placeLogs(tree, logs.slice(0, 1)).size).toBe(0);
  }
});

test('logs that say nothing, or only zero, are placed at none of several calls', () => {
  const tree = treeOf(callAt(0, [ALICE, ROUTER]), callAt(1, [ROUTER, TOKEN]), callAt(1, [ROUTER, TOKEN]));
  expect(placeLogs(tree, [logOf(0, TOKEN), logOf(1, TOKEN)]).size).toBe(0);
  const zero = { words: [word(0n)] };
  expect(placeLogs(tree, [logOf(0, TOKEN, zero), logOf(1, TOKEN, zero)]).size).toBe(0);
});

test('of 10,000 calls of a contract and of a log of 1 MB nothing is compared', () => {
  const calls = Array.from({ length: 9_999 }, () => callAt(1, [ROUTER, TOKEN]));
  expect(placeLogs(treeOf(callAt(0, [ALICE, ROUTER]), ...calls), [moved(0, ALICE, 0n)]).size).toBe(0);
  const large = logOf(0, TOKEN, { data: Buffer.alloc(1_000_000) });
  const two = treeOf(callAt(0, [ALICE, ROUTER]), callAt(1, [ROUTER, TOKEN]), callAt(1, [ROUTER, TOKEN]));
  expect(placeLogs(two, [large]).size).toBe(0);
});
