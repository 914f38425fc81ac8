import { expect, test } from 'vitest';
import { addressToWord } from '@/lib/evm/words';
import { word } from '@/test/support/evm-logs';
import { address, hash, hex, NO_ACCOUNTS } from '@/test/support/rows';
import type { LoadedHandle } from './loader';
import { presentEvent, presentHandle } from './present';

/** A handle of an euint64 that was computed on chain 5. */
const handleOf = (first: number, index = 0xff) => {
  const bytes = Buffer.alloc(32, first);
  bytes.writeUInt8(index, 21);
  bytes.writeBigUInt64BE(5n, 22);
  bytes.writeUInt8(5, 30);
  bytes.writeUInt8(0, 31);
  return bytes;
};
const HANDLE = handleOf(1);
const AT = { block_number: 7, transaction_index: 0, log_index: 3, transaction_hash: hash(9), timestamp: 0 };
const LOG = { ...AT, account: null, address: address(4), topic1: null, topic2: null, data: Buffer.alloc(0) };
const NOTHING: LoadedHandle = {
  ...{ handle: HANDLE, operation: undefined, counts: { results: 0, uses: 0 }, input: undefined },
  ...{ opened: undefined, values: [], legs: [], bridged: [], transient: [], tokens: [] },
  ...{ executor: undefined, deployment: undefined },
  sources: {
    ...{
      deployments: [],
      acls: [],
      verifiers: [],
      contracts: [],
      accountsCount: 0,
      areAllCounted: true,
      all: [],
    },
    of: () => [],
  },
};

test('what stands in a handle itself, also when nothing else is known', () => {
  expect(presentHandle(NOTHING, NO_ACCOUNTS, null)).toMatchObject({
    ...{ fhe_type: 'Uint64', version: 0, chain_id: '5', origin: 'unknown', input_index: null },
  });
  const input = { ...NOTHING, handle: handleOf(1, 2) };
  expect(presentHandle(input, NO_ACCOUNTS, 12)).toMatchObject({
    ...{ origin: 'input', input_index: 2, complete_since_block: 12 },
  });
});

test('a value is verified or reported, by who told it; one that the bridge grants need not be the encrypted one', () => {
  const told = (
    source: 'PublicDecryptionVerified' | 'Wrap' | 'FallbackGrantedPlaintext',
    isVerified: boolean,
  ) => ({
    ...{ log: { ...LOG, kind: source }, source, word: word(8), isVerified },
  });
  const values = [
    told('PublicDecryptionVerified', true),
    told('PublicDecryptionVerified', false),
    told('Wrap', false),
    told('FallbackGrantedPlaintext', false),
  ];
  const shown = presentHandle({ ...NOTHING, values }, NO_ACCOUNTS, null);
  expect(shown?.cleartexts.map(({ value, certainty }) => [value, certainty])).toEqual([
    ['8', 'verified'],
    ['8', 'reported'],
    ['8', 'reported'],
    ['8', 'reported'],
  ]);
});

test('a bridged handle is told with its twin and chain', () => {
  const twin = handleOf(2);
  const data = Buffer.concat([twin, HANDLE, hash(6)]);
  const bridged = [{ ...LOG, kind: 'HandleBridged', topic1: addressToWord(address(5)), data }];
  expect(presentHandle({ ...NOTHING, bridged }, NO_ACCOUNTS, null)).toMatchObject({
    origin: 'bridged',
    bridged: [{ direction: 'received', twin: hex(twin), chain_id: '5', guid: hex(hash(6)) }],
  });
  const sent = [{ ...LOG, kind: 'BridgeHandle', data: Buffer.concat([HANDLE, word(137), hash(6)]) }];
  expect(presentHandle({ ...NOTHING, bridged: sent }, NO_ACCOUNTS, null)).toMatchObject({
    origin: 'unknown',
    bridged: [{ direction: 'sent', twin: null, chain_id: '137', guid: hex(hash(6)) }],
  });
  const cut = [{ ...LOG, kind: 'BridgeHandle', data: HANDLE }];
  expect(presentHandle({ ...NOTHING, bridged: cut }, NO_ACCOUNTS, null)?.bridged).toMatchObject([
    { chain_id: null, guid: hex(Buffer.alloc(32)) },
  ]);
});

test('a log in its life names who asked, and who got a right', () => {
  const row = { ...LOG, operation: null, caller: null, result: null };
  const granted = { ...row, kind: 'Allowed', account: address(8), topic1: addressToWord(address(5)) };
  expect(presentEvent(granted, NO_ACCOUNTS)).toMatchObject({ role: 'event', event: 'Allowed' });
  expect(presentEvent(granted, NO_ACCOUNTS).account?.hash.toLowerCase()).toBe(hex(address(8)));
  const used = { ...row, kind: 'operand', operation: 'FheAdd', caller: address(5), result: hash(1) };
  expect(presentEvent(used, NO_ACCOUNTS)).toMatchObject({
    ...{ role: 'operand', event: 'FheAdd', result: hex(hash(1)), from: null },
  });
});
