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
import { readSmallUint, readWordArray, WORD, wordToAddress } from '@/lib/evm/words';
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

type Content = Pick<FheEvent, 'operands' | 'plaintext'> & {
  scalarByte: number;
  typeId: number | null;
  result: Buffer | null;
};

const MAX_TYPE_ID = 0xff;
const SCALAR = 0x01;
// Bit 0: the divisor, always plaintext. Bit 1: a plaintext second factor.
const MUL_DIV_SCALAR = 0x03;

type KnownOperation = Readonly<{ operation: FheOperationName; topic: Buffer; fields: readonly FheField[] }>;

/** By the first four bytes of their topics, which tell them apart; the whole topic is compared then. */
const OPERATIONS: ReadonlyMap<number, KnownOperation> = new Map(
  listOperations().map((operation) => {
    const topic = hexToBuffer(toEventSelector(operationEvent(operation)));
    return [topic.readUInt32BE(0), { operation, topic, fields: operationShape(operation).fields }] as const;
  }),
);

/** FHE operations of ONE transaction by log index, emitted by `executors` (20 bytes; undefined: by any contract). */
export function decodeFheEvents(
  logs: readonly EvmLog[],
  executors: readonly Buffer[] | undefined,
): FheEvent[] {
  const events: FheEvent[] = [];
  for (const log of logs) {
    if (executors !== undefined && !executors.some((one) => one.equals(log.address))) continue;
    const event = decodeFheEvent(log);
    if (event !== undefined) events.push(event);
  }
  return events.sort((left, right) => left.logIndex - right.logIndex);
}

/** Decodes an FHE operation, or undefined. VerifyInput is none: it costs nothing and its result has depth 0. */
export function decodeFheEvent(log: EvmLog): FheEvent | undefined {
  const { topics } = log;
  const topic = topics[0];
  if (topic === undefined || topic.length < WORD || topics.length > 2) return undefined;
  const known = OPERATIONS.get(topic.readUInt32BE(0));
  if (known === undefined || !topic.equals(known.topic)) return undefined;
  const caller = topics[1] === undefined ? null : wordToAddress(topics[1]);
  if (caller === undefined) return undefined;
  const content = readContent(log.data, known.fields);
  if (!content?.result) return undefined;
  const { operation } = known;
  const { operands, plaintext, result, scalarByte, typeId } = content;
  return {
    logIndex: log.logIndex,
    executor: log.address,
    caller,
    operation,
    fheType: pricingType(operation, operands[0], { result, typeId }),
    isScalar: scalarByte === (operation === 'FheMulDiv' ? MUL_DIV_SCALAR : SCALAR),
    operands,
    plaintext,
    result,
  };
}

function pricingType(
  operation: FheOperationName,
  first: Buffer | undefined,
  { result, typeId }: { result: Buffer; typeId: number | null },
): string {
  const { pricedBy } = operationShape(operation);
  if (pricedBy === 'result') return handleType(result);
  if (pricedBy === 'declared type') return typeId === null ? UNKNOWN_FHE_TYPE : fheTypeName(typeId);
  return first === undefined ? UNKNOWN_FHE_TYPE : handleType(first);
}

function readContent(data: Buffer, fields: readonly FheField[]): Content | undefined {
  const content: Content = { operands: [], plaintext: null, scalarByte: 0, typeId: null, result: null };
  let offset = 0;
  for (const field of fields) {
    if (!readField(content, field, { data, offset })) return undefined;
    offset += WORD;
  }
  return content;
}

function readField(
  content: Content,
  field: FheField,
  { data, offset }: { data: Buffer; offset: number },
): boolean {
  if (offset + WORD > data.length) return false;
  if (field === 'scalarByte') content.scalarByte = data.readUInt8(offset);
  else if (field === 'type') {
    const typeId = readSmallUint(data, offset);
    if (typeId === undefined || typeId > MAX_TYPE_ID) return false;
    content.typeId = typeId;
  } else if (field === 'values') {
    const values = readWordArray(data, offset);
    if (values === undefined) return false;
    for (const value of values) content.operands.push(value);
  } else if (field === 'operand') content.operands.push(data.subarray(offset, offset + WORD));
  else if (field === 'result') content.result = data.subarray(offset, offset + WORD);
  else if (field === 'plaintext') content.plaintext = bufferToBigint(data.subarray(offset, offset + WORD));
  return true;
}
