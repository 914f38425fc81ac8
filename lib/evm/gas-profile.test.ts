import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { SHARED } from '@/test/support/recordings';
import { buildCallTree, type CallTree } from './call-tree';
import {
  accountGas,
  chooseBars,
  countCalldata,
  groupGas,
  type IntrinsicGasFields,
  ownGasOf,
  totalOf,
} from './gas-profile';
import { hexToBuffer } from './hex';
import { decodeWholeCalls } from './internal-calls';
import { walkCallFrames } from './traces';

const CHARGED: IntrinsicGasFields = {
  type: 0,
  isCreation: false,
  isLondon: true,
  input: Buffer.from([0, 1, 2]),
  gasLimit: 100_000n,
  gasUsed: 60_000n,
};
const INTRINSIC = 21_000n + 4n + 32n;

test('a byte of the input costs by whether it is zero', () => {
  expect(countCalldata(Buffer.from([0, 0, 7]))).toEqual({ zeroBytes: 2, otherBytes: 1, gas: 24n });
});

describe('the account of gas', () => {
  test('with the execution of the outermost call, tells the refund', () => {
    const root = { gasLimit: 100_000n - INTRINSIC, gasUsed: 45_000n };
    expect(accountGas(CHARGED, root)).toMatchObject({
      intrinsic: INTRINSIC,
      isIntrinsicExact: true,
      calls: 45_000n,
      refund: INTRINSIC + 45_000n - 60_000n,
      floorSurcharge: 0n,
    });
  });

  test('with less than was paid, tells what the floor of calldata added', () => {
    const root = { gasLimit: 100_000n - INTRINSIC, gasUsed: 30_000n };
    expect(accountGas(CHARGED, root)).toMatchObject({ refund: 0n, floorSurcharge: 30_000n - INTRINSIC });
  });

  test('with what the transaction paid, knows no refund unless instructions were traced', () => {
    const root = { gasLimit: 100_000n, gasUsed: 60_000n };
    expect(accountGas(CHARGED, root)).toMatchObject({ calls: 60_000n - INTRINSIC, refund: null });
    expect(accountGas(CHARGED, root, 4_800n)).toMatchObject({
      calls: 60_000n - INTRINSIC + 4_800n,
      refund: 4_800n,
    });
    expect(accountGas(CHARGED, root, 90_000n)).toMatchObject({ refund: 15_000n });
  });

  test('is a lower bound where an access list may have been paid for', () => {
    const root = { gasLimit: 100_000n, gasUsed: 60_000n };
    expect(accountGas({ ...CHARGED, type: 2 }, root).isIntrinsicExact).toBe(false);
  });

  test('before London refunds up to a half, and calldata may have cost more', () => {
    const root = { gasLimit: 100_000n, gasUsed: 60_000n };
    const early = accountGas({ ...CHARGED, isLondon: false }, root, 90_000n);
    expect(early).toMatchObject({ refund: 60_000n, isIntrinsicExact: false });
  });
});

test('a self-destruct is paid by its caller, and a refund that outweighs own gas leaves it unknown', () => {
  const made = {
    from: `0x${'11'.repeat(20)}`,
    to: `0x${'22'.repeat(20)}`,
    value: '0x0',
    input: '0x',
    gas: '0x186a0',
  };
  const treeOf = (child: Record<string, unknown>) => {
    const frame = { ...made, type: 'CALL', gasUsed: '0x2710', calls: [{ ...made, ...child }] };
    const { calls } = decodeWholeCalls(walkCallFrames(frame));
    // as trace_transaction tells it
    return buildCallTree(
      calls.map((call) => (call.type === 'selfdestruct' ? { ...call, gasUsed: null } : call)),
    );
  };
  const account = accountGas(CHARGED, { gasLimit: 100_000n, gasUsed: 60_000n });
  const dying = treeOf({ type: 'SELFDESTRUCT', gas: '0x0', gasUsed: '0x0' });
  expect(ownGasOf(dying, account)).toEqual([account.calls, null]);
  expect(totalOf(dying, ownGasOf(dying, account), 0)).toBe(account.calls);
  const outweighed = treeOf({ type: 'CALL', gasUsed: '0xffff' });
  const own = ownGasOf(outweighed, account);
  expect(own[0]).toBeNull();
  expect(groupGas(outweighed, own, ['a', 'b']).map(({ own, isExact }) => [own, isExact])).toEqual([
    [0xffffn, true],
    [0n, false],
  ]);
  expect(groupGas(outweighed, own, ['a', 'a'])).toMatchObject([{ own: 0xffffn, isExact: false }]);
  expect(groupGas(dying, ownGasOf(dying, account), ['a', 'b'])).toMatchObject([
    { isExact: true },
    { isExact: true },
  ]);
});

