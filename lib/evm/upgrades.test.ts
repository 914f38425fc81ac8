import { encodeAbiParameters, parseAbiParameters } from 'viem';
import { toEventSelector } from 'viem/utils';
import { expect, test } from 'vitest';
import { hexToBuffer } from './hex';
import { decodeUpgrade } from './upgrades';

const [FIRST, SECOND] = [Buffer.alloc(20, 0xa1), Buffer.alloc(20, 0xa2)];
const word = (address: Buffer) => Buffer.concat([Buffer.alloc(12), address]);
const topic = (event: string) => hexToBuffer(toEventSelector(event));
const none = Buffer.alloc(0);
const pair = Buffer.concat([word(FIRST), word(SECOND)]);

test.each([
  ['Upgraded(address)', { topic1: word(FIRST), data: none }, 'implementation', FIRST],
  ['Upgraded(address)', { topic1: null, data: word(FIRST) }, 'implementation', FIRST],
  ['BeaconUpgraded(address)', { topic1: word(FIRST), data: none }, 'beacon', FIRST],
  ['ChangedMasterCopy(address)', { topic1: null, data: word(FIRST) }, 'implementation', FIRST],
  ['ProxyUpdated(address,address)', { topic1: word(SECOND), data: none }, 'implementation', SECOND],
  ['NewImplementation(address,address)', { topic1: null, data: pair }, 'implementation', SECOND],
])('%s, its address indexed or not', (event, log, ...[kind, target]) => {
  expect(decodeUpgrade({ topic0: topic(event), ...log })).toEqual({ kind, target });
});

const cutTypes = parseAbiParameters('(address, uint8, bytes4[])[], address, bytes');
const DIAMOND_CUT = topic('DiamondCut((address,uint8,bytes4[])[],address,bytes)');

test('cuts of a diamond', () => {
  const data = encodeAbiParameters(cutTypes, [
    [
      [`0x${FIRST.toString('hex')}`, 0, ['0x01020304', '0x05060708']],
      [`0x${'00'.repeat(20)}`, 2, ['0x0a0b0c0d']],
      [`0x${SECOND.toString('hex')}`, 9, ['0x0a0b0c0d']],
    ],
    `0x${'00'.repeat(20)}`,
    '0x',
  ]);
  expect(decodeUpgrade({ topic0: DIAMOND_CUT, topic1: null, data: hexToBuffer(data) })).toEqual({
    kind: 'facets',
    cuts: [
      { facet: FIRST, action: 'added', selectors: [hexToBuffer('0x01020304'), hexToBuffer('0x05060708')] },
      { facet: Buffer.alloc(20), action: 'removed', selectors: [hexToBuffer('0x0a0b0c0d')] },
    ],
  });
});

test('what has another shape is no upgrade', () => {
  const upgraded = topic('Upgraded(address)');
  const dirty = Buffer.alloc(32, 0xff);
  expect(decodeUpgrade({ topic0: upgraded, topic1: null, data: none })).toBeUndefined();
  expect(decodeUpgrade({ topic0: upgraded, topic1: dirty, data: none })).toBeUndefined();
  expect(decodeUpgrade({ topic0: DIAMOND_CUT, topic1: null, data: dirty })).toBeUndefined();
  expect(decodeUpgrade({ topic0: dirty, topic1: word(FIRST), data: none })).toBeUndefined();
});
