import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from '@/lib/log';
import { createReport } from './report-progress';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The lines that a report logs. */
function open(endBlock?: number) {
  const log = createLog({ name: 'test', level: 'silent' });
  const lines: unknown[] = [];
  vi.spyOn(log, 'info').mockImplementation((line: unknown) => void lines.push(line));
  const spent = { node: 0, processor: 0, database: 0 };
  const stored: unknown[] = [];
  const store = (speed: unknown) => void stored.push(speed);
  return { spent, lines, stored, report: createReport(log, { endBlock, spent, store }) };
}

const advanced = { kind: 'advanced', tip: 100, head: 1_100, blocks: 20, transactions: 40 } as const;

test('progress tells the speed, what most of the time was spent on, and the time left', () => {
  const { spent, lines, stored, report } = open();
  vi.advanceTimersByTime(4_000);
  Object.assign(spent, { node: 3_000, processor: 600, database: 400 });
  report(advanced);
  expect(lines).toEqual([
    {
      ...{ block: 100, head: 1_100, blocks: 20, transactions: 40 },
      ...{ blocksPerSecond: 5, secondsLeft: 200, heldBackBy: 'node' },
    },
  ]);
  expect(stored).toEqual([{ measured_at: Date.now(), blocks: 20, elapsed_ms: 4_000, held_back_by: 'node' }]);
  vi.advanceTimersByTime(2_000);
  Object.assign(spent, { node: 3_100, processor: 2_400, database: 500 });
  report({ ...advanced, tip: 300, blocks: 200 });
  expect(lines[1]).toMatchObject({ blocksPerSecond: 100, secondsLeft: 8, heldBackBy: 'processor' });
});

test('the time left is until the block where indexing ends, and none at the head', () => {
  const { lines, stored, report } = open(120);
  vi.advanceTimersByTime(4_000);
  report(advanced);
  expect(lines[0]).toMatchObject({ secondsLeft: 4 });
  vi.advanceTimersByTime(4_000);
  report({ ...advanced, tip: 120 });
  expect(lines[1]).not.toHaveProperty('secondsLeft');
  expect(stored).toHaveLength(1);
});
