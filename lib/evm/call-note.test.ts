import { encodeAbiParameters, encodeFunctionData, parseAbi } from 'viem';
import { expect, test } from 'vitest';
import { word } from '@/test/support/evm-logs';
import { SHIPPED } from '@/test/support/shipped-names';
import { guessLog as guess } from './guess-log';
import { hexToBuffer } from './hex';

const CALL = hexToBuffer(
  encodeFunctionData({
    abi: parseAbi(['function move(address src, address dst, uint256 rad)']),
    args: [`0x${'11'.repeat(20)}`, `0x${'22'.repeat(20)}`, 7n],
  }),
);
const SELECTOR = Buffer.concat([CALL.subarray(0, 4)], 32);
const [FIRST, SECOND, THIRD] = [0, 1, 2].map((at) => CALL.subarray(4 + 32 * at, 36 + 32 * at)) as [
  Buffer,
  Buffer,
  Buffer,
];
const CALLER = word(0x1234);
const guessLog = (log: Parameters<typeof guess>[0]) => guess(log, SHIPPED);
/** MakerDAO notes 224 bytes of every call. */
const PADDED = Buffer.concat([CALL], 224);
const bytes = (data: Buffer) =>
  hexToBuffer(encodeAbiParameters([{ type: 'bytes' }], [`0x${data.toString('hex')}`]));
const VALUE_AND_BYTES = hexToBuffer(
  encodeAbiParameters([{ type: 'uint256' }, { type: 'bytes' }], [5n, `0x${CALL.toString('hex')}`]),
);

test.each([
  [
    "MakerDAO's vat",
    { topics: [SELECTOR, FIRST, SECOND, THIRD], data: bytes(PADDED) },
    /^LogNote\(.*bytes32 indexed arg3, bytes data\)$/,
  ],
  [
    'its other contracts',
    { topics: [SELECTOR, CALLER, FIRST, SECOND], data: bytes(PADDED) },
    /^LogNote\(.*address indexed usr, .*arg2/,
  ],
  [
    'DappHub',
    { topics: [SELECTOR, CALLER, FIRST, SECOND], data: VALUE_AND_BYTES },
    /^LogNote\(.*uint256 wad, bytes fax\)$/,
  ],
  [
    "Balancer's first pools",
    { topics: [SELECTOR, CALLER], data: bytes(CALL) },
    /^LOG_CALL\(bytes4 indexed sig, address indexed caller/,
  ],
])('an anonymous log of %s has a name, by the call that it notes', (_, log, name) => {
  const { topics, data } = log;
  const decoded = guessLog(log);
  expect(decoded?.method_call).toMatch(name);
  expect(decoded?.method_id).toBe(CALL.toString('hex', 0, 4));
  expect(decoded?.parameters[0]).toMatchObject({ name: 'sig', value: `0x${CALL.toString('hex', 0, 4)}` });
  // another call, another selector, nothing behind it, bytes too many
  expect(guessLog({ topics: topics.with(-1, word(0x99).fill(9, 0, 4)), data })).toBeUndefined();
  expect(
    guessLog({ topics: topics.with(0, Buffer.concat([FIRST.subarray(12, 16)], 32)), data }),
  ).toBeUndefined();
  expect(guessLog({ topics, data: Buffer.alloc(0) })).toBeUndefined();
  expect(guessLog({ topics, data: Buffer.concat([data, Buffer.alloc(1)]) })).toBeUndefined();
});

test('a log that two kinds of contracts may have noted has no name, nor has one of no caller', () => {
  // who called is the first argument, and both others are the same
  const call = Buffer.concat([CALL.subarray(0, 4), CALLER, CALLER, CALLER], 224);
  expect(guessLog({ topics: [SELECTOR, CALLER, CALLER, CALLER], data: bytes(call) })).toBeUndefined();
  expect(guessLog({ topics: [SELECTOR, word(0)], data: bytes(CALL) })).toBeUndefined();
});
