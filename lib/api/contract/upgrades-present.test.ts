import { encodeAbiParameters, parseAbi, parseAbiParameters } from 'viem';
import { toEventSelector } from 'viem/utils';
import { expect, test } from 'vitest';
import { bufferToAddress, bufferToHex, hexToBuffer } from '@/lib/evm/hex';
import { indexSignatures } from '@/lib/evm/signatures';
import { accountRow, address, byAddress, hash } from '@/test/support/rows';
import { contractsOf, decodeUpgradeRows, presentUpgrades } from './upgrades-present';
import type { UpgradeRow } from './upgrades-query';

const [PROXY, FIRST, SECOND] = [address(1), address(2), address(3)];
const topic = (event: string) => hexToBuffer(toEventSelector(event));
const word = (target: Buffer) => Buffer.concat([Buffer.alloc(12), target]);
const none = Buffer.alloc(0);
const row: UpgradeRow = {
  ...{ address: PROXY, block_number: 7, log_index: 2, transaction_hash: hash(9), timestamp: 0 },
  ...{ topic0: topic('Upgraded(address)'), topic1: word(SECOND), data: none },
  ...{ former_topic0: topic('Upgraded(address)'), former_topic1: word(FIRST), former_data: none },
};
const many = Array.from({ length: 101 }, (_, at) => `function added${at}()`);
const entryOf = (target: Buffer, lines: readonly string[]) =>
  accountRow({ address: target, abi_hash: hash(1), interfaces: [indexSignatures(parseAbi([...lines]))] });
const present = (rows: readonly UpgradeRow[], ...entries: ReturnType<typeof entryOf>[]) =>
  presentUpgrades(decodeUpgradeRows(rows), byAddress(...entries));

test('an upgrade is compared with the one before, as far as both have an ABI; long lists are cut', () => {
  const [old, now] = [entryOf(FIRST, ['function gone()']), entryOf(SECOND, many)];
  const [found] = present([row], old, now);
  expect(found?.target?.hash).toBe(bufferToAddress(SECOND));
  expect(found?.functions).toMatchObject({ removed: ['gone()'], changed: [], is_complete: false });
  expect(found?.functions?.added).toHaveLength(100);
  expect(present([row], now)[0]?.functions).toBeNull();
  expect(present([{ ...row, former_topic0: null, former_data: null }], old, now)[0]?.functions).toBeNull();
});

test('cuts of a diamond name functions by the ABIs of the facets, else by selectors', () => {
  const types = parseAbiParameters('(address, uint8, bytes4[])[], address, bytes');
  const zero = bufferToHex(Buffer.alloc(20));
  // added0() and one that no ABI has
  const data = encodeAbiParameters(types, [
    [
      [bufferToHex(SECOND), 0, ['0x12345678']],
      [zero, 2, ['0x87654321']],
    ],
    zero,
    '0x',
  ]);
  const event = 'DiamondCut((address,uint8,bytes4[])[],address,bytes)';
  const cut = { ...row, topic0: topic(event), topic1: null, data: hexToBuffer(data) };
  expect(decodeUpgradeRows([cut]).flatMap(contractsOf)).toEqual([SECOND, FIRST]);
  const [found] = present([cut], entryOf(SECOND, ['function named()']));
  expect(found).toMatchObject({
    ...{ kind: 'facets', target: null, facets: [{ hash: bufferToAddress(SECOND) }] },
    functions: { added: ['0x12345678'], removed: ['0x87654321'], changed: [], is_complete: true },
  });
});

test('a log of another shape is no upgrade', () => {
  expect(decodeUpgradeRows([{ ...row, topic1: Buffer.alloc(32, 0xff) }])).toEqual([]);
});
