import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BlockAccessList, countAccesses } from '@/lib/evm/block-access-list';
import { bufferToHex, hexToBuffer } from '@/lib/evm/hex';
import { keccak256 } from '@/lib/evm/keccak';
import { parseAccessList } from '@/lib/rpc/access-list';
import { parseBlock } from '@/lib/rpc/block';
import { AMSTERDAM } from '@/test/support/amsterdam-chain';
import { checkAccessList, decodeAccessList, encodeAccessList, MAX_ACCESS_LIST_BYTES } from './access-list';

const BLOCKS = AMSTERDAM.blocks.map(({ scene, block, accessList, accessListRlp }) => {
  const { blockAccessListHash, gasLimit, transactions } = parseBlock(block);
  const header = { blockAccessListHash, gasLimit, transactionsCount: transactions.length };
  return { scene, header, json: accessList, rlp: hexToBuffer(accessListRlp) };
});

/** The same list with other names of members; `rename` gets the name of the enclosing list, too. */
function renamed(value: unknown, rename: (name: string, list: string) => string, list = ''): unknown {
  if (Array.isArray(value)) return value.map((entry) => renamed(entry, rename, list));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      rename(name, list),
      renamed(inner, rename, Array.isArray(inner) && name !== 'changes' ? name : list),
    ]),
  );
}

/** 0x00…2a as 0x2a. */
const minimal = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (name, inner) =>
    typeof inner === 'string' && !['address', 'newCode'].includes(name)
      ? inner.replace(/^0x0*(?=.)/, '0x')
      : inner,
  );

const RETH: Record<string, string> = {
  balanceChanges: 'postBalance',
  nonceChanges: 'newNonce',
  storageChanges: 'newValue',
};
const EELS: Record<string, string> = {
  balanceChanges: 'postBalance',
  nonceChanges: 'postNonce',
  storageChanges: 'postValue',
};
const nameOf = (values: Record<string, string>, slotChanges: string) => (name: string, list: string) =>
  ({
    key: 'slot',
    changes: slotChanges,
    index: 'blockAccessIndex',
    code: 'newCode',
    value: values[list] ?? '',
  })[name] ?? name;
const FORMS = {
  'the execution APIs': (list: unknown) => list,
  reth: (list: unknown) => minimal(renamed(list, nameOf(RETH, 'changes'))),
  'the execution specifications': (list: unknown) => renamed(list, nameOf(EELS, 'slotChanges')),
};

describe.each(BLOCKS)('block of the fork: $scene', ({ header, json, rlp }) => {
  test('its list is proven from its RLP', () => {
    expect(encodeAccessList(checkAccessList(rlp, header))).toEqual(rlp);
  });

  test.each(Object.entries(FORMS))('its list is proven from the JSON of %s', (_, form) => {
    expect(encodeAccessList(parseAccessList(form(json)))).toEqual(rlp);
  });

  test('a list with any value changed, entry left out, doubled or moved is refused', () => {
    const variants = listVariants(json);
    expect(variants.length).toBeGreaterThan(100);
    for (const variant of variants)
      expect(() => checkAccessList(encodeAccessList(parseAccessList(variant)), header)).toThrow();
  });

  test('RLP with any byte changed, added or left out is refused', () => {
    for (const [at, byte] of rlp.entries()) {
      const changed = Buffer.from(rlp);
      changed[at] = byte ^ (1 << (at % 8));
      const shorter = Buffer.concat([rlp.subarray(0, at), rlp.subarray(at + 1)]);
      for (const other of [changed, shorter, Buffer.concat([rlp, Buffer.from([byte])])])
        expect(() => checkAccessList(other, header)).toThrow('the hash of the header');
    }
  });

  test('the limits of the block hold', () => {
    const { accounts, changedSlots, readSlots } = countAccesses(decodeAccessList(rlp));
    const items = BigInt(accounts + changedSlots + readSlots);
    expect(() => checkAccessList(rlp, { ...header, gasLimit: 2_000n * items })).not.toThrow();
    expect(() => checkAccessList(rlp, { ...header, gasLimit: 2_000n * items - 1n })).toThrow('more items');
    expect(() => checkAccessList(rlp, { ...header, blockAccessListHash: null })).toThrow();
  });
});

