import { bufferToBigint } from '@/lib/evm/hex';
import { findExecutors } from '@/lib/fhe/deployments';
import { decodeFheEvents } from '@/lib/fhe/events';
import { type FheOperation, measureOperations, sumOperations } from '@/lib/fhe/hcu';
import { CHAIN_ID } from './envelope';
import { asList, asRecord } from './node-request';
import { readLogs } from './read-logs';
import type { TestChain } from './test-chain';

/** Collects each contract's writes to transient storage, as [contract, slot, value] in hex. */
const TRANSIENT_WRITES = `{
  writes: [],
  step: function (log) {
    if (log.op.toString() === 'TSTORE')
      this.writes.push([toHex(log.contract.getAddress()), log.stack.peek(0).toString(16), log.stack.peek(1).toString(16)]);
  },
  fault: function () {},
  result: function () { return this.writes; },
}`;

/** The operations of a transaction, as this project measures them. */
export async function measureTransaction(
  test: Omit<TestChain, 'stop'>,
  hash: string,
): Promise<FheOperation[]> {
  const receipt = asRecord(await test.chain.request('eth_getTransactionReceipt', [hash]));
  return measureOperations(decodeFheEvents(readLogs(receipt), findExecutors(CHAIN_ID)));
}

/** How many sums and depths of these operations differ from what HCULimit wrote in their transaction. */
export async function countDifferences(
  test: Omit<TestChain, 'stop'>,
  hash: string,
  operations: readonly FheOperation[],
): Promise<number> {
  const meter = await readMeter(test, hash);
  const differing = operations.filter(
    ({ result, hcuDepth }) => hcuDepth !== meter.get(bufferToBigint(result)),
  );
  return differing.length + (sumOperations(operations).totalHcu === meter.get(0n) ? 0 : 1);
}

/** The last value of HCULimit in each of its slots: slot 0 is the total, others the depth of a handle. */
async function readMeter(test: Omit<TestChain, 'stop'>, hash: string): Promise<Map<bigint, number>> {
  const traced = await test.chain.request('debug_traceTransaction', [hash, { tracer: TRANSIENT_WRITES }]);
  const meter = test.history.contracts.HCULimit?.toLowerCase();
  const writes = asList(traced).map((write) => asList(write).map(String));
  const metered = writes.filter(([contract]) => contract === meter);
  return new Map(metered.map(([, slot, value]) => [BigInt(`0x${slot}`), Number(`0x${value}`)]));
}
