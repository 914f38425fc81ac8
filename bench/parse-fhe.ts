import { toEventSelector } from 'viem';
import type { EvmLog } from '@/lib/evm/decode-transfers';
import { listOperations, operationEvent, operationShape } from '@/lib/evm/fhe-operations';
import { hexToBuffer } from '@/lib/evm/hex';
import { decodeFheEvents } from '@/lib/fhe/events';
import { measureOperations } from '@/lib/fhe/hcu';

/** Operations of a transaction, and transactions of a round. */
const SIZES = [
  { perTransaction: 20, transactions: 5_000 },
  { perTransaction: 5_000, transactions: 20 },
];
const ROUNDS = 7;
const EXECUTOR = Buffer.alloc(20, 0xee);
const UINT64 = 5;
const WORD = 32;

/** A made-up transaction: operations of all kinds in turn, each on results of earlier ones. */
function makeLogs(count: number): EvmLog[] {
  const operations = listOperations();
  return Array.from({ length: count }, (_, index) => {
    const operation = operations[index % operations.length] ?? 'FheAdd';
    const { fields } = operationShape(operation);
    const words = fields.map((field, at) => {
      if (field === 'result') return handle(index);
      if (field === 'operand') return handle(Math.max(0, index - 1 - at));
      if (field === 'type') return number(UINT64);
      if (field === 'values') return number(fields.length * WORD);
      return Buffer.alloc(WORD);
    });
    const values = fields.includes('values') ? [number(3), handle(index), handle(index), handle(index)] : [];
    return {
      logIndex: index,
      // Bytes of its own, as each log of a node's answer has.
      address: Buffer.from(EXECUTOR),
      topics: [hexToBuffer(toEventSelector(operationEvent(operation))), Buffer.alloc(WORD)],
      data: Buffer.concat([...words, ...values]),
    };
  });
}

function handle(index: number): Buffer {
  const bytes = Buffer.alloc(WORD);
  bytes.writeUInt32BE(index, 0);
  bytes.writeUInt8(0xff, 21);
  bytes.writeUInt8(UINT64, 30);
  return bytes;
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(WORD);
  bytes.writeUInt32BE(value, WORD - 4);
  return bytes;
}

/** Operations a processor second, of the fastest and the middle round. */
function measure({ perTransaction, transactions }: (typeof SIZES)[number]): string {
  const logs = makeLogs(perTransaction);
  const rates = Array.from({ length: ROUNDS }, () => {
    const before = process.cpuUsage();
    for (let at = 0; at < transactions; at++) measureOperations(decodeFheEvents(logs, [EXECUTOR]));
    const { user, system } = process.cpuUsage(before);
    return (perTransaction * transactions * 1_000_000) / (user + system);
  }).sort((left, right) => right - left);
  const [best = 0, middle = 0] = [rates[0], rates[Math.floor(ROUNDS / 2)]];
  return `${perTransaction} operations a transaction: ${Math.round(middle)} a processor second, at best ${Math.round(best)}`;
}

for (const size of SIZES) console.log(measure(size));
