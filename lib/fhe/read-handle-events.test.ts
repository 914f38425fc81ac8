import { type Hex, numberToHex, toEventSelector } from 'viem';
import { expect, test } from 'vitest';
import { listTransactionLogs } from '@/lib/endpoints/log';
import { HANDLE_EVENT_TOPICS, readHandleEvents } from './read-handle-events';

const word = (value: number | string): Hex =>
  typeof value === 'number' ? numberToHex(value, { size: 32 }) : `0x${value.repeat(64)}`;
const ACCOUNT = 0xacc;

type Word = number | string;

/** The event's signature, its topics, its data, and what a host contract means by it. */
function logOf(index: number, [event, indexed, data, said]: [string, Word[], Word[], string?]) {
  return {
    index,
    address: { hash: `0x${'1'.repeat(40)}` },
    topics: [toEventSelector(event), ...indexed.map(word), null, null, null].slice(0, 4),
    data: `0x${data.map((value) => word(value).slice(2)).join('')}`,
    explanation: said ?? null,
  };
}

test('what host contracts and apps say of handles is read in the order of the logs, forged ones left out', () => {
  const opened = 'AllowedForDecryption(address,bytes32[])';
  const delegated = 'DelegatedForUserDecryption(address,address,address,uint64,uint64,uint64)';
  const events = readHandleEvents({
    host: [
      logOf(1, [opened, [ACCOUNT], [32, 3, '1', 'b', '1'], 'Anyone may decrypt.']),
      logOf(4, [opened, [ACCOUNT], [32, 1, '2']]),
      logOf(5, ['BridgeHandle(address,bytes32,uint64,bytes32)', [ACCOUNT], ['3', 5, '4'], 'Sent.']),
      logOf(6, [delegated, [ACCOUNT, ACCOUNT], [ACCOUNT, 0, 0, 9], 'Delegated.']),
    ],
    app: [
      logOf(2, ['AmountDisclosed(bytes32,uint64)', ['1'], [7]]),
      // cleartexts of one word look like a handle
      logOf(3, ['PublicDecryptionVerified(bytes32[],bytes)', [], [64, 128, 1, '6', 32, '7']]),
      logOf(7, ['PublicDecryptionVerified(bytes32[],bytes)', [], [64]]),
    ],
  });
  expect(events.map(({ log, event, handles }) => [log.index, event, handles])).toEqual([
    [1, 'AllowedForDecryption', [word('1'), word('b')]],
    [2, 'AmountDisclosed', [word('1')]],
    [3, 'PublicDecryptionVerified', [word('6')]],
    [5, 'BridgeHandle', [word('3')]],
    [6, null, []],
  ]);
});

test('each list of topics is one that the API takes', () => {
  for (const topic of Object.values(HANDLE_EVENT_TOPICS))
    expect(listTransactionLogs.query.safeParse({ topic }).error).toBeUndefined();
});
