import { expect, test } from 'vitest';
import { describeLateHead, type HeadFacts, transactionRate, usualBlockMs } from './chain-health';

const START = Date.UTC(2026, 0, 1);
const at = (second: number) => new Date(START + second * 1000).toISOString();
const blocksAt = (...seconds: number[]) =>
  seconds.map((second) => ({ timestamp: at(second), transactions_count: 6 }));

test('the usual time between blocks is the median, or the mean of blocks within seconds', () => {
  expect(usualBlockMs(blocksAt(600, 24, 12, 0))).toBe(12_000);
  expect(usualBlockMs(blocksAt(2, 1, 1, 1, 0, 0, 0))).toBeCloseTo(333.3, 0);
  expect(usualBlockMs(blocksAt(12, 0))).toBeUndefined();
  expect(usualBlockMs([])).toBeUndefined();
});

test('a head is late behind the node, or when the next block is overdue', () => {
  const facts: HeadFacts = { indexed: 10, head: 13, timestamp: at(0), usualMs: 12_000 };
  const after = (seconds: number, change: Partial<HeadFacts> = {}) =>
    describeLateHead({ ...facts, ...change }, START + seconds * 1000);
  expect(after(119)).toBeUndefined();
  expect(after(120)).toBe('latest block 2 min ago, usually one every 12 s');
  expect(after(59, { usualMs: 200 })).toBeUndefined();
  expect(after(60, { usualMs: 200 })).toBe('latest block 1 min ago, usually one every 0.2 s');
  expect(after(599, { usualMs: undefined })).toBeUndefined();
  expect(after(600, { usualMs: undefined })).toBe('latest block 10 min ago');
  expect(after(86_400 * 30)).toBe('latest block 1 Jan 2026');
  expect(after(5, { head: 14 })).toBe('4 blocks behind the node');
  expect(after(5, { head: null })).toBeUndefined();
  expect(after(5, { indexed: null })).toBe('no blocks yet');
  expect(after(5, { timestamp: undefined })).toBe('latest block not known');
});

test('transactions a second count what came after the oldest block', () => {
  expect(transactionRate(blocksAt(24, 12, 0))).toBe(0.5);
  expect(transactionRate(blocksAt(0, 0))).toBeUndefined();
  expect(transactionRate([])).toBeUndefined();
});
