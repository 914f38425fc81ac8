import { expect, test } from 'vitest';
import { hexToBuffer } from '@/lib/evm/hex';
import { addressToWord } from '@/lib/evm/words';
import { word } from '@/test/support/evm-logs';
import { formatCleartext, readCleartext } from './cleartext';
import { DELEGATION_TOPICS, readDelegation } from './delegations';
import { decodeFheEvents } from './events';
import { listHandleLogs } from './handle-logs';

const EXECUTOR = Buffer.alloc(20, 1);
const OTHER = Buffer.alloc(20, 2);
const USER = Buffer.alloc(20, 3);
const handle = (byte: number, type = 5) => {
  const bytes = Buffer.alloc(32, byte);
  bytes.writeUInt8(type, 30);
  return bytes;
};
const ADD = hexToBuffer('0xdb9050d65240431621d61d6f94b970e63f53a67a5766614ee6e5c5bbd41c8e2e');
const ALLOWED = hexToBuffer('0xe2e1decee6e05ee246cd7c7f1337d25cdfd41dcbdcf8c57b61630be56cc7366a');
const OPENED = hexToBuffer('0xd913ac93a959116526793ef772233273d5249597d33cddfdc34f29920541fd0a');
const BRIDGED = hexToBuffer('0x9fd75837ff96b464a8f26f13bff02e85e41f6f2b730135213e24c8e064ad6b40');

type Given = { address?: Buffer; topics: Buffer[]; data?: Buffer };
const list = (logs: Given[], isKnown = true) => {
  const executors = isKnown ? [EXECUTOR] : undefined;
  const given = logs.map((log, logIndex) => ({ address: EXECUTOR, data: Buffer.alloc(0), ...log, logIndex }));
  return listHandleLogs(given, { operations: decodeFheEvents(given, executors), executors });
};

test('an operand counts once for each operation of an executor, a plaintext never', () => {
  const add = (scalar: number, address = EXECUTOR) => ({
    ...{ address, topics: [ADD, addressToWord(USER)] },
    data: Buffer.concat([handle(7), handle(7), Buffer.from([scalar]), Buffer.alloc(31), handle(9)]),
  });
  const found = list([add(0), add(1), add(0, OTHER)]);
  expect(found.map(({ kind, logIndex, emitter }) => [kind, logIndex, emitter.length])).toEqual([
    ['operand', 0, 0],
    ['operand', 1, 0],
  ]);
  expect(list([add(0, OTHER)], false)).toHaveLength(1);
});

test('a grant has its account; one of another form is none: Nox logs the same topic with four', () => {
  const topics = [ALLOWED, addressToWord(OTHER), addressToWord(USER)];
  const [grant] = list([{ topics, data: handle(7) }]);
  expect([grant?.kind, grant?.account?.equals(USER)]).toEqual(['Allowed', true]);
  const bad = [
    { topics: [...topics, handle(7)] },
    { topics, data: handle(7).subarray(1) },
    { topics: [ALLOWED, addressToWord(OTHER), handle(7)], data: handle(7) },
    { topics, data: Buffer.alloc(32) },
  ];
  expect(list(bad)).toEqual([]);
});

test('each handle of a list counts once; a list that is cut off is none', () => {
  const topics = [OPENED, addressToWord(USER)];
  const data = Buffer.concat([word(32), word(3), handle(1), handle(2), handle(1)]);
  expect(list([{ topics, data }]).map((one) => one.handle)).toEqual([handle(1), handle(2)]);
  expect(list([{ topics, data: data.subarray(0, -1) }])).toEqual([]);
  expect(list([{ topics, data: Buffer.concat([word(32), word(2 ** 31)]) }])).toEqual([]);
});

test('both handles of a bridge count', () => {
  const data = Buffer.concat([handle(1), handle(2), word(1)]);
  const found = list([{ address: OTHER, topics: [BRIDGED, addressToWord(USER)], data }]);
  expect(found.map(({ emitter }) => emitter.equals(OTHER))).toEqual([true, true]);
});

test('a value is read at its handle, and only from a list of as many values', () => {
  const values = Buffer.concat([word(4), word(1)]);
  const of = (length: number) =>
    Buffer.concat([word(64), word(160), word(2), handle(1), handle(2, 0), word(length), values]);
  const read = (data: Buffer) => readCleartext('PublicDecryptionVerified', data, handle(2, 0));
  expect(read(of(64))).toEqual(word(1));
  expect(read(of(32))).toBeUndefined();
  expect(read(of(96))).toBeUndefined();
  expect(read(Buffer.alloc(0))).toBeUndefined();
  expect(readCleartext('UnwrapFinalized', Buffer.concat([handle(1), word(6)]), handle(1))).toEqual(word(6));
});

test('values are written by type', () => {
  expect(formatCleartext(word(1), handle(1, 0))).toBe('true');
  expect(formatCleartext(word(2), handle(1, 0))).toBe('2');
  expect(formatCleartext(word(12), handle(1))).toBe('12');
  expect(formatCleartext(addressToWord(USER), handle(1, 7))).toMatch(/^0x(03){20}$/);
});

test('delegations have a contract or the wildcard, and an expiry', () => {
  const [topic0, revoked] = DELEGATION_TOPICS;
  const log = { topic0: topic0 ?? null, topic1: addressToWord(USER), topic2: addressToWord(OTHER) };
  const data = (contract: Buffer, expiry: Buffer) =>
    Buffer.concat([addressToWord(contract), word(1), word(0), expiry]);
  const never = Buffer.concat([Buffer.alloc(24), Buffer.alloc(8, 0xff)]);
  expect(readDelegation({ ...log, data: data(EXECUTOR, word(99)) })).toEqual({
    ...{ delegator: USER, delegate: OTHER, contract: EXECUTOR, expiresAt: 99n },
  });
  expect(readDelegation({ ...log, data: data(Buffer.alloc(20, 0xff), never) })).toMatchObject({
    ...{ contract: null, expiresAt: null },
  });
  const taken = { ...log, topic0: revoked ?? null, data: data(EXECUTOR, word(99)).subarray(0, 96) };
  expect(readDelegation(taken)).toMatchObject({ expiresAt: 0n });
  expect(readDelegation({ ...log, data: word(1) })).toBeUndefined();
});
