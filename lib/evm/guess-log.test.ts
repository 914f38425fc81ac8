import { encodeAbiParameters, toEventSelector } from 'viem';
import { expect, test } from 'vitest';
import { word } from '@/test/support/evm-logs';
import { SHIPPED } from '@/test/support/shipped-names';
import { guessLog as guess } from './guess-log';
import { hexToBuffer } from './hex';

const guessLog = (log: Parameters<typeof guess>[0]) => guess(log, SHIPPED);

test('a log of a widely used contract is decoded if its data are of the event to the last byte', () => {
  const topic = hexToBuffer(toEventSelector('event AnswerUpdated(int256,uint256,uint256)'));
  const data = hexToBuffer(encodeAbiParameters([{ type: 'uint256' }], [7n]));
  const log = { topics: [topic, word(1), word(2)], data };
  expect(guessLog(log)?.method_call).toBe(
    'AnswerUpdated(int256 indexed current, uint256 indexed roundId, uint256 updatedAt)',
  );
  expect(guessLog({ ...log, data: Buffer.concat([data, Buffer.alloc(1)]) })).toBeUndefined();
  expect(guessLog({ ...log, topics: [topic, word(1)] })).toBeUndefined();
  expect(guessLog({ ...log, topics: [] })).toBeUndefined();
  expect(
    guessLog({ ...log, topics: [hexToBuffer(toEventSelector('event OrderFulfilled()'))] }),
  ).toBeUndefined();
});
