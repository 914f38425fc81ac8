import { FHE_OPERATIONS, nameOperands } from '@/lib/evm/fhe-operations';
import { bufferToAddress, bufferToHex, hexToBuffer } from '@/lib/evm/hex';
import { findExecutors } from './deployments';
import { decodeFheEvents } from './events';
import { buildFheGraph, type FheGraph } from './graph';
import type { ListedOperation } from './graph-operation';
import { readHandle } from './handles';
import { measureOperations } from './hcu';
import { formatFheOperation } from './names';

/** A log of a receipt as JSON-RPC answers it, or viem: `logIndex` a number, or a quantity in hex. */
export type ReceiptLog = Readonly<{
  address: string;
  topics: readonly string[];
  data: string;
  logIndex: number | bigint | string;
}>;

/**
 * Whose logs are operations: those of FHEVMExecutors by address, the published ones of a chain, or `any` contract's. Anyone can
 * emit the same events, so `any` is for logs whose origin is checked elsewhere.
 */
export type Origin =
  | Readonly<{ executor: string | readonly string[] }>
  | Readonly<{ chainId: number | bigint }>;

/** The FHE computation of a receipt: operations in log order, with their graph, totals and drawing. */
export type FheReceipt = Readonly<{ operations: readonly ListedOperation[]; graph: FheGraph }>;

/** The parts of a 32-byte handle; `inputIndex` is null when it was computed on chain. */
export type HandleParts = Readonly<{
  inputIndex: number | null;
  chainId: bigint;
  fheType: string;
  version: number;
}>;

const ADDRESS_LENGTH = 20;

/**
 * The FHE operations among the logs of ONE transaction, priced in HCU. Logs that are no operation are left out. Throws
 * TypeError for a log or address that is not hex, RangeError for a chain without a known executor.
 */
export function parseOperations(logs: readonly ReceiptLog[], origin: Origin): ListedOperation[] {
  const known = new Map<string, Buffer>();
  const readRepeated = (hex: string) => {
    const bytes = known.get(hex) ?? hexToBuffer(hex);
    known.set(hex, bytes);
    return bytes;
  };
  const read = logs.map(({ address, topics, data, logIndex }) => ({
    logIndex: Number(logIndex),
    address: readRepeated(address),
    topics: topics.map(readRepeated),
    data: hexToBuffer(data),
  }));
  return measureOperations(decodeFheEvents(read, readOrigin(origin))).map((event) => ({
    log_index: event.logIndex,
    operation: event.operation,
    type: FHE_OPERATIONS[event.operation].category,
    fhe_type: event.fheType,
    is_scalar: event.isScalar,
    inputs: nameOperands({
      operation: event.operation,
      isScalar: event.isScalar,
      operands: event.operands.map(bufferToHex),
      plaintext: event.plaintext,
    }),
    result: bufferToHex(event.result),
    hcu_cost: event.hcuCost,
    hcu_depth: event.hcuDepth,
    caller: event.caller === null ? null : { hash: bufferToAddress(event.caller) },
  }));
}

/** Explains the logs of ONE transaction; `maxNodes` (400) bounds the drawing. Throws as parseOperations does. */
export function explainReceipt(
  logs: readonly ReceiptLog[],
  origin: Origin,
  { maxNodes }: Readonly<{ maxNodes?: number }> = {},
): FheReceipt {
  const operations = parseOperations(logs, origin);
  const bound = maxNodes === undefined ? {} : { maxNodes };
  return { operations, graph: buildFheGraph(operations, { nameOperation: formatFheOperation, ...bound }) };
}

/** The parts of a handle; undefined unless it has 32 bytes. Throws TypeError when it is not hex. */
export function parseHandle(handle: string): HandleParts | undefined {
  return readHandle(hexToBuffer(handle));
}

function readOrigin(origin: Origin): readonly Buffer[] | undefined {
  if ('executor' in origin) {
    if (origin.executor === 'any') return undefined;
    return [origin.executor].flat().map((address) => {
      const executor = hexToBuffer(address);
      if (executor.length !== ADDRESS_LENGTH) throw new TypeError(`not an address: ${address}`);
      return executor;
    });
  }
  const executors = findExecutors(Number(origin.chainId));
  if (executors === undefined) throw new RangeError(`no FHEVMExecutor is known on chain ${origin.chainId}`);
  return executors;
}
