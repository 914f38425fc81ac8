import { toRlp } from 'viem';
import { describe, expect, test } from 'vitest';
import { bufferToHex, hexToBuffer } from '@/lib/evm/hex';
import { keccak256 } from '@/lib/evm/keccak';
import { parseBlock } from '@/lib/rpc/block';
import { proveAccessList } from '@/test/support/access-list-proof';
import { AMSTERDAM } from '@/test/support/amsterdam-chain';
import { makeProvableBlock } from '@/test/support/provable-block';
import { checkProof, checkProofText } from './check-proof';
import { encodeHeader } from './header';

const PROOFS = AMSTERDAM.blocks.map((_, at) => proveAccessList(at + 1));
const faultOf = (proof: unknown) => {
  const result = checkProof(proof);
  return result.holds ? undefined : result.fault;
};

const headerOf = (block: ReturnType<typeof parseBlock>) => {
  const header = encodeHeader(block);
  return {
    block_hash: bufferToHex(keccak256(header)),
    block_number: block.number,
    header: bufferToHex(header),
  };
};

describe('a proof that holds', () => {
  test('tells every value of the list', () => {
    for (const [at, { accessList, block }] of AMSTERDAM.blocks.entries()) {
      const result = checkProof(PROOFS[at]);
      if (!result.holds || !('accounts' in result.proven)) throw new Error('not an access list');
      const { accounts, bytes, listHash, block: of } = result.proven;
      expect([of.number, of.hash, listHash]).toEqual([at + 1, block.hash, block.blockAccessListHash]);
      expect(bytes).toBe(((PROOFS[at]?.access_list ?? '').length - 2) / 2);
      const quantities = (values: readonly { index: number; value: bigint }[]) =>
        values.map(({ index, value }) => ({ index: toQuantity(index), value: toQuantity(value) }));
      const words = (values: readonly { index: number; value: bigint }[]) =>
        values.map(({ index, value }) => ({ index: toQuantity(index), value: toWord(value) }));
      expect(
        accounts.map(({ address, balances, nonces, codes, slots, readSlots }) => ({
          address: address.toLowerCase(),
          storageChanges: slots.map(({ slot, values }) => ({ key: toWord(slot), changes: words(values) })),
          storageReads: readSlots.map(toWord),
          balanceChanges: quantities(balances),
          nonceChanges: quantities(nonces),
          codeChanges: codes.map(({ index, value: code }) => ({ index: toQuantity(index), code })),
        })),
      ).toEqual(accessList);
    }
  });

  test('has other fields of the API beside', () => {
    expect(checkProofText(JSON.stringify({ ...PROOFS[3], checks: [], status: 'proven' })).holds).toBe(true);
  });
});

describe('a proof in which anything is changed', () => {
  test('does not hold: each digit of the header, and digits of the list', () => {
    let changes = 0;
    for (const proof of PROOFS)
      for (const name of ['header', 'access_list', 'block_hash'] as const) {
        const text = String(proof[name]);
        const step = name === 'access_list' ? 61 : 1;
        for (let at = 2; at < text.length; at += step) {
          const digit = text[at] === '7' ? '8' : '7';
          const changed = { ...proof, [name]: text.slice(0, at) + digit + text.slice(at + 1) };
          expect([name, at, faultOf(changed)]).toEqual([name, at, expect.any(String)]);
          changes += 1;
        }
      }
    expect(changes).toBeGreaterThan(10_000);
  });

  test('says the first thing that does not hold', async () => {
    const [one, other] = PROOFS;
    const old = await makeProvableBlock(5);
    const faults: [unknown, RegExp][] = [
      [{ ...one, block_number: 2 }, /header is of block 1/],
      [{ ...one, header: other?.header }, /header does not have the hash of the block/],
      [{ ...one, access_list: other?.access_list }, /access list does not have the hash of the header/],
      [{ ...one, access_list: null }, /the proof has no access list/],
      [{ ...one, access_list: '0x1' }, /access_list is no hex/],
      [{ ...one, header: null }, /marked unproven/],
      [{ ...one, ...headerOf(parseBlock(old.block)) }, /header has no hash of an access list/],
      [{ ...one, block_hash: 5 }, /block_hash is not 32 bytes/],
      ['{', /is no object/],
    ];
    for (const [changed, message] of faults) expect(faultOf(changed)).toMatch(message);
    expect(checkProofText('{')).toEqual({ holds: false, fault: 'it is not JSON' });
  });

  test('does not hold for lists that no node may make, though the header has their hash', () => {
    const [proof] = PROOFS;
    const block = parseBlock(AMSTERDAM.blocks[0]?.block ?? {});
    const address = `0x${'11'.repeat(20)}` as const;
    const account = [address, [], [], [], [], []] as const;
    const withList = (rlp: `0x${string}`, gasLimit = block.gasLimit) => {
      const blockAccessListHash = keccak256(hexToBuffer(rlp));
      return faultOf({
        ...proof,
        ...headerOf({ ...block, gasLimit, blockAccessListHash }),
        access_list: rlp,
      });
    };
    expect(withList(toRlp([account]))).toBeUndefined();
    expect(withList(toRlp([account, account]))).toMatch(/out of order/);
    expect(withList(toRlp([account]), 1_999n)).toMatch(/more items than the gas limit/);
    expect(withList(toRlp('0x1234'))).toMatch(/not a list/);
    expect(withList('0xf8')).toMatch(/not RLP/);
  });
});

const toQuantity = (value: number | bigint) => `0x${value.toString(16)}`;
const toWord = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`;
