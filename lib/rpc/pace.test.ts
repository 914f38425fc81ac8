import { expect, test } from 'vitest';
import { createPace } from './pace';

/** Sends calls for so many seconds, as fast as the pace allows, to a node that takes `allowed` of them in each second. */
function run(allowed: (second: number) => number, seconds: number) {
  const clock = { now: 0 };
  const pace = createPace(() => clock.now);
  const counts = Array.from({ length: seconds }, () => ({ answered: 0, refused: 0 }));
  while (clock.now < seconds * 1_000) {
    const ms = pace.waitMs(1);
    clock.now += Math.max(ms, 1);
    const second = Math.floor(clock.now / 1_000);
    const count = counts[second];
    if (ms > 0 || !count) continue;
    pace.sent(1);
    if (count.answered < allowed(second)) {
      count.answered += 1;
      pace.answered(1);
    } else {
      count.refused += 1;
      pace.refused(0);
    }
  }
  const sum = (key: 'answered' | 'refused', from: number) =>
    counts.slice(from).reduce((total, count) => total + count[key], 0);
  return { pace, answered: (from = 0) => sum('answered', from), refused: (from = 0) => sum('refused', from) };
}

test('without a refusal there is no limit', () => {
  const { pace, refused } = run(() => 10_000, 5);
  expect(refused()).toBe(0);
  expect(pace.limit()).toBeNull();
  expect(pace.waitMs(100)).toBe(0);
});

test.each([2, 20, 300])('a node that takes %i calls a second gets most of them, and refuses few', (limit) => {
  const { answered, refused } = run(() => limit, 120);
  expect(refused(10) / (answered(10) + refused(10))).toBeLessThan(0.02);
  expect(answered(10) / (110 * limit)).toBeGreaterThan(limit < 10 ? 0.5 : 0.75);
});

test('a limit that is gone is gone soon', () => {
  const { answered } = run((second) => (second < 30 ? 5 : 10_000), 240);
  expect(answered(239)).toBeGreaterThan(500);
});

test('Retry-After is kept to, and what is refused meanwhile lowers nothing', () => {
  const clock = { now: 0 };
  const pace = createPace(() => clock.now);
  pace.answered(100);
  pace.refused(7_000);
  for (let refusal = 0; refusal < 50; refusal += 1) pace.refused(0);
  expect(pace.waitMs(1)).toBe(7_000);
  expect(pace.limit()).toBe(100);
  clock.now = 7_000;
  expect(pace.waitMs(1)).toBeLessThan(100);
});

test('a request that is refused now and then at any rate sets no limit', () => {
  const clock = { now: 0 };
  const pace = createPace(() => clock.now);
  for (let request = 0; request < 2_000; request += 1) {
    clock.now += Math.max(1, pace.waitMs(10));
    if (request % 18 === 7) pace.refused(1_000);
    else pace.answered(10);
  }
  expect(pace.limit()).toBeNull();
});
