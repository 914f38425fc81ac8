import { describe, expect, test } from 'vitest';
import { bufferToHex } from '@/lib/evm/hex';
import { keccak256 } from '@/lib/evm/keccak';
import { parseBlock } from '@/lib/rpc/block';
import { makeProvableBlock } from '@/test/support/provable-block';
import type { RlpItem } from './encode-rlp';
import { encodeHeader, findNewerHeader } from './header';

const { block } = await makeProvableBlock(5);
const HASH = `0x${'5a'.repeat(32)}`;

/** The block with fields that nobody knows; its hash is over those of `later`. */
function withFields(fields: Record<string, unknown>, later: readonly RlpItem[]) {
  const header = encodeHeader(parseBlock({ ...block, transactions: [] }), later);
  return parseBlock({ ...block, ...fields, hash: bufferToHex(keccak256(header)), transactions: [] });
}
const bytes = (hex: string) => Buffer.from(hex, 'hex');

describe('a header with fields of unknown meaning', () => {
  test.each([
    ['a hash', HASH, bytes('5a'.repeat(32))],
    ['a quantity', '0x123', 0x123],
    ['a quantity of zero', '0x0', 0],
    ['bytes that begin with zero', '0x0012', bytes('0012')],
    ['no bytes', '0x', bytes('')],
  ])('%s at its end is bound by the hash of the block', (_, value, encoded) => {
    const found = findNewerHeader(withFields({ later: value }, [encoded]));
    expect(found).toEqual({ fields: ['later'], isBound: true });
  });

  test('several are found in any order, among others that are not of the header', () => {
    const fields = { aside: '0x7', second: '0x9', first: HASH, other: [1], third: '0xab' };
    const later = [bytes('5a'.repeat(32)), 9, bytes('ab')];
    const bound = { fields: ['first', 'second', 'third'], isBound: true };
    expect(findNewerHeader(withFields(fields, later))).toEqual(bound);
  });

  test('changed in any part, or with a field invented, is not bound', () => {
    const fields = { first: HASH, second: '0x9' };
    const whole = withFields(fields, [bytes('5a'.repeat(32)), 9]);
    const foreign = { fields: ['first', 'second'], isBound: false };
    for (const change of [{ gasUsed: whole.gasUsed + 1n }, { receiptsRoot: Buffer.alloc(32, 1) }])
      expect(findNewerHeader({ ...whole, ...change })).toEqual(foreign);
    const invented = parseBlock({ ...block, ...fields, gasUsed: '0x1', transactions: [] });
    expect(findNewerHeader(invented)).toEqual(foreign);
  });

  test('is none where the hash holds without them, where they are null, or something is omitted', () => {
    expect(findNewerHeader(withFields({ later: HASH }, []))).toBeUndefined();
    const of = (fields: object) => findNewerHeader(parseBlock({ ...block, ...fields, transactions: [] }));
    expect(of({ later: null, gasUsed: '0x1' })).toBeUndefined();
    expect(of({ later: HASH, gasUsed: '0x1', receiptsRoot: null })).toBeUndefined();
  });

  test('any number of fields, of any size and name, is bounded', () => {
    const long = `0x${'00'.repeat(257)}`;
    const fields = Object.fromEntries(
      Array.from({ length: 1_000 }, (_, at) => [`"\0 ${at}${'x'.repeat(99)}`, long]),
    );
    const parsed = parseBlock({ ...block, ...fields, gasUsed: '0x1', transactions: [] });
    expect(parsed.foreignFields).toHaveLength(8);
    for (const { name, value } of parsed.foreignFields) {
      expect(name).toMatch(/^[\w.?-]{40}$/);
      expect(value).toBeNull();
    }
    expect(findNewerHeader(parsed)?.isBound).toBe(false);
  });
});
