import { hexToBuffer, isHexData } from './hex';
import { isRecord } from './is-record';

/** A traced SSTORE: the contract whose storage it wrote, the new value, and its gas; null when not known. */
type StorageWrite = Readonly<{ address: Buffer; slot: Buffer; value: Buffer; gas: bigint | null }>;
/** The storage writes of a transaction: the first ones, how many and how much gas, and the last refund counter. */
export type StorageWrites = Readonly<{
  writes: readonly StorageWrite[];
  count: number;
  gas: bigint;
  refundCounter: bigint;
}>;

const MAX_WRITES = 100;
const WORD = 32;

/**
 * A tracer for debug_traceTransaction that answers storage writes alone: a list of every instruction would have
 * megabytes. The gas of a write is what is missing at the next instruction of its call.
 */
export const STORAGE_WRITE_TRACER = `{
  writes: [], count: 0, gas: 0, refund: 0, open: null,
  step: function (log) {
    this.refund = log.getRefund();
    if (this.open !== null) {
      var used = this.open.before - log.getGas();
      this.open.write[3] = used;
      this.gas += used;
      this.open = null;
    }
    if (log.op.toString() !== 'SSTORE') return;
    var write = [toHex(log.contract.getAddress()), log.stack.peek(0).toString(16), log.stack.peek(1).toString(16), -1];
    this.count += 1;
    if (this.writes.length < ${MAX_WRITES}) this.writes.push(write);
    this.open = { write: write, before: log.getGas() };
  },
  fault: function () { this.open = null; },
  result: function () {
    return { writes: this.writes, count: this.count, gas: this.gas, refund: this.refund };
  }
}`;

/** Reads the answer of the tracer; undefined for anything else. */
export function readStorageWrites(answer: unknown): StorageWrites | undefined {
  if (!isRecord(answer)) return undefined;
  const { writes, count, gas, refund } = answer;
  const [total, spent, counter] = [readCount(count), readCount(gas), readCount(refund)];
  if (!Array.isArray(writes) || total === null || spent === null || counter === null) return undefined;
  return {
    writes: writes.slice(0, MAX_WRITES).flatMap((write) => readWrite(write) ?? []),
    count: Number(total),
    gas: spent,
    refundCounter: counter,
  };
}

function readWrite(write: unknown): StorageWrite | undefined {
  if (!Array.isArray(write)) return undefined;
  const [address, slot, value] = [
    readBytes(write[0], 20),
    readBytes(write[1], WORD),
    readBytes(write[2], WORD),
  ];
  return address && slot && value ? { address, slot, value, gas: readCount(write[3]) } : undefined;
}

/** Hex with or without `0x`, padded on the left to `length` bytes. */
function readBytes(value: unknown, length: number): Buffer | undefined {
  if (typeof value !== 'string') return undefined;
  const hex = `0x${value.replace(/^0x/, '').padStart(2 * length, '0')}`;
  return isHexData(hex) && hex.length === 2 + 2 * length ? hexToBuffer(hex) : undefined;
}

function readCount(value: unknown): bigint | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : null;
}
