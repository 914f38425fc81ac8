import { expect, test } from 'vitest';
import { addressToWord } from '@/lib/evm/words';
import { type HandleEventName, topicsOf } from './handle-logs';
import { readTokenEvent } from './token-event';

const [ALICE, BOB, NOBODY] = [1, 2, 0].map((byte) => Buffer.alloc(20, byte));
const HANDLE = Buffer.alloc(32, 7);
const AMOUNT = Buffer.from('05'.padStart(64, '0'), 'hex');

function read(name: HandleEventName, args: readonly (Buffer | undefined)[], data: Buffer[] = []) {
  const topics = [topicsOf(name)[0], ...args].flatMap((topic) => topic ?? []);
  const padded = topics.map((topic) => (topic.length === 20 ? addressToWord(topic) : topic));
  return readTokenEvent({
    ...{ logIndex: 0, address: Buffer.alloc(20), topics: padded, data: Buffer.concat(data) },
  });
}

test('mints, burns, unwraps and disclosures are read with who and how much', () => {
  const handle = HANDLE;
  expect(read('ConfidentialTransfer', [NOBODY, BOB, HANDLE])).toEqual({
    ...{ kind: 'mint', handle, account: BOB, told: null },
  });
  expect(read('ConfidentialTransfer', [ALICE, NOBODY, HANDLE])).toMatchObject({
    kind: 'burn',
    account: ALICE,
  });
  expect(read('UnwrapRequested', [BOB, HANDLE], [HANDLE])).toMatchObject({
    ...{ kind: 'unwrap_requested', handle, account: BOB },
  });
  expect(read('UnwrapFinalized', [BOB, HANDLE], [HANDLE, AMOUNT])).toEqual({
    ...{ kind: 'unwrap', handle, account: BOB, told: AMOUNT },
  });
  expect(read('AmountDiscloseRequested', [HANDLE, ALICE])).toMatchObject({
    ...{ kind: 'disclosure_requested', handle, account: ALICE },
  });
  expect(read('AmountDisclosed', [HANDLE], [AMOUNT])).toEqual({
    ...{ kind: 'disclosure', handle, account: null, told: AMOUNT },
  });
});

test('truncated and other logs are no events, or tell no amount', () => {
  expect(read('ConfidentialTransfer', [NOBODY, BOB])).toBeUndefined();
  expect(read('UnwrapFinalized', [BOB, HANDLE], [HANDLE.subarray(1)])).toBeUndefined();
  expect(read('UnwrapFinalized', [BOB, HANDLE], [HANDLE])).toMatchObject({ told: null });
  expect(read('Allowed', [ALICE, BOB], [HANDLE])).toBeUndefined();
});
