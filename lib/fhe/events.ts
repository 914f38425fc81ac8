import { toEventSelector } from 'viem/utils';
import type { EvmLog } from '@/lib/evm/decode-transfers';
import {
  type FheField,
  type FheOperationName,
  listOperations,
  operationEvent,
  operationShape,
} from '@/lib/evm/fhe-operations';
import { bufferToBigint, hexToBuffer } from '@/lib/evm/hex';
import { equalBytes, readSmallUint, readWordArray, WORD, wordToAddress } from '@/lib/evm/words';
import { handleType } from './handles';
import { fheTypeName, UNKNOWN_FHE_TYPE } from './types';

/**
 * An FHE operation. `operands` are 32-byte words in event order (see nameOperands): handles, or the plaintext of a
 * scalar operation. `fheType` is the pricing type; `plaintext` is null except for TrivialEncrypt.
 */
export type FheEvent = {
  logIndex: number;
  /** The contract that logged it. */
  executor: Buffer;
  caller: Buffer | null;
  operation: FheOperationName;
  fheType: string;
  isScalar: boolean;
  operands: Buffer[];
  plaintext: bigint | null;
  result: Buffer;
};

const MAX_TYPE_ID = 0xff;
const SCALAR = 0x01;
// Bit 0: the divisor, always plaintext. Bit 1: a plaintext second factor.
const MUL_DIV_SCALAR = 0x03;

/** How an event is read: where its arguments are in the data, negative where it has none. */
type Layout = Readonly<{
  operation: FheOperationName;
  topic: Buffer;
  size: number;
  operands: readonly number[];
  values: number;
  scalarByte: number;
  scalar: number;
  type: number;
  plaintext: number;
  result: number;
  pricedBy: ReturnType<typeof operationShape>['pricedBy'];
}>;

/** By the first four bytes of their topics, which tell them apart; the whole topic is compared then. */
const LAYOUTS: ReadonlyMap<number, Layout> = new Map(
  listOperations().map((operation) => {
    const topic = hexToBuffer(toEventSelector(operationEvent(operation)));
    const { fields, pricedBy } = operationShape(operation);
    const find = (field: FheField) => fields.indexOf(field) * WORD;
    const layout: Layout = {
      operation,
      topic,
      size: fields.length * WORD,
      operands: fields.flatMap((field, index) => (field === 'operand' ? [index * WORD] : [])),
      values: find('values'),
      scalarByte: find('scalarByte'),
      scalar: operation === 'FheMulDiv' ? MUL_DIV_SCALAR : SCALAR,
      type: find('type'),
      plaintext: find('plaintext'),
      result: find('result'),
      pricedBy,
    };
    return [topic.readUInt32BE(0), layout] as const;
  }),
);

/** FHE operations of ONE transaction by log index, emitted by `executors` (20 bytes; undefined: by any contract). */
export function decodeFheEvents(
  logs: readonly EvmLog[],
  executors: readonly Buffer[] | undefined,
): FheEvent[] {
  const events: FheEvent[] = [];
  let last: FheEvent | undefined;
  let isOrdered = true;
  for (const log of logs) {
    const isOfLast = last !== undefined && equalBytes(last.executor, log.address);
    if (!isOfLast && executors?.some((one) => equalBytes(one, log.address)) === false) continue;
    const event = decodeAfter(log, last);
    if (event === undefined) continue;
    if (last !== undefined && last.logIndex > event.logIndex) isOrdered = false;
    events.push(event);
    last = event;
  }
  return isOrdered ? events : events.sort((left, right) => left.logIndex - right.logIndex);
}

/** Decodes an FHE operation, or undefined. VerifyInput is none: it costs nothing and its result has depth 0. */
export function decodeFheEvent(log: EvmLog): FheEvent | undefined {
  return decodeAfter(log, undefined);
}

/** Takes addresses that are those of the event before from it: there are thousands of both in a block. */
function decodeAfter(log: EvmLog, last: FheEvent | undefined): FheEvent | undefined {
  const { topics, data, address } = log;
  const topic = topics[0];
  if (topic === undefined || topic.length < WORD || topics.length > 2) return undefined;
  const layout = LAYOUTS.get(topic.readUInt32BE(0));
  if (layout === undefined || data.length < layout.size || !equalBytes(topic, layout.topic)) return undefined;
  const caller = topics[1] === undefined ? null : wordToAddress(topics[1], last?.caller);
  const typeId = layout.type < 0 ? 0 : readSmallUint(data, layout.type);
  const operands = readOperands(data, layout);
  if (caller === undefined || typeId === undefined || typeId > MAX_TYPE_ID || !operands) return undefined;
  const { operation, plaintext } = layout;
  const result = wordAt(data, layout.result);
  return {
    logIndex: log.logIndex,
    executor: last !== undefined && equalBytes(last.executor, address) ? last.executor : address,
    caller,
    operation,
    fheType: pricingType(layout, operands[0], { result, typeId }),
    isScalar: layout.scalarByte >= 0 && data[layout.scalarByte] === layout.scalar,
    operands,
    plaintext: plaintext < 0 ? null : bufferToBigint(wordAt(data, plaintext)),
    result,
  };
}

function readOperands(data: Buffer, { operands: offsets, values: headOffset }: Layout): Buffer[] | undefined {
  const operands = offsets.map((offset) => wordAt(data, offset));
  if (headOffset < 0) return operands;
  const values = readWordArray(data, headOffset);
  return values && operands.concat(values);
}

function pricingType(
  { pricedBy }: Layout,
  first: Buffer | undefined,
  { result, typeId }: { result: Buffer; typeId: number },
): string {
  if (pricedBy === 'result') return handleType(result);
  if (pricedBy === 'declared type') return fheTypeName(typeId);
  return first === undefined ? UNKNOWN_FHE_TYPE : handleType(first);
}

function wordAt(data: Buffer, offset: number): Buffer {
  return data.subarray(offset, offset + WORD);
}