const frames = z.array(z.object({ result: z.record(z.string(), z.unknown()) }));
const bundle = z.object({
  block: z.object({
    baseFeePerGas: z.string().optional(),
    transactions: z.array(
      z.object({ input: z.string(), gas: z.string(), type: z.string(), to: z.unknown() }),
    ),
  }),
  receipts: z.array(z.object({ gasUsed: z.string() })),
  traces: z.object({ result: z.array(z.record(z.string(), z.unknown())) }).optional(),
});
const FOLDER = `${SHARED}/realdata/blocks/1`;

/** Recorded mainnet transactions with their traces, of a few blocks. */
function readRecorded(): { charged: IntrinsicGasFields; tree: CallTree }[] {
  return readdirSync(FOLDER)
    .filter((name) => /^1768611[0-2]/.test(name))
    .flatMap((name) => {
      const { block, receipts, traces } = bundle.parse(
        JSON.parse(gunzipSync(readFileSync(`${FOLDER}/${name}`)).toString()),
      );
      const wrapped = frames.safeParse(traces?.result);
      const roots = wrapped.success ? wrapped.data.map(({ result }) => result) : (traces?.result ?? []);
      return roots.flatMap((root, at) => {
        const [sent, receipt] = [block.transactions[at], receipts[at]];
        if (!sent || !receipt) return [];
        const charged = {
          type: Number(sent.type),
          isCreation: sent.to === null,
          isLondon: block.baseFeePerGas !== undefined,
          input: hexToBuffer(sent.input),
          gasLimit: BigInt(sent.gas),
          gasUsed: BigInt(receipt.gasUsed),
        };
        return [{ charged, tree: buildCallTree(decodeWholeCalls(walkCallFrames(root)).calls) }];
      });
    });
}

test.skipIf(!existsSync(FOLDER))(
  'in every recorded trace the own gas of all calls, intrinsic gas and refund add up to the gas used (needs ../shared)',
  () => {
    const recorded = readRecorded();
    expect(recorded.length).toBeGreaterThan(300);
    let outweighed = 0;
    for (const { charged, tree } of recorded) {
      const root = tree[0]?.call;
      if (!root) throw new Error('a trace without a call');
      const account = accountGas(charged, root);
      const own = ownGasOf(tree, account);
      const sum = own.reduce<bigint>((total, gas) => total + (gas ?? 0n), 0n);
      // the outermost call is told after refunds, which may outweigh what it used itself
      const isKnown = own[0] !== null;
      if (isKnown) expect(account.intrinsic + sum).toBe(charged.gasUsed);
      else outweighed += 1;
      for (const gas of own.slice(1)) expect(gas).toBeGreaterThanOrEqual(0n);
      const groups = groupGas(
        tree,
        own,
        tree.map(({ call }) => call.to?.toString('hex') ?? ''),
      );
      expect(groups.reduce((total, group) => total + group.own, 0n)).toBe(sum);
      for (const group of groups) if (group.first > 0) expect(group.total).toBeGreaterThanOrEqual(group.own);
      const bars = chooseBars(tree, own, { smallest: charged.gasUsed / 400n, limit: 150 });
      expect(bars[0]).toBe(0);
      for (const bar of bars.slice(1)) expect(bars).toContain(tree[bar]?.parent);
      if (isKnown) expect(totalOf(tree, own, 0)).toBe(account.calls);
    }
    expect(outweighed).toBeLessThan(recorded.length / 5);
  },
);
