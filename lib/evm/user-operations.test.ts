import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { encodeAbiParameters } from 'viem';
import {
  entryPoint06Abi,
  entryPoint06Address,
  entryPoint07Address,
  entryPoint08Address,
  entryPoint09Abi,
  entryPoint09Address,
} from 'viem/account-abstraction';
import { decodeEventLog, getAbiItem, toEventSelector } from 'viem/utils';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { EvmLog } from './decode-transfers';
import { bufferToHex, hexToBuffer } from './hex';
import { decodeUserOperations, ENTRY_POINTS, findEntryPointVersion } from './user-operations';

const TOPIC = '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f';
const HASH = Buffer.alloc(32, 0x77);
const word = (value: bigint) => hexToBuffer(`0x${value.toString(16).padStart(64, '0')}`);
const address = (byte: number) => Buffer.concat([Buffer.alloc(12), Buffer.alloc(20, byte)]);

function log(given: Partial<EvmLog> & { success?: bigint } = {}): EvmLog {
  const { success = 1n, ...rest } = given;
  const nonce = (1n << 64n) * 5n;
  return {
    logIndex: 3,
    address: hexToBuffer(entryPoint07Address),
    topics: [hexToBuffer(TOPIC), HASH, address(0xaa), address(0xbb)],
    data: Buffer.concat([word(nonce), word(success), word(2n ** 256n - 1n), word(0n)]),
    ...rest,
  };
}

test('reads the event of an EntryPoint', () => {
  expect(decodeUserOperations([log()])).toEqual([
    {
      logIndex: 3,
      hash: HASH,
      sender: Buffer.alloc(20, 0xaa),
      paymaster: Buffer.alloc(20, 0xbb),
      factory: null,
      nonce: 92_233_720_368_547_758_080n,
      success: true,
      actualGasCost: 2n ** 256n - 1n,
      actualGasUsed: 0n,
      entryPoint: hexToBuffer(entryPoint07Address),
      bundleIndex: 0,
      index: 0,
    },
  ]);
});

test('the zero address is no paymaster, and an operation may fail', () => {
  const failed = log({ success: 0n, topics: [hexToBuffer(TOPIC), HASH, address(0xaa), address(0)] });
  expect(decodeUserOperations([failed])).toMatchObject([{ success: false, paymaster: null }]);
});

const DEPLOYED = hexToBuffer(
  toEventSelector('AccountDeployed(bytes32 indexed, address indexed, address, address)'),
);

test.each([
  ['of the same operation, before it', {}, Buffer.alloc(20, 0xcc)],
  ['after it', { logIndex: 4 }, null],
  ['of another operation', { topics: [DEPLOYED, Buffer.alloc(32), address(0xaa)] }, null],
  ['of another account', { topics: [DEPLOYED, HASH, address(0xab)] }, null],
  ['of another contract', { address: Buffer.alloc(20, 1) }, null],
  ['of another event', { topics: [HASH, HASH, address(0xaa)] }, null],
  ['cut short', { data: address(0xcc) }, null],
  ['that names no address', { data: Buffer.concat([HASH, address(0xbb)]) }, null],
])('the factory is that of a deployment %s', (_, given, factory) => {
  const data = Buffer.concat([address(0xcc), address(0xbb)]);
  const deployed = log({ logIndex: 1, topics: [DEPLOYED, HASH, address(0xaa)], data, ...given });
  expect(decodeUserOperations([deployed, log()])).toMatchObject([{ factory }]);
});

test('a bundle begins with the log of its EntryPoint, and another may run inside of it', () => {
  const [six, seven] = [hexToBuffer(entryPoint06Address), hexToBuffer(entryPoint07Address)];
  const start = (logIndex: number, emitter = seven) => log({ logIndex, address: emitter, topics: [STARTED] });
  const done = (logIndex: number, emitter = seven) => log({ logIndex, address: emitter });
  const logs = [
    ...[
      start(0),
      done(1),
      start(2, six),
      start(3, Buffer.alloc(20, 9)),
      done(4, six),
      done(5),
      start(6),
      done(7),
    ],
  ];
  const found = decodeUserOperations(logs).map(({ logIndex, bundleIndex, index }) => [
    logIndex,
    bundleIndex,
    index,
  ]);
  expect(found).toEqual([
    [1, 0, 0],
    [4, 1, 0],
    [5, 0, 1],
    [7, 2, 0],
  ]);
});

