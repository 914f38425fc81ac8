import { createMerkleProof, createMPT } from '@ethereumjs/mpt';
import fc from 'fast-check';
import { toRlp } from 'viem';
import { beforeAll, describe, expect, test } from 'vitest';
import { hasErrorCode } from '@/lib/errors';
import { loadFastKeccak } from '@/lib/evm/fast-keccak';
import { keccak256 as rootOf } from '@/lib/evm/keccak';
import { checkBranch } from './check-branch';
import { deriveBranch, deriveRoot } from './trie';

const EMPTY_ROOT = '56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421';

beforeAll(loadFastKeccak);

/** Deterministic bytes, another length and content for each index. */
function makeValues(count: number, size: (index: number) => number): Uint8Array[] {
  return Array.from({ length: count }, (_, index) =>
    Uint8Array.from({ length: size(index) }, (_, at) => (index * 31 + at * 7 + 1) % 256),
  );
}

function toKey(index: number): Uint8Array {
  const hex = index === 0 ? '' : index.toString(16);
  return toRlp(Uint8Array.from(Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex')), 'bytes');
}

/** The same list in the library's trie, put in one by one. */
async function buildOracle(values: readonly Uint8Array[]) {
  const trie = await createMPT();
  for (const [index, value] of values.entries()) await trie.put(toKey(index), value);
  return trie;
}

const toHex = (nodes: readonly Uint8Array[]) => nodes.map((node) => Buffer.from(node).toString('hex'));

/** Compared as bytes: `toEqual` takes seconds for a megabyte. */
const holds = (values: readonly Uint8Array[], claim: Parameters<typeof checkBranch>[0]) =>
  Buffer.from(values[claim.index] ?? []).equals(checkBranch(claim));

async function expectAgreement(values: readonly Uint8Array[], indexes: readonly number[]) {
  const oracle = await buildOracle(values);
  const root = deriveRoot(values);
  expect(root.toString('hex')).toBe(Buffer.from(oracle.root()).toString('hex'));
  for (const index of indexes) {
    const branch = deriveBranch(values, index);
    // The library lists embedded nodes as well, which geth's `eth_getProof` leaves out.
    const nodes = await createMerkleProof(oracle, toKey(index));
    expect(toHex(branch)).toEqual(toHex(nodes.filter((node, at) => at === 0 || node.length >= 32)));
    expect(holds(values, { root, index, branch })).toBe(true);
  }
}

function expectRefusal(claim: Parameters<typeof checkBranch>[0], message?: RegExp) {
  let error: unknown;
  try {
    checkBranch(claim);
  } catch (caught) {
    error = caught;
  }
  expect(hasErrorCode(error, 'proof'), String(error)).toBe(true);
  if (message) expect(String(error)).toMatch(message);
}

describe('the trie of a list', () => {
  test('of nothing has the root that every empty block names', () => {
    expect(deriveRoot([]).toString('hex')).toBe(EMPTY_ROOT);
    expect(() => deriveBranch([], 0)).toThrow(RangeError);
    expectRefusal({ root: deriveRoot([]), index: 0, branch: [] }, /ends before the value/);
  });

  test.each([1, 2, 3, 16, 17, 127, 128, 129, 300])('agrees with ethereumjs for %i items', async (count) => {
    const indexes = [0, 1, 15, 16, 126, 127, 128, 255, 256, count - 1].filter((index) => index < count);
    await expectAgreement(
      makeValues(count, () => 120),
      indexes,
    );
    // Short enough that leaves, and branches over them, are embedded in their parents.
    await expectAgreement(
      makeValues(count, (index) => 1 + (index % 3)),
      indexes,
    );
    await expectAgreement(
      makeValues(count, (index) => 20 + (index % 20)),
      indexes,
    );
  });

  test('agrees for huge values and beyond two bytes of index', async () => {
    await expectAgreement(
      makeValues(3, () => 1_000_000),
      [0, 1, 2],
    );
    const values = makeValues(65_540, () => 40);
    const root = deriveRoot(values);
    for (const index of [65_535, 65_539]) {
      expect(holds(values, { root, index, branch: deriveBranch(values, index) })).toBe(true);
    }
  });

  test('agrees for any list', async () => {
    const value = fc.oneof(
      fc.uint8Array({ minLength: 1, maxLength: 40 }),
      fc.uint8Array({ minLength: 1, maxLength: 600 }),
    );
    const lists = fc.array(value, { minLength: 1, maxLength: 160 });
    await fc.assert(
      fc.asyncProperty(lists, fc.nat(), (values, seed) => expectAgreement(values, [seed % values.length])),
      { numRuns: 60 },
    );
  });
});

describe('a branch', () => {
  test('with any byte flipped, a node missing, doubled or added, does not hold', () => {
    for (const size of [3, 25, 90]) {
      const values = makeValues(150, () => size);
      const root = deriveRoot(values);
      for (const index of [0, 5, 128, 149]) {
        const branch = deriveBranch(values, index);
        for (const [position, node] of branch.entries()) {
          for (let at = 0; at < node.length; at += 1) {
            const flipped = Buffer.from(node);
            flipped.writeUInt8(node.readUInt8(at) ^ (1 << (at % 8)), at);
            expectRefusal({ root, index, branch: branch.with(position, flipped) }, /does not have the hash/);
          }
          expectRefusal({ root, index, branch: branch.toSpliced(position, 1) });
          expectRefusal({ root, index, branch: branch.toSpliced(position, 0, node) });
        }
        expectRefusal({ root, index, branch: [...branch, Buffer.from([0xc0])] }, /1 nodes after the value/);
      }
    }
  });

  test('holds for its own index and root alone', () => {
    const values = makeValues(150, () => 90);
    const root = deriveRoot(values);
    const branch = deriveBranch(values, 7);
    for (const index of [0, 1, 6, 8, 23, 112, 128, 150, 70_000, 2 ** 53, -1, 0.5, Number.NaN]) {
      expectRefusal({ root, index, branch });
    }
    expectRefusal({ root: deriveRoot(values.slice(1)), index: 7, branch });
    expectRefusal({ root, index: 7, branch: new Array(21).fill(branch[0]) }, /21 nodes/);
  });

  test('of anything but nodes is refused, whatever its hash', () => {
    const forge = (item: Parameters<typeof toRlp>[0]) => toRlp(item, 'bytes');
    const key = Uint8Array.from([0x20, 0x80]);
    const value = Uint8Array.from([1, 2, 3]);
    const sound = forge([key, value]);
    expect(checkBranch({ root: rootOf(sound), index: 0, branch: [sound] })).toEqual(value);
    const forged = [
      Uint8Array.from([]),
      Uint8Array.from([0xf8]),
      forge(value),
      forge([]),
      forge([key]),
      forge([key, [value]]),
      forge([key, value, value]),
      forge([Uint8Array.from([0x20]), value]),
      forge([Uint8Array.from([0x2f, 0x80]), value]),
      forge([Uint8Array.from([0x40, 0x80]), value]),
      forge([Uint8Array.from([0x20, 0x80, 0x80]), value]),
      forge([Uint8Array.from([0x00, 0x80]), value]),
      forge([[key], value]),
      forge(new Array(17).fill(new Uint8Array())),
      forge(new Array(17).fill([])),
    ];
    for (const node of forged) expectRefusal({ root: rootOf(node), index: 0, branch: [node] });
  });
});
