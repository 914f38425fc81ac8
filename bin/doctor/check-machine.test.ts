import { expect, test } from 'vitest';
import { judgeDisk, judgeMemory, judgeNode } from './check-machine';

const GB = 2 ** 30;

test.each([
  ['20.20.2', 'warning'],
  ['22.0.0', 'ok'],
  ['26.1.0', 'ok'],
])('Node.js %s', (version, level) => {
  expect(judgeNode(version).level).toBe(level);
});

test.each([
  [GB, 'warning'],
  [2 * GB, 'ok'],
])('%d bytes of memory', (bytes, level) => {
  expect(judgeMemory(bytes).level).toBe(level);
});

test.each([
  [1, 1_000, 'failure'],
  [10, 100, 'warning'],
  [20, 100, 'ok'],
  [60, 1_000, 'ok'],
])('%d of %d GB free', (free, total, level) => {
  expect(judgeDisk('/data', { free: free * GB, total: total * GB })).toMatchObject({
    level,
    text: `${free}.0 of ${total}.0 GB free at /data`,
  });
});