/** Every list that differs in one value, or in one entry that is left out, doubled or moved by one. */
function listVariants(value: unknown): unknown[] {
  if (typeof value === 'string') return [value.replace(/.$/, (digit) => (digit === '1' ? '2' : '1'))];
  if (Array.isArray(value))
    return value.flatMap((entry: unknown, at) => [
      value.toSpliced(at, 1),
      value.toSpliced(at, 0, entry),
      ...(at === 0 ? [] : [value.toSpliced(at - 1, 2, entry, value[at - 1])]),
      ...listVariants(entry).map((other) => value.with(at, other)),
    ]);
  return Object.entries(value ?? {}).flatMap(([name, inner]) =>
    listVariants(inner).map((other) => ({ ...Object(value), [name]: other })),
  );
}

/** The list with its own hash in the header: what is not in order is refused whoever commits to it. */
const check = (list: BlockAccessList, transactionsCount = 3) => {
  const rlp = encodeAccessList(list);
  return checkAccessList(rlp, {
    blockAccessListHash: keccak256(rlp),
    gasLimit: 60_000_000n,
    transactionsCount,
  });
};
const account = (last: number, parts: Partial<BlockAccessList[number]> = {}): BlockAccessList[number] => ({
  ...{ address: Buffer.alloc(20, last), storageChanges: [], storageReads: [] },
  ...{ balanceChanges: [], nonceChanges: [], codeChanges: [] },
  ...parts,
});
const at = (index: number, value = 1n) => ({ index, value });

test('what is out of order, double, empty or out of bounds is refused', () => {
  const slot = (key: bigint, ...indexes: number[]) => ({ slot: key, changes: indexes.map((one) => at(one)) });
  expect(
    check([account(1), account(2, { storageReads: [0n, 1n], balanceChanges: [at(0), at(4)] })]),
  ).toHaveLength(2);
  for (const wrong of [
    [account(2), account(1)],
    [account(1), account(1)],
    [account(1, { address: Buffer.alloc(19) })],
    [account(1, { storageReads: [1n, 0n] })],
    [account(1, { storageReads: [1n, 1n] })],
    [account(1, { storageChanges: [slot(1n, 1), slot(0n, 1)] })],
    [account(1, { storageChanges: [slot(1n, 2, 1)] })],
    [account(1, { storageChanges: [slot(1n)] })],
    [account(1, { storageChanges: [slot(1n, 1)], storageReads: [1n] })],
    [account(1, { balanceChanges: [at(1), at(1)] })],
    [account(1, { balanceChanges: [at(5)] })],
    [account(1, { storageChanges: [slot(1n, 5)] })],
    [account(1, { balanceChanges: [at(1, 2n ** 256n)] })],
    [account(1, { nonceChanges: [at(1, 2n ** 64n)] })],
    [
      account(1, {
        codeChanges: [
          { index: 2, value: Buffer.alloc(1) },
          { index: 1, value: Buffer.alloc(1) },
        ],
      }),
    ],
  ])
    expect(
      () => check(wrong),
      JSON.stringify(wrong, (_, one) => (typeof one === 'bigint' ? `${one}` : one)),
    ).toThrow();
});

test('integers with leading zeros and lengths in a longer form than needed are refused', () => {
  const address = `94${'01'.repeat(20)}`;
  const checkRlp = (hex: string) => {
    const rlp = hexToBuffer(hex);
    const header = { blockAccessListHash: keccak256(rlp), gasLimit: 60_000_000n, transactionsCount: 0 };
    return checkAccessList(rlp, header);
  };
  expect(checkRlp(`0xdcdb${address}c0c180c0c0c0`)).toMatchObject([{ storageReads: [0n] }]);
  expect(() => checkRlp(`0xdcdb${address}c0c100c0c0c0`)).toThrow('not canonical');
  expect(() => checkRlp(`0xdcf81a${address}c0c0c0c0c0`)).toThrow('not canonical');
});

test('arbitrary bytes and JSON are refused, or a list that is encoded as it was', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      try {
        decodeAccessList(bytes);
      } catch (error) {
        expect(error).toMatchObject({ code: 'proof' });
      }
    }),
  );
  fc.assert(
    fc.property(fc.jsonValue(), (json) => {
      try {
        parseAccessList(json);
      } catch (error) {
        expect(error).toMatchObject({ code: 'node_answer' });
      }
    }),
  );
  expect(() => decodeAccessList(Buffer.alloc(MAX_ACCESS_LIST_BYTES + 1))).toThrow(/bytes/);
});

test('the empty list has the hash of an empty list', () => {
  expect(bufferToHex(keccak256(encodeAccessList([])))).toBe(
    '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347',
  );
});