const STARTED = hexToBuffer(toEventSelector(getAbiItem({ abi: entryPoint09Abi, name: 'BeforeExecution' })));

test('knows the EntryPoints that viem knows', () => {
  const known = [entryPoint06Address, entryPoint07Address, entryPoint08Address, entryPoint09Address];
  expect([...ENTRY_POINTS.keys()]).toEqual(known.map((entry) => entry.toLowerCase()));
  expect(known.map((entry) => findEntryPointVersion(hexToBuffer(entry)))).toEqual([
    '0.6',
    '0.7',
    '0.8',
    '0.9',
  ]);
  expect(findEntryPointVersion(Buffer.alloc(20))).toBeUndefined();
  for (const abi of [entryPoint06Abi, entryPoint09Abi])
    expect(toEventSelector(getAbiItem({ abi, name: 'UserOperationEvent' }))).toBe(TOPIC);
});

test.each([
  ['another contract emitted it', { address: Buffer.alloc(20, 1) }],
  ['it is another event', { topics: [Buffer.alloc(32), HASH, address(1), address(2)] }],
  ['it has no topics', { topics: [] }],
  ['a topic is missing', { topics: [hexToBuffer(TOPIC), HASH, address(1)] }],
  ['the sender is no address', { topics: [hexToBuffer(TOPIC), HASH, HASH, address(2)] }],
  ['the data is short', { data: Buffer.alloc(127) }],
  ['the data is long', { data: Buffer.alloc(160) }],
  ['success is neither true nor false', { success: 2n }],
])('leaves a log out when %s', (_reason, given) => {
  expect(decodeUserOperations([log(given)])).toEqual([]);
});

test('agrees with viem on what an EntryPoint can emit', () => {
  const uint = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n });
  fc.assert(
    fc.property(uint, fc.boolean(), uint, (nonce, success, cost) => {
      const types = [
        { type: 'uint256' },
        { type: 'bool' },
        { type: 'uint256' },
        { type: 'uint256' },
      ] as const;
      const data = encodeAbiParameters(types, [nonce, success, cost, nonce]);
      const given = log({ data: hexToBuffer(data) });
      const { args } = decodeEventLog({
        abi: entryPoint06Abi,
        eventName: 'UserOperationEvent',
        topics: [TOPIC, bufferToHex(HASH), bufferToHex(address(0xaa)), bufferToHex(address(0xbb))],
        data,
      });
      expect(decodeUserOperations([given])).toMatchObject([
        {
          nonce: args.nonce,
          success: args.success,
          actualGasCost: args.actualGasCost,
          actualGasUsed: args.actualGasUsed,
        },
      ]);
    }),
  );
});

const recorded = new URL(
  '../../../shared/realdata/pairs/8453/0xe0500c132dd33e402613a8f8d933f396d6002f10b51b41d0b20b91ead27ef032.json',
  import.meta.url,
);
const emitted = z.object({ address: z.string(), topics: z.array(z.string()), data: z.string() });
const receipt = z.object({ result: z.object({ logs: z.array(emitted) }) });
const pair = z.object({ rpc: z.object({ receipt }) });

test.skipIf(!existsSync(recorded))('finds the user operations of a recorded transaction (../shared)', () => {
  const { logs } = pair.parse(JSON.parse(readFileSync(recorded, 'utf8'))).rpc.receipt.result;
  const decoded = decodeUserOperations(
    logs.map((event, logIndex) => ({
      logIndex,
      address: hexToBuffer(event.address),
      topics: event.topics.map(hexToBuffer),
      data: hexToBuffer(event.data),
    })),
  );
  expect(decoded.length).toBeGreaterThan(0);
  expect(decoded).toHaveLength(logs.filter(({ topics }) => topics[0] === TOPIC).length);
});
