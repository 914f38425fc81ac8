import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { GasProfile } from '@/lib/endpoints/gas-profile';
import { compareProfiles } from './compare-profiles';
import { layoutIcicle } from './icicle-layout';
import { listGasRows } from './list-gas-rows';

type Frame = GasProfile['frames'][number];

const frame = (index: number, parent: number | null, gas: number): Frame => ({
  index,
  parent,
  depth: 0,
  address: null,
  method: null,
  own_gas: null,
  total_gas: String(gas),
  is_failed: false,
});

test('calls are as wide as their gas, below the call around them', () => {
  const frames = [frame(0, null, 80), frame(1, 0, 40), frame(2, 1, 10), frame(3, 0, 20)];
  const { boxes, intrinsicWidth, rows } = layoutIcicle(frames, 20n);
  expect(intrinsicWidth).toBe(0.2);
  expect(rows).toBe(3);
  expect(boxes.map(({ x, width, row }) => [x.toFixed(2), width.toFixed(2), row])).toEqual([
    ['0.20', '0.80', 0],
    ['0.20', '0.40', 1],
    ['0.20', '0.10', 2],
    ['0.60', '0.20', 1],
  ]);
  expect(layoutIcicle([], 0n)).toEqual({ boxes: [], intrinsicWidth: 0, rows: 0 });
});

test('no call is drawn outside the one around it', () => {
  const sizes = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 1000 })), {
    minLength: 1,
    maxLength: 60,
  });
  fc.assert(
    fc.property(sizes, (drawn) => {
      const room = new Map([[0, 10_000]]);
      const frames = [frame(0, null, 10_000)];
      for (const [pick, wanted] of drawn) {
        const parent = pick % frames.length;
        const left = room.get(parent) ?? 0;
        const gas = Math.min(wanted, left);
        room.set(parent, left - gas);
        room.set(frames.length, gas);
        frames.push(frame(frames.length, parent, gas));
      }
      const { boxes } = layoutIcicle(frames, 21_000n);
      const byIndex = new Map(boxes.map((box) => [box.frame.index, box]));
      for (const {
        frame: { parent },
        x,
        width,
      } of boxes) {
        const around = parent === null ? undefined : byIndex.get(parent);
        if (!around) continue;
        expect(x).toBeGreaterThanOrEqual(around.x - 1e-9);
        expect(x + width).toBeLessThanOrEqual(around.x + around.width + 1e-4);
      }
    }),
  );
});

test('two profiles are compared by contract and method', () => {
  const address = (hash: string) => JSON.parse(JSON.stringify({ hash }));
  const group = (hash: string, method: string | null, own: number) => ({
    ...{ address: address(hash), method, calls: 1, is_own_gas_exact: own !== 60 },
    ...{ own_gas: String(own), total_gas: String(own) },
  });
  const compared = compareProfiles(
    { methods: [group('0xA', 'swap', 100), group('0xB', null, 7)] },
    { methods: [group('0xa', 'swap', 60), group('0xC', 'sync', 5)] },
  );
  expect(compared.map(({ isExact }) => isExact)).toEqual([false, true, true]);
  expect(compared.map(({ here, there, difference }) => [here?.ownGas, there?.ownGas, difference])).toEqual([
    [100n, 60n, -40n],
    [7n, undefined, -7n],
    [undefined, 5n, 5n],
  ]);
});

test('shares are of the whole: what is of no listed contract has a row of its own', () => {
  const group = (calls: number, own: number) => ({
    ...{ address: JSON.parse(JSON.stringify({ hash: '0xA' })), calls, is_own_gas_exact: true },
    ...{ own_gas: String(own), total_gas: String(own) },
  });
  const profile: GasProfile = {
    ...{ source: 'index', calls_count: 6, gas_used: '31000', gas_limit: '90000', meta: null },
    ...{ intrinsic_gas: '21000', is_intrinsic_exact: false, refund: null, floor_surcharge: null },
    calldata: { zero_bytes: 0, other_bytes: 0, gas: '0' },
    ...{
      contracts: [],
      methods: [],
      groups_omitted: 0,
      lines: null,
      lines_meta: null,
      storage: null,
      frames: [frame(0, null, 10_000)],
    },
  };
  const rows = (groups: Parameters<typeof listGasRows>[1]) =>
    listGasRows(profile, groups, 2).map(({ outside, calls, own_gas }) => [outside, calls, own_gas]);
  const intrinsic = ['intrinsic', 0, '21000'];
  expect(rows([group(4, 9_000), group(1, 600), group(1, 400)])).toEqual([
    [undefined, 4, '9000'],
    [undefined, 1, '600'],
    ['calls', 1, '400'],
    intrinsic,
  ]);
  expect(rows([group(6, 10_000)])).toEqual([[undefined, 6, '10000'], intrinsic]);
});
