import { encodeFunctionData, parseAbi, toFunctionSelector } from 'viem';
import { expect, test } from 'vitest';
import { guessCall } from './guess-call';
import { hexToBuffer } from './hex';
import { type KeyNames, presentWithNames, readNames } from './name-lookups';
import type { StoredName } from './name-sources';
import { decodeNestedCalls } from './nested-calls';

const ABI = parseAbi(['function plant(bytes inner)', 'function water(uint256 litres)']);
const STORED: Readonly<Record<string, readonly StoredName[]>> = {
  [toFunctionSelector('plant(bytes)')]: [{ signature: 'function plant(bytes inner)', source: 'shipped' }],
  [toFunctionSelector('water(uint256)')]: [{ signature: 'water(uint256)', source: 'imported' }],
};
const water = encodeFunctionData({ abi: ABI, functionName: 'water', args: [7n] });
const plant = encodeFunctionData({ abi: ABI, functionName: 'plant', args: [water] });

/** Names as a database has them, and what was loaded of them, by rounds. */
function storeOf(known: ReadonlyMap<string, KeyNames> = new Map()) {
  const rounds: (readonly string[])[] = [];
  const load = async (keys: readonly string[]) => {
    rounds.push(keys);
    return new Map(keys.map((key) => [key, readNames(key, STORED[key] ?? [])]));
  };
  return { rounds, find: (key: string) => known.get(key), load };
}

const present = (store: ReturnType<typeof storeOf>, ...inputs: readonly string[]) =>
  presentWithNames(store, (sources) =>
    inputs.flatMap((input) => {
      const call = guessCall(hexToBuffer(input), sources);
      if (call === undefined) return ['unknown'];
      const nested = decodeNestedCalls(call, null, () => ({ own: [], general: sources }));
      return [call, ...nested.calls.map((one) => one.call)].map(({ method_call }) => method_call);
    }),
  );

test('names are loaded once, together, and those of calls in arguments when these are known', async () => {
  const store = storeOf();
  const unknown = '0x12345678';
  expect(await present(store, plant, unknown, water)).toEqual([
    'plant(bytes inner)',
    'water(uint256 arg0)',
    'unknown',
    'water(uint256 arg0)',
  ]);
  expect(store.rounds).toEqual([[plant.slice(0, 10), unknown, water.slice(0, 10)]]);
  const again = storeOf();
  expect(await present(again, plant)).toHaveLength(2);
  expect(again.rounds).toEqual([[plant.slice(0, 10)], [water.slice(0, 10)]]);
});

test('what is known is not loaded, nor what is neither a selector nor a topic', async () => {
  const known = Object.entries(STORED).map(([key, names]) => [key, readNames(key, names)] as const);
  const store = storeOf(new Map(known));
  expect(await present(store, plant, '0x1234')).toHaveLength(3);
  expect(store.rounds).toEqual([]);
});

test('an answer that keeps looking for others is given after ten rounds', async () => {
  const store = storeOf();
  let at = 0;
  await presentWithNames(store, ([source]) => {
    at += 1;
    return source?.functions.get(`0x${String(at).padStart(8, '0')}`);
  });
  expect(store.rounds).toHaveLength(10);
});
