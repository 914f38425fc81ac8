import { toEventSelector } from 'viem/utils';
import type { EvmLog } from '@/lib/evm/decode-transfers';
import { encryptedOperands, listOperations, operationEvent } from '@/lib/evm/fhe-operations';
import { hexToBuffer } from '@/lib/evm/hex';
import { readWord, readWordArray, WORD, wordToAddress } from '@/lib/evm/words';
import type { FheEvent } from './events';

/** Whose log an event has to be: of a deployment's contract, or of an app that may use the handle. */
export type HandleSource = 'executor' | 'acl' | 'bridge' | 'app';

type Read = (log: EvmLog) => readonly (Buffer | undefined)[] | undefined;
type HandleEvent = Readonly<{
  source: HandleSource;
  signatures: readonly Readonly<[string, number, Read]>[];
}>;

const topic =
  (index: number): Read =>
  ({ topics }) => [topics[index]];
const words =
  (...indexes: number[]): Read =>
  ({ data }) =>
    indexes.map((index) => readWord(data, index * WORD));
const list: Read = ({ data }) => readWordArray(data, 0);

/** Events that name handles: signatures with their number of topics, and where the handles are. */
const EVENTS = {
  VerifyInput: {
    source: 'executor',
    signatures: [['VerifyInput(address,bytes32,address,bytes,uint8,bytes32)', 2, words(4)]],
  },
  Allowed: { source: 'acl', signatures: [['Allowed(address,address,bytes32)', 3, words(0)]] },
  AllowedForDecryption: {
    source: 'acl',
    signatures: [['AllowedForDecryption(address,bytes32[])', 2, list]],
  },
  BridgeHandle: {
    source: 'bridge',
    signatures: [['BridgeHandle(address,bytes32,uint64,bytes32)', 2, words(0)]],
  },
  HandleBridged: {
    source: 'bridge',
    signatures: [['HandleBridged(address,bytes32,bytes32,bytes32)', 2, words(0, 1)]],
  },
  FallbackGrantedPlaintext: {
    source: 'bridge',
    signatures: [['FallbackGrantedPlaintext(bytes32,uint256)', 2, topic(1)]],
  },
  PublicDecryptionVerified: {
    source: 'app',
    signatures: [['PublicDecryptionVerified(bytes32[],bytes)', 1, list]],
  },
  ConfidentialTransfer: {
    source: 'app',
    signatures: [['ConfidentialTransfer(address,address,bytes32)', 4, topic(3)]],
  },
  AmountDiscloseRequested: {
    source: 'app',
    signatures: [['AmountDiscloseRequested(bytes32,address)', 3, topic(1)]],
  },
  AmountDisclosed: { source: 'app', signatures: [['AmountDisclosed(bytes32,uint64)', 2, topic(1)]] },
  UnwrapRequested: {
    source: 'app',
    signatures: [
      ['UnwrapRequested(address,bytes32,bytes32)', 3, words(0)],
      ['UnwrapRequested(address,bytes32)', 2, words(0)],
    ],
  },
  UnwrapFinalized: {
    source: 'app',
    signatures: [
      ['UnwrapFinalized(address,bytes32,bytes32,uint64)', 3, words(0)],
      ['UnwrapFinalized(address,bytes32,uint64)', 2, words(0)],
    ],
  },
  Wrap: { source: 'app', signatures: [['Wrap(address,uint256,bytes32)', 2, words(1)]] },
} as const satisfies Record<string, HandleEvent>;

/** The name of an event that names handles. */
export type HandleEventName = keyof typeof EVENTS;

const NAMES = Object.keys(EVENTS).filter(isHandleEvent);

/** How a log names a handle: as an operand of an operation, or by an event. */
export const HANDLE_KINDS = ['operand', ...NAMES] as const;

const BY_TOPIC = new Map(
  NAMES.flatMap((name) =>
    EVENTS[name].signatures.map(([signature, topics, read]) => {
      const own = { name, topics, read, source: EVENTS[name].source };
      return [hexToBuffer(toEventSelector(signature)).toString('latin1'), own] as const;
    }),
  ),
);

/** First topics of all logs that name handles, those of operations included. */
export const HANDLE_TOPICS: readonly Buffer[] = [
  ...[...BY_TOPIC.keys()].map((key) => Buffer.from(key, 'latin1')),
  ...listOperations().map((operation) => hexToBuffer(toEventSelector(operationEvent(operation)))),
];

/** That a log names a handle; `emitter` is empty where only an executor's log counts, `account` is of an Allowed. */
export type HandleLog = Readonly<{
  handle: Buffer;
  kind: (typeof HANDLE_KINDS)[number];
  emitter: Buffer;
  logIndex: number;
  account: Buffer | null;
}>;

const NO_EMITTER = Buffer.alloc(0);
const UNSET = Buffer.alloc(WORD);

/**
 * The handles that the logs of ONE transaction name, once per log. `operations` are those of `executors` among them;
 * undefined executors: any contract's. The handle of a value that was never set, 0, is none.
 */
export function listHandleLogs(
  logs: readonly EvmLog[],
  {
    operations,
    executors,
  }: Readonly<{ operations: readonly FheEvent[]; executors: readonly Buffer[] | undefined }>,
): HandleLog[] {
  const found: HandleLog[] = [];
  const add = (handles: readonly (Buffer | undefined)[], rest: Omit<HandleLog, 'handle'>) => {
    const seen = new Set<string>();
    for (const handle of handles) {
      if (handle?.length !== WORD || handle.equals(UNSET) || seen.has(handle.toString('latin1'))) continue;
      seen.add(handle.toString('latin1'));
      found.push({ handle, ...rest });
    }
  };
  for (const operation of operations) {
    const { logIndex } = operation;
    add(encryptedOperands(operation), { kind: 'operand', emitter: NO_EMITTER, logIndex, account: null });
  }
  for (const log of logs) {
    const event = BY_TOPIC.get(log.topics[0]?.toString('latin1') ?? '');
    if (event === undefined || log.topics.length !== event.topics) continue;
    const isOfExecutor = event.source === 'executor';
    if (isOfExecutor && executors && !executors.some((one) => one.equals(log.address))) continue;
    const account = event.name === 'Allowed' ? wordToAddress(log.topics[2]) : null;
    if (account === undefined) continue;
    const emitter = isOfExecutor ? NO_EMITTER : log.address;
    add(event.read(log) ?? [], { kind: event.name, emitter, logIndex: log.logIndex, account });
  }
  return found;
}

/** The first topics of some events. */
export function topicsOf(...names: readonly HandleEventName[]): Buffer[] {
  return names.flatMap((name) =>
    EVENTS[name].signatures.map(([signature]) => hexToBuffer(toEventSelector(signature))),
  );
}

/** The events whose logs count if they are of a source. */
export function eventsOf(source: HandleSource): HandleEventName[] {
  return NAMES.filter((name) => EVENTS[name].source === source);
}

function isHandleEvent(name: string): name is HandleEventName {
  return Object.hasOwn(EVENTS, name);
}
