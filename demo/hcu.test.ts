import { afterAll, beforeAll, expect, it } from 'vitest';
import { listOperations, operationShape } from '@/lib/evm/fhe-operations';
import { bufferToBigint, bufferToHex } from '@/lib/evm/hex';
import { findExecutors } from '@/lib/fhe/deployments';
import { decodeFheEvents } from '@/lib/fhe/events';
import { type FheOperation, measureOperations, sumOperations } from '@/lib/fhe/hcu';
import { hcuCost } from '@/lib/fhe/prices';
import { CHAIN_ID } from './envelope';
import { asList, asRecord } from './node-request';
import { readLogs } from './read-logs';
import { startTestChain, type TestChain } from './test-chain';

let test: TestChain;
beforeAll(async () => {
  test = await startTestChain();
});
afterAll(() => test?.stop());

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

async function measure(hash: string): Promise<FheOperation[]> {
  const receipt = asRecord(await test.chain.request('eth_getTransactionReceipt', [hash]));
  return measureOperations(decodeFheEvents(readLogs(receipt), findExecutors(CHAIN_ID)));
}

/** The last value of HCULimit in each of its slots: slot 0 is the total, others the depth of a handle. */
async function readMeter(hash: string): Promise<Map<bigint, number>> {
  const traced = await test.chain.request('debug_traceTransaction', [hash, { tracer: TRANSIENT_WRITES }]);
  const meter = test.history.contracts.HCULimit?.toLowerCase();
  const writes = asList(traced).map((write) => asList(write).map(String));
  const metered = writes.filter(([contract]) => contract === meter);
  return new Map(metered.map(([, slot, value]) => [BigInt(`0x${slot}`), Number(`0x${value}`)]));
}

it('computes every operator on every type that has a price, plain right-hand sides included', async () => {
  const seen = new Set<string>();
  for (const hash of Object.values(test.history.transactions))
    for (const { operation, fheType, isScalar } of await measure(hash))
      seen.add(`${operation} ${fheType} ${isScalar}`);
  const missing = listPricedOperations().filter((priced) => !seen.has(priced));
  expect(missing).toEqual([]);
});

/** The operations of the deployed host contracts; division and remainder take plaintext divisors only. */
function listPricedOperations(): string[] {
  const newer = new Set<string>(['FheSum', 'FheIsIn', 'FheMulDiv']);
  const operations = listOperations().filter((operation) => !newer.has(operation));
  const types = ['Bool', 'Uint8', 'Uint16', 'Uint32', 'Uint64', 'Uint128', 'Uint160', 'Uint256'];
  const isPlainOnly = (operation: string) => operation === 'FheDiv' || operation === 'FheRem';
  return operations.flatMap((operation) =>
    types.flatMap((fheType) => {
      const forms = operationShape(operation).names.includes('rhs') ? [false, true] : [false];
      return forms
        .filter((isScalar) => isScalar || !isPlainOnly(operation))
        .filter((isScalar) => hcuCost({ operation, fheType, isScalar, valuesCount: 0 }) > 0)
        .map((isScalar) => `${operation} ${fheType} ${isScalar}`);
    }),
  );
}

it('meters operations exactly as HCULimit does', async () => {
  const isMetered = (name: string) =>
    /^(operators on (Bool|Uint8|Uint64|Address)|FHE medley|confidential transfer$|deepest|unary .* Uint8)/.test(
      name,
    );
  const names = Object.entries(test.history.transactions).filter(([name]) => isMetered(name));
  let compared = 0;
  for (const [name, hash] of names) {
    const operations = await measure(hash);
    const meter = await readMeter(hash);
    if (operations.length === 0) continue;
    expect(sumOperations(operations).totalHcu, name).toBe(meter.get(0n));
    for (const { result, hcuDepth } of operations)
      expect(hcuDepth, `${name} ${bufferToHex(result)}`).toBe(meter.get(bufferToBigint(result)));
    compared += operations.length;
  }
  expect(compared).toBeGreaterThan(100);
}, 180_000);
